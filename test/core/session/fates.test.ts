import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decidedBy, fateColumn, fateOf } from "../../../src/core/session/fates.ts";
import { forkColumn } from "../../../src/core/session/forks.ts";
import { runPasses } from "../../../src/core/session/passes.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { FATES } from "../../../src/core/view/fate.ts";
import { anyLinks, indexOfDrawing, indexOfLinks, timeAt } from "./build.ts";
import { SlowTree } from "./slow.ts";

/** Every entry's fate at a point, and what decided it, as `fate < by`. */
function fatesAt(index: SessionIndex, at: string | null): { [id: string]: string } {
  const passes = runPasses(index, at === null ? -1 : index.rowOf(at));
  const told = Array.from({ length: index.count }, (_, row): [string, string] => {
    const fate = fateOf(index, passes, row);
    const by = decidedBy(index, passes, row, fate);
    return [index.id(row), by === -1 ? fate : `${fate} < ${index.id(by)}`];
  });
  return Object.fromEntries(told);
}

describe("the first fate that applies is it", () => {
  const index = indexOfDrawing(`
    s1 system "prompt"
    u1 user
    n1 name "A name"
    c1 compaction "first" keep=u1
    s2 system "more"
    u2 user
    u3 user
      x1 user
      x2 user
    hidden bash "ls" "a" excludeFromContext=true
    oracle role oracle content="words"
    c2 compaction "second" keep=u3
    o1 omit u3
    p1 replace u4 "an edit ahead of its target"
    u4 user
    u5 user
    p2 replace u5 "other words"
    p3 replace hidden "not for this role"
    u6 user
      u7 user
    r1 < null user
    r2 user
  `);

  it("after a compaction, with edits", () => {
    expect(fatesAt(index, "u6")).toEqual({
      s1: "folded < c2",
      u1: "summarised < c2",
      n1: "no message",
      c1: "superseded < c2",
      s2: "folded < c2",
      u2: "summarised < c2",
      u3: "omitted < o1",
      x1: "other branch < u3",
      x2: "other branch < u3",
      hidden: "not sent",
      oracle: "not sent",
      c2: "checkpoint",
      o1: "no message",
      p1: "no message",
      u4: "replaced < p1",
      u5: "replaced < p2",
      p2: "no message",
      p3: "no message",
      u6: "in context",
      u7: "later",
      r1: "other branch < r1",
      r2: "other branch < r1",
    });
  });

  it("before the second compaction the first is the checkpoint, and what is off the path hangs from the fork", () => {
    const fates = fatesAt(index, "x1");
    expect(fates).toMatchObject({ s1: "folded < c1", u1: "in context", n1: "no message", c1: "checkpoint" });
    expect(fates).toMatchObject({ s2: "in context", u3: "in context", x1: "in context", x2: "later" });
    expect(fates).toMatchObject({ hidden: "other branch < u3", u7: "other branch < u3", r2: "other branch < r1" });
  });

  it("at a root everything on its tree is later, and every other tree another branch", () => {
    const fates = Object.entries(fatesAt(index, "s1")).filter(([id]) => id !== "s1");
    expect(fates.filter(([, fate]) => fate !== "later")).toEqual([
      ["r1", "other branch < r1"],
      ["r2", "other branch < r1"],
    ]);
  });

  it("before any entry everything is later", () => {
    expect(new Set(Object.values(fatesAt(index, null)))).toEqual(new Set(["later"]));
  });

  it("an omitted compaction, system message or bookkeeping entry", () => {
    const drawing = `
      s1 system "prompt"
      l1 label s1 "x"
      o1 omit s1
      o2 omit l1
      c1 compaction "sum" keep=s1
      s2 system "after"
      o3 omit c1
      o4 omit s2
      u1 user
    `;
    expect(fatesAt(indexOfDrawing(drawing), "u1")).toMatchObject({
      s1: "folded < c1",
      l1: "no message",
      c1: "omitted < o3",
      s2: "omitted < o4",
      u1: "in context",
    });
    expect(fatesAt(indexOfDrawing(drawing), "o2")).toMatchObject({ s1: "omitted < o1", l1: "no message" });
  });

  it("in a loop: its entries are on the path, and its branches hang from it", () => {
    const looped = indexOfDrawing(`
      a1 < b1 user
      b1 < a1 user
      c1 < a1 user
      d1 < a1 user
      u1 < null user
    `);
    const fates = { a1: "in context", b1: "in context", c1: "in context", d1: "other branch < a1" };
    expect(fatesAt(looped, "c1")).toEqual({ ...fates, u1: "other branch < u1" });
    expect(fatesAt(looped, "u1")).toMatchObject({ a1: "other branch", c1: "other branch", d1: "other branch" });
  });
});

describe("at every entry of any links", () => {
  it("every branch is told to leave the path where a climb from it meets the path", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const index = indexOfLinks(links);
        const slow = new SlowTree(links);
        for (const point of [-1, ...slow.rows]) {
          const passes = runPasses(index, point);
          const path = new Set(passes.path);
          const forks = slow.rows.map((row) => (path.has(row) ? -1 : slow.fork(row, path)));
          expect(Array.from(forkColumn(index, passes)), `at ${point}`).toEqual(forks);
          const decided = slow.rows.map((row) => (path.has(row) ? -1 : decidedBy(index, passes, row, "other branch")));
          expect(decided, `at ${point}`).toEqual(forks);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("later is what hangs below the point, and the column holds what each row is told", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const index = indexOfLinks(links);
        const slow = new SlowTree(links);
        for (const point of slow.rows) {
          const passes = runPasses(index, point);
          const fates = slow.rows.map((row) => fateOf(index, passes, row));
          const off = slow.rows.filter((row) => passes.pathIndex[row] === -1);
          expect(off.filter((row) => fates[row] === "later")).toEqual(off.filter((row) => slow.isBelow(row, point)));
          expect(Array.from(fateColumn(index, passes), (code) => FATES[code])).toEqual(fates);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("fates of 100,000 entries are there in no time", { timeout: 60_000 }, () => {
  const COUNT = 100_000;
  const many = (parent: (at: number) => number): SessionIndex =>
    indexOfLinks(
      Array.from({ length: COUNT }, (_, at) => ({
        id: `e${at}`,
        parentId: at === 0 ? null : `e${parent(at)}`,
        timestamp: timeAt(at),
      })),
    );

  it("in a chain, seen from its root, its middle and its end", () => {
    const index = many((at) => at - 1);
    for (const point of [0, COUNT >> 1, COUNT - 1]) {
      const passes = runPasses(index, point);
      const column = fateColumn(index, passes);
      expect(column.reduce((count, code) => count + (FATES[code] === "later" ? 1 : 0), 0)).toBe(COUNT - 1 - point);
      expect(forkColumn(index, passes)).toHaveLength(COUNT);
    }
  });

  it("in two long branches, and in a star", () => {
    const branches = many((at) => Math.max(0, at - 2));
    expect(forkColumn(branches, runPasses(branches, COUNT - 1))[COUNT - 2]).toBe(0);
    const star = many(() => 0);
    const passes = runPasses(star, 7);
    expect(forkColumn(star, passes)[8]).toBe(0);
    expect(FATES[fateColumn(star, passes)[8]!]).toBe("other branch");
  });
});
