import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treeView } from "../../../src/core/present/tree.ts";
import { pathTo } from "../../../src/core/session/path.ts";
import { OpenedSession } from "../../../src/core/session/session.ts";
import { FILTERS, MARK, type TreeQuery, type TreeView } from "../../../src/core/view/row.ts";
import { anyLinks, indexOf, type Link } from "../session/build.ts";
import { SlowTree } from "../session/slow.ts";

/** Laws of the tree for any links: loops, orphans, self-parents, repeated ids. */

const KINDS = [
  { type: "message", message: { role: "user", content: "a prompt" } },
  { type: "message", message: { role: "assistant", content: [] } },
  { type: "message", message: { role: "toolResult", content: "some output", toolName: "read" } },
  { type: "model_change", modelId: "beacon" },
  { type: "usage", kind: "other" },
];

interface Example {
  readonly session: OpenedSession;
  readonly slow: SlowTree;
  readonly query: TreeQuery;
}

const example: fc.Arbitrary<Example> = fc
  .record({
    links: anyLinks,
    kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 25, maxLength: 25 }),
    filter: fc.constantFrom(...FILTERS),
    query: fc.constantFrom("", "", "prompt", "read", "nowhere"),
    folded: fc.array(fc.nat(24), { maxLength: 3 }),
    point: fc.option(fc.nat(24)),
  })
  .map(({ links, kinds, filter, query, folded, point }) => {
    const inside = (row: number): number => row % links.length;
    return {
      session: open(links, kinds),
      slow: new SlowTree(links),
      query: { filter, query, folded: folded.map(inside), point: point === null ? null : inside(point) },
    };
  });

function open(links: readonly Link[], kinds: readonly object[]): OpenedSession {
  const { builder } = indexOf(links.map((link, at) => ({ ...kinds[at], ...link })));
  return new OpenedSession(new Blob([]), builder);
}

function law(check: (example: Example, view: TreeView) => void): () => void {
  return () =>
    fc.assert(
      fc.property(example, (given) => check(given, treeView(given.session, given.query))),
      { numRuns: 400 },
    );
}

/** The visible entry a row stands for: itself, or the nearest visible one above; -1 for none. */
function standIn(slow: SlowTree, view: TreeView, row: number): number {
  const visible = Array.from(view.rows);
  const found = slow.climb(row).rows.find((at) => visible.includes(at));
  return found === undefined ? -1 : visible.indexOf(found);
}

describe("the tree of any links", { timeout: 60_000 }, () => {
  it(
    "shows every entry once under `all`, and never one twice",
    law(({ session, slow, query }, view) => {
      const whole = treeView(session, { ...query, filter: "all", query: "", folded: [] });
      expect(Array.from(whole.rows).toSorted((a, b) => a - b)).toEqual(slow.rows);
      expect(new Set(view.rows).size).toBe(view.rows.length);
      // What is left out changes no order.
      const shown = new Set(view.rows);
      expect(Array.from(whole.rows).filter((row) => shown.has(row))).toEqual(Array.from(view.rows));
    }),
  );

  it(
    "marks the path to the point, and nothing else",
    law(({ session, query }, view) => {
      const path = new Set(pathTo(session.index, query.point ?? -1).rows);
      const marked = Array.from(view.rows).filter((_, at) => (view.marks[at]! & MARK.path) !== 0);
      expect(marked).toEqual(Array.from(view.rows).filter((row) => path.has(row)));
    }),
  );

  it(
    "shows the point and the file's last entry where they are, or at the nearest visible entry above",
    law(({ session, slow, query }, view) => {
      expect(view.pointAt).toBe(query.point === null ? -1 : standIn(slow, view, query.point));
      expect(view.leafAt).toBe(standIn(slow, view, session.index.leaf));
    }),
  );

  it(
    "hides what hangs below a fold, and only that",
    law(({ session, slow, query }, view) => {
      const open = treeView(session, { ...query, folded: [] });
      const below = (row: number): boolean => query.folded.some((fold) => slow.isBelow(row, fold));
      expect(Array.from(view.rows)).toEqual(Array.from(open.rows).filter((row) => !below(row)));
      const folded = Array.from(view.rows).filter((_, at) => (view.marks[at]! & MARK.folded) !== 0);
      expect(folded.every((row) => query.folded.includes(row) && slow.children(row).length > 0)).toBe(true);
    }),
  );

  it(
    "indents by at most one step more than the row before, and draws lines left of the row alone",
    law((_, view) => {
      for (const [at, depth] of view.depth.entries()) {
        expect(depth - (at === 0 ? 0 : view.depth[at - 1]!)).toBeLessThanOrEqual(at === 0 ? 0 : 1);
        const elbow = (view.marks[at]! & MARK.elbow) !== 0;
        expect(view.guides[at]! >>> Math.max(0, depth - (elbow ? 1 : 0))).toBe(0);
      }
    }),
  );
});
