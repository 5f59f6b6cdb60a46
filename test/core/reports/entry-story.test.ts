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

async function story(id: string, point?: string): Promise<string[]> {
  const session = await openDrawing(DRAWING);
  const at = point === undefined ? session.index.leaf : session.rowOf(point);
  return (await entryStory(session, session.rowOf(id), at)).map((sentence) => said(sentence));
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

  it("needs an entry", async () => {
    const session = await openDrawing(DRAWING);
    await expect(entryStory(session, 99, null)).rejects.toThrow(RangeError);
  });
});
