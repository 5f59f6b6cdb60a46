import { describe, expect, it } from "vitest";
import { fatesAt, minimapOf, pathStrip } from "../../../src/core/present/minimap.ts";
import { FATES } from "../../../src/core/view/fate.ts";
import { MAP_MARK } from "../../../src/core/view/row.ts";
import { openDrawing } from "./open-drawing.ts";

/** A map in words, one a slice: its fate, then what happens in it. */
async function map(drawing: string, slices: number, point?: string | null): Promise<string[]> {
  const session = await openDrawing(drawing);
  const at = point === undefined ? session.index.leaf : point === null ? null : session.rowOf(point);
  const { fates, marks } = minimapOf(session, slices, at);
  const names = Object.entries(MAP_MARK);
  return Array.from(fates, (fate, slice) => {
    const found = names.filter(([, bit]) => (marks[slice]! & bit) !== 0).map(([name]) => name);
    return [FATES[fate], ...found].join(" + ");
  });
}

const MARKED = `
  u1 user
  a1 assistant
    u2 user
  a2 < a1 assistant stopReason=error
  l1 label a1 "kept"
  e1 omit a2
  c1 compaction "so far" keep=a1
  x1 entry git_state
  x2 omit gone
`;

describe("the map of a file", () => {
  it("says of each entry what became of it and what happens there, where there are slices enough", async () => {
    expect(await map(MARKED, 100)).toEqual([
      "summarised",
      "in context + fork + label",
      "other branch",
      "omitted + error",
      "no message",
      "no message + edit",
      "checkpoint + compaction",
      "no message",
      "no message + edit + problem",
    ]);
  });

  it("says of a slice its commonest fate, of equals the first in their order, and everything that happens in it", async () => {
    expect(await map(MARKED, 2)).toEqual([
      "other branch + fork + label + error",
      "no message + compaction + edit + problem",
    ]);
    expect(await map(MARKED, 1)).toEqual(["no message + fork + compaction + edit + label + problem + error"]);
  });

  it("is that of the point asked for", async () => {
    expect(await map("u1 user\na1 assistant\nu2 user", 3, "u1")).toEqual(["in context", "later", "later"]);
    expect(await map("u1 user\na1 assistant\nu2 user", 3, null)).toEqual(["later", "later", "later"]);
  });

  it("has slices of equal size, each entry in one of them", async () => {
    const chain = (length: number): string => Array.from({ length }, (_, at) => `u${at} user`).join("\n");
    const session = await openDrawing(`${chain(10)}\nx < gone user`);
    for (const slices of [1, 2, 3, 4, 7, 10, 11]) {
      const { fates, marks } = minimapOf(session, slices, session.rowOf("u9"));
      expect([fates.length, marks.length]).toEqual([slices, slices]);
      expect(Array.from(marks).filter((mark) => mark !== 0)).toEqual([MAP_MARK.problem]);
      expect(marks[slices - 1]).toBe(MAP_MARK.problem);
    }
  });

  it("has one slice for odd numbers of them, and none for a session without entries", async () => {
    const session = await openDrawing("u1 user\na1 assistant");
    for (const slices of [0, -3, 1.9]) expect(minimapOf(session, slices, 0).fates).toHaveLength(1);
    expect(minimapOf(session, Infinity, 0).fates).toHaveLength(2);
    expect(minimapOf(await openDrawing(""), 50, null).fates).toHaveLength(0);
  });

  it("is made anew for every call: its columns are given away", async () => {
    const session = await openDrawing("u1 user\na1 assistant");
    const first = minimapOf(session, 2, 0);
    expect(minimapOf(session, 2, 0).fates).not.toBe(first.fates);
    expect(fatesAt(session, session.passes(0))).toBe(fatesAt(session, session.passes(0)));
  });
});

describe("the strip of a path", () => {
  it("holds the path to the point alone, each slice with its first entry", async () => {
    const session = await openDrawing(MARKED);
    const words = (slices: number, point: string | null): string[] => {
      const { fates, rows } = pathStrip(session, slices, point === null ? null : session.rowOf(point));
      return Array.from(fates, (fate, slice) => `${session.index.id(rows[slice]!)} ${FATES[fate]}`);
    };
    expect(words(100, "u2")).toEqual(["u1 in context", "a1 in context", "u2 in context"]);
    expect(words(100, "c1")).toEqual([
      "u1 summarised",
      "a1 in context",
      "a2 omitted",
      "l1 no message",
      "e1 no message",
      "c1 checkpoint",
    ]);
    expect(words(2, "u2")).toEqual(["u1 in context", "a1 in context"]);
    expect(words(100, null)).toEqual([]);
  });
});
