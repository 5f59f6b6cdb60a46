import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBelow, isLooped } from "../../../src/core/session/relations.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { anyLinks, indexOf, indexOfDrawing, indexOfLinks, type Link, timeAt } from "./build.ts";
import { SlowTree } from "./slow.ts";

/** Ids of the rows that a list of rows names. */
function ids(index: SessionIndex, rows: ArrayLike<number>): string[] {
  return Array.from(rows, (row) => index.id(row));
}

function childrenOf(index: SessionIndex, id: string): string[] {
  return ids(index, index.children(index.rowOf(id)));
}

describe("relations, by hand", () => {
  it("a parent is the entry its id names; a fork has its children by time, not by place in the file", () => {
    const index = indexOfDrawing(`
      u1 user
      a1 assistant
        late +5m user
        later assistant
      early +1s user @timestamp="2026-03-12T09:00:02.500Z"
    `);
    expect(ids(index, index.relations.roots)).toEqual(["u1"]);
    expect(childrenOf(index, "u1")).toEqual(["a1"]);
    expect(childrenOf(index, "a1")).toEqual(["early", "late"]);
    expect(childrenOf(index, "late")).toEqual(["later"]);
    expect(childrenOf(index, "later")).toEqual([]);
  });

  it("roots stand in file order: no parent, itself as parent, a parent that is not there", () => {
    const index = indexOfDrawing(`
      z1 < gone user
      y1 < null user
      x1 < x1 user
      w1 < y1 user
    `);
    expect(ids(index, index.relations.roots)).toEqual(["z1", "y1", "x1"]);
    expect(index.parent(0)).toBe(-1);
    expect(index.parent(2)).toBe(2);
    expect(childrenOf(index, "x1")).toEqual([]);
  });

  it("of a repeated id the last entry has the children, and each is a child of its own parent", () => {
    const index = indexOf([
      { type: "custom", id: "a", parentId: null },
      { type: "custom", id: "twin", parentId: "a" },
      { type: "custom", id: "b", parentId: "twin" },
      { type: "custom", id: "twin", parentId: "b" },
    ]);
    // The second twin is below b, and b is below the second twin: a loop that the file's first twin stands beside.
    expect(Array.from(index.relations.parent)).toEqual([-1, 0, 3, 2]);
    expect(Array.from(index.children(0))).toEqual([1]);
    expect(Array.from(index.children(1))).toEqual([]);
    expect(index.relations.loopRoots).toEqual([2]);
  });

  it("children without a valid time stay where Array.prototype.sort leaves them", () => {
    const index = indexOf([
      { type: "custom", id: "r", parentId: null },
      ...[5, undefined, 3, "x", 1].map((seconds, at) => ({
        type: "custom",
        id: `c${at}`,
        parentId: "r",
        timestamp: typeof seconds === "number" ? timeAt(seconds) : seconds,
      })),
    ]);
    const times = [5, Number.NaN, 3, Number.NaN, 1];
    const expected = [0, 1, 2, 3, 4].toSorted((a, b) => times[a]! - times[b]!).map((at) => `c${at}`);
    expect(childrenOf(index, "r")).toEqual(expected);
  });

  it("a loop is named by its first member in the file; what hangs below it is looped too", () => {
    const index = indexOfDrawing(`
      u1 user
      below < b1 user
      c1 < b1 user
      b1 < a1 user
      a1 < c1 user
    `);
    const { relations } = index;
    expect(relations.loopRoots).toEqual([index.rowOf("c1")]);
    expect(["u1", "below", "c1", "b1", "a1"].map((id) => isLooped(relations, index.rowOf(id)))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});

describe("relations of any links equal their definitions", { timeout: 60_000 }, () => {
  const check = (law: (index: SessionIndex, slow: SlowTree) => void) => (): void =>
    fc.assert(
      fc.property(anyLinks, (links) => law(indexOfLinks(links), new SlowTree(links))),
      { numRuns: 600 },
    );

  it(
    "parents and roots",
    check((index, slow) => {
      expect(Array.from(index.relations.parent)).toEqual(slow.rows.map((row) => slow.parent(row)));
      expect(Array.from(index.relations.roots)).toEqual(slow.rows.filter((row) => slow.isRoot(row)));
    }),
  );

  it(
    "children, in Pi's order",
    check((index, slow) => {
      const ours = slow.rows.map((row) => Array.from(index.children(row)));
      expect(ours).toEqual(slow.rows.map((row) => slow.children(row)));
    }),
  );

  it(
    "loops",
    check((index, slow) => {
      const looped = slow.rows.filter((row) => isLooped(index.relations, row));
      expect(looped).toEqual(slow.rows.filter((row) => slow.isLooped(row)));
      expect([...index.relations.loopRoots].toSorted((a, b) => a - b)).toEqual(slow.loopRoots());
    }),
  );

  it(
    "what is below what",
    check((index, slow) => {
      const pairs = slow.rows.flatMap((row) => slow.rows.map((other) => [row, other] as const));
      const ours = pairs.filter(([row, other]) => isBelow(index.relations, row, other));
      expect(ours).toEqual(pairs.filter(([row, other]) => slow.isBelow(row, other)));
    }),
  );

  it(
    "every entry has a place of its own in the depth-first order, and its last descendant stands at or after it",
    check((index, slow) => {
      const { first, last } = index.relations;
      expect(Array.from(first).toSorted((a, b) => a - b)).toEqual(slow.rows);
      expect(slow.rows.filter((row) => last[row]! < first[row]!)).toEqual([]);
    }),
  );
});

describe("relations of 100,000 entries are there in no time", { timeout: 60_000 }, () => {
  const COUNT = 100_000;
  const many = (parent: (at: number) => number): Link[] =>
    Array.from({ length: COUNT }, (_, at) => ({
      id: `e${at}`,
      parentId: parent(at) < 0 ? null : `e${parent(at)}`,
      timestamp: timeAt(COUNT - at),
    }));
  it("in one chain", () => {
    const index = indexOfLinks(many((at) => at - 1));
    expect(isBelow(index.relations, COUNT - 1, 0)).toBe(true);
    expect(index.childCount(COUNT - 1)).toBe(0);
  });

  it("in a chain written backwards", () => {
    const index = indexOfLinks(many((at) => (at === COUNT - 1 ? -1 : at + 1)));
    expect(isBelow(index.relations, 0, COUNT - 1)).toBe(true);
    expect(Array.from(index.relations.roots)).toEqual([COUNT - 1]);
  });

  it("in a star, whose children are sorted by time", () => {
    const index = indexOfLinks(many((at) => (at === 0 ? -1 : 0)));
    expect(index.childCount(0)).toBe(COUNT - 1);
    expect(index.children(0)[0]).toBe(COUNT - 1);
    expect(isBelow(index.relations, 1, 0)).toBe(true);
  });

  it("as roots alone", () => {
    expect(indexOfLinks(many(() => -1)).relations.roots).toHaveLength(COUNT);
  });

  it("in one loop, and in 50,000 loops of two", () => {
    const one = indexOfLinks(many((at) => (at + 1) % COUNT));
    expect(one.relations.loopRoots).toEqual([0]);
    const pairs = indexOfLinks(many((at) => at ^ 1));
    expect(pairs.relations.loopRoots).toHaveLength(COUNT / 2);
  });
});
