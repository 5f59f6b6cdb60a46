import { describe, expect, it } from "vitest";
import { entryStory } from "../../../src/core/reports/entry-story.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { said } from "./words.ts";

const DRAWING = `
  u1 user "12345678"
  a1 assistant "one"
  u2 user "two"
  a2 assistant "two"
    x user "elsewhere"
    y assistant "there"
  e < a2 replace u1 "other words"
  a3 assistant "three"
  c compaction "so far" keep=u2
  l label u1 "kept"
  a4 assistant "four"
`;

const none = new AbortController().signal;

async function story(id: string, point?: string): Promise<string[]> {
  const session = await openDrawing(DRAWING);
  const at = point === undefined ? session.index.leaf : session.rowOf(point);
  return (await entryStory(session, session.rowOf(id), at, none)).map((sentence) => said(sentence));
}

describe("the story of an entry", () => {
  it("counts the requests that were made with it, as stored and with other content", async () => {
    expect(await story("u2")).toEqual(["It was in the context of 3 requests up to the point, ~1 token each."]);
    expect(await story("u1")).toEqual([
      "It was in the context of 2 requests up to the point, ~2 tokens each, with other content in that of 1 request.",
    ]);
    expect(await story("u1", "a1")).toEqual(["It was in the context of 1 request up to the point, ~2 tokens each."]);
  });

  it("says that none was, and nothing of what makes no message", async () => {
    expect(await story("a4")).toEqual(["No request up to the point was made with it."]);
    expect(await story("l")).toEqual([]);
  });

  it("is told on its own branch where the point stands on another", async () => {
    expect(await story("x")).toEqual(["It was in the context of 1 request of its own branch, ~3 tokens each."]);
  });

  it("tells what became of the file it is about", async () => {
    const session = await openDrawing(`
      u1 user "look"
      a1 assistant c1:read{"path":"a.ts"}
      r1 result c1 "one and two"
      a2 assistant c2:edit{"path":"a.ts","oldText":"one","newText":"three"}
      r2 result c2 "done"
      a3 assistant "ready"
    `);
    const sentences = await entryStory(session, session.rowOf("r1"), session.index.leaf, none);
    expect(sentences.map((sentence) => said(sentence))).toEqual([
      expect.stringContaining("in the context of 2 requests"),
      expect.stringMatching(/^Edited .*since.*stale/),
    ]);
  });

  it("needs an entry", async () => {
    const session = await openDrawing(DRAWING);
    await expect(entryStory(session, 99, null, none)).rejects.toThrow(RangeError);
  });
});
