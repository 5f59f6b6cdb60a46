import { describe, expect, it } from "vitest";
import { step } from "../../../src/core/present/step.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { header, jsonl } from "../../make/entries.ts";
import { openDrawing } from "./open-drawing.ts";

const FORKED = `
  s1 system "prompt"
  u1 user
  a1 assistant c1:ls{"path":"."}
  r1 result c1
  a2 assistant
    u2 user
    a3 assistant
      u3 user
      a4 assistant
    u4 < a3 +1h user
    a5 assistant
  u5 < a2 user
  n1 name "x"
  a6 assistant
  u6 user
  l1 label u1 "x"
`;

type To = "prompt" | "request";

/** All ids met by stepping on and on. */
function walk(session: OpenedSession, from: string | null, to: To, back: boolean): string[] {
  const met: string[] = [];
  let at = from === null ? null : session.rowOf(from);
  for (;;) {
    at = step(session, at, to, back);
    if (at === null) return met;
    met.push(session.index.id(at));
  }
}

describe("steps go", () => {
  it.each<[string, To, string]>([
    ["s1", "prompt", "u1 u5 u6"],
    ["u1", "prompt", "u5 u6"],
    ["r1", "request", "a2 a6"],
    ["l1", "prompt", ""],
    // Away from the leaf's branch the newest child is the way on.
    ["u2", "prompt", "u4"],
    ["u2", "request", "a3 a5"],
    ["u3", "request", "a4"],
    ["a4", "prompt", ""],
  ])("on from %s by %s: %s", async (from, to, ids) => {
    expect(walk(await openDrawing(FORKED), from, to, false).join(" ")).toBe(ids);
  });

  it.each<[string, To, string]>([
    ["l1", "prompt", "u6 u5 u1"],
    ["u6", "prompt", "u5 u1"],
    ["l1", "request", "a6 a2 a1"],
    ["a4", "prompt", "u3 u2 u1"],
    ["a5", "request", "a3 a2 a1"],
    ["u1", "prompt", ""],
    ["s1", "request", ""],
  ])("back from %s by %s: %s", async (from, to, ids) => {
    expect(walk(await openDrawing(FORKED), from, to, true).join(" ")).toBe(ids);
  });

  it("towards the file's last entry where it lies below, however old its branch is", async () => {
    const session = await openDrawing(`
      u1 user
        u2 +1h user
        u3 user
      u4 < u1 user @timestamp="2026-03-12T09:00:02.000Z"
      a4 assistant
    `);
    expect(session.children("u1")).toEqual(["u4", "u2"]);
    expect(walk(session, "u1", "prompt", false)).toEqual(["u4"]);
    expect(walk(session, "u2", "prompt", false)).toEqual(["u3"]);
  });

  it("from before any entry along the branch of Pi's leaf, and never back from there", async () => {
    const session = await openDrawing(FORKED);
    expect(walk(session, null, "prompt", false)).toEqual(["u1", "u5", "u6"]);
    expect(walk(session, null, "prompt", true)).toEqual([]);
  });

  it("nowhere in an empty session", async () => {
    expect(step(await openSession(new Blob([jsonl([header()])])), null, "prompt", false)).toBeNull();
  });

  it("in a loop along the path into it, which ends where an entry would come again", async () => {
    const session = await openDrawing(`
      u1 < u3 user
      u2 < u1 user
      u3 < u2 user
      u4 < null user
    `);
    expect(step(session, session.rowOf("u1"), "prompt", false)).toBeNull();
    expect(step(session, session.rowOf("u1"), "prompt", true)).toBe(session.rowOf("u3"));
  });

  it("past an entry that is its own parent", async () => {
    const session = await openDrawing("u1 < u1 user\na1 < u1 assistant\nu2 user");
    expect(walk(session, null, "prompt", false)).toEqual(["u1", "u2"]);
    expect(walk(session, "u2", "prompt", true)).toEqual(["u1"]);
  });

  it("to messages alone: an entry of another type with a role is none", async () => {
    const session = await openDrawing(`u1 user\nx1 entry git_state message={"role":"user"}\nu2 user`);
    expect(walk(session, "u1", "prompt", false)).toEqual(["u2"]);
  });
});
