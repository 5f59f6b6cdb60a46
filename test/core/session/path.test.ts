import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathTo } from "../../../src/core/session/path.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { anyLinks, indexOfDrawing, indexOfLinks, timeAt } from "./build.ts";
import { SlowTree } from "./slow.ts";

function pathOf(index: SessionIndex, id: string): { ids: string[]; endless: boolean } {
  const { rows, endless } = pathTo(index, index.rowOf(id));
  return { ids: Array.from(rows, (row) => index.id(row)), endless };
}

describe("a path", () => {
  const index = indexOfDrawing(`
    u1 user
    a1 assistant
      u2 user
      a2 assistant
    u3 user
    lost < gone user
    kept < lost user
    own < own user
    after < own user
    x1 < y1 user
    y1 < z1 user
    z1 < x1 user
    hung < y1 user
    low < hung user
  `);

  it.each([
    ["u1", ["u1"]],
    ["a2", ["u1", "a1", "u2", "a2"]],
    ["u3", ["u1", "a1", "u3"]],
    ["kept", ["lost", "kept"]],
  ])("to %s goes from its root, or from where a parent is missing", (id, ids) => {
    expect(pathOf(index, id)).toEqual({ ids, endless: false });
  });

  it.each([
    ["own", ["own"]],
    ["after", ["own", "after"]],
  ])("to %s is endless for Pi: a self-parent stands in it once", (id, ids) => {
    expect(pathOf(index, id)).toEqual({ ids, endless: true });
  });

  it.each([
    ["x1", ["z1", "y1", "x1"]],
    ["y1", ["x1", "z1", "y1"]],
    ["low", ["x1", "z1", "y1", "hung", "low"]],
  ])("to %s is endless for Pi: every entry of the loop stands in it once", (id, ids) => {
    expect(pathOf(index, id)).toEqual({ ids, endless: true });
  });

  it("to before any entry is empty", () => {
    expect(Array.from(pathTo(index, -1).rows)).toEqual([]);
  });

  it("goes through the last entry of a repeated id, even when it starts at an earlier one", () => {
    const twins = indexOfLinks([
      { id: "a", parentId: null, timestamp: timeAt(0) },
      { id: "t", parentId: "a", timestamp: timeAt(1) },
      { id: "b", parentId: "t", timestamp: timeAt(2) },
      { id: "t", parentId: null, timestamp: timeAt(3) },
    ]);
    expect(Array.from(pathTo(twins, 1).rows)).toEqual([0, 1]);
    expect(Array.from(pathTo(twins, 2).rows)).toEqual([3, 2]);
  });

  it("of any links is the climb from the entry, each entry once", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const index = indexOfLinks(links);
        const slow = new SlowTree(links);
        const ours = slow.rows.map((row) => pathTo(index, row));
        const expected = slow.rows.map((row) => slow.climb(row));
        expect(ours.map(({ rows }) => Array.from(rows))).toEqual(expected.map(({ rows }) => rows.toReversed()));
        expect(ours.map(({ endless }) => endless)).toEqual(expected.map(({ endless }) => endless));
      }),
      { numRuns: 400 },
    );
  });

  it("of 100,000 entries is there in no time, in a chain and in a loop", { timeout: 60_000 }, () => {
    const links = (last: number) =>
      Array.from({ length: 100_000 }, (_, at) => ({
        id: `e${at}`,
        parentId: at === 0 ? (last === 0 ? null : `e${last}`) : `e${at - 1}`,
        timestamp: timeAt(at),
      }));
    expect(pathTo(indexOfLinks(links(0)), 99_999).rows).toHaveLength(100_000);
    expect(pathTo(indexOfLinks(links(99_999)), 50_000)).toMatchObject({ endless: true, rows: { length: 100_000 } });
  });
});
