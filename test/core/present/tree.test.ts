import { describe, expect, it } from "vitest";
import { treeView } from "../../../src/core/present/tree.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { MARK, type TreeQuery, type TreeView } from "../../../src/core/view/row.ts";
import { header, jsonl } from "../../make/entries.ts";
import { idsOf, openDrawing } from "./open-drawing.ts";

/**
 * The tree as a picture, one line a row, two characters an indentation: lines, elbows, then `-` for what can be folded and
 * `+` for what is, `*` for the path to the point, `@` for a loop, and the id.
 */
function picture(session: OpenedSession, view: TreeView): string {
  const lines = Array.from(view.rows, (row, at) => {
    const marks = view.marks[at]!;
    const has = (mark: number): boolean => (marks & mark) !== 0;
    const steps = Array.from({ length: view.depth[at]! }, (_, step) => {
      if (step === view.depth[at]! - 1 && has(MARK.elbow)) return has(MARK.last) ? "└ " : "├ ";
      return ((view.guides[at]! >>> step) & 1) === 1 ? "│ " : "  ";
    });
    const fold = has(MARK.folded) ? "+" : has(MARK.foldable) ? "-" : " ";
    return `${steps.join("")}${fold}${has(MARK.path) ? "*" : " "}${has(MARK.loop) ? "@" : ""}${session.index.id(row)}`;
  });
  return lines.join("\n");
}

/** The picture of a drawing at its leaf under the filter `all`, unless told otherwise. */
async function pictured(drawing: string, point?: string | null, more: Partial<TreeQuery> = {}): Promise<string> {
  const session = await openDrawing(drawing);
  const at = point === undefined ? session.index.leaf : point === null ? null : session.rowOf(point);
  return picture(session, treeView(session, { filter: "all", query: "", folded: [], point: at, ...more }));
}

/** A picture written with the indentation of the test around it. */
function drawn(text: string): string {
  const lines = text.split("\n").slice(1, -1);
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin)).join("\n");
}

const FORKED = `
  u1 user
  a1 assistant
    u2 user
    a2 assistant
    u3 user
  u4 user
  a4 assistant
`;

describe("a tree is drawn", () => {
  it("flat while it is a straight chain", async () => {
    expect(await pictured(`u1 user\na1 assistant\nu2 user`)).toBe("-*u1\n *a1\n *u2");
  });

  it("with the children of a fork and what follows each moved one step right, the branch of the point first", async () => {
    expect(await pictured(FORKED)).toBe(
      drawn(`
        -*u1
         *a1
        ├ -*u4
        │    *a4
        └ - u2
              a2
              u3
      `),
    );
    expect(await pictured(FORKED, "a2")).toBe(
      drawn(`
        -*u1
         *a1
        ├ -*u2
        │    *a2
        │     u3
        └ - u4
              a4
      `),
    );
  });

  it("with the children of a fork by time where the point is on none of them", async () => {
    expect(await pictured(FORKED, "a1")).toBe(
      drawn(`
        -*u1
         *a1
        ├ - u2
        │     a2
        │     u3
        └ - u4
              a4
      `),
    );
    expect(await pictured(FORKED, null)).not.toContain("*");
  });

  it("with lines that go on past forks inside a branch, and end at the last one", async () => {
    const nested = `
      u1 user
        u2 user
          u3 user
          u4 < u2 user
          u5 user
        u6 < u1 user
    `;
    expect(await pictured(nested, "u3")).toBe(
      drawn(`
        -*u1
        ├ -*u2
        │ ├  *u3
        │ └ - u4
        │       u5
        └   u6
      `),
    );
  });

  it("with several roots side by side, as if they were children of a fork that is not drawn", async () => {
    expect(await pictured(`u1 user\na1 assistant\nu2 < null user\na2 assistant\nlost < gone user`, "a2")).toBe(
      drawn(`
        -*u2
           *a2
        - u1
            a1
          lost
      `),
    );
  });

  it("with an entry that is its own parent as a root", async () => {
    expect(await pictured(`u1 user\nown < own user\nbelow user`, "below")).toBe(
      drawn(`
      -*own
         *below
        u1
    `),
    );
  });

  it("with every line of a repeated id", async () => {
    const line = (id: string, parentId: string | null) => ({ type: "custom", customType: "x", id, parentId });
    const session = await openSession(
      new Blob([jsonl([header(), line("a", null), line("t", "a"), line("t", "a"), line("b", "t")])]),
    );
    const view = treeView(session, { filter: "all", query: "", folded: [], point: 3 });
    expect(Array.from(view.rows)).toEqual([0, 2, 3, 1]);
    expect(picture(session, view)).toBe(
      drawn(`
      -*a
      ├ -*t
      │    *b
      └   t
    `),
    );
  });

  it("with loops last, each entry of them once, and nothing else moved by them", async () => {
    const looped = `
      x1 < y1 user
      y1 < x1 user
      low < y1 user
      u1 < null user
      a1 assistant
    `;
    expect(await pictured(looped)).toBe(
      drawn(`
      -*u1
       *a1
      - @x1
        @y1
        @low
    `),
    );
    expect(await pictured(looped, "low")).toContain("*@low");
  });

  it("with the last of the roots marked as such, and every loop as the last of its own", async () => {
    const session = await openDrawing(`
      x1 < y1 user
      y1 < x1 user
      v1 < w1 user
      w1 < v1 user
      u1 < null user
      u2 < null user
    `);
    const view = treeView(session, { filter: "all", query: "", folded: [], point: null });
    const last = Array.from(view.rows).filter((_, at) => (view.marks[at]! & MARK.last) !== 0);
    expect(idsOf(session, view.rows)).toEqual(["u1", "u2", "x1", "y1", "v1", "w1"]);
    expect(idsOf(session, last)).toEqual(["u2", "x1", "y1", "v1", "w1"]);
  });

  it("with a line at each of its first 32 steps, and none deeper", async () => {
    // At every step a fork whose first child goes on, but at the first step: there the last one does.
    const steps = Array.from({ length: 39 }, (_, at) => [
      `s${at + 2} < s${at + 1} user`,
      `side${at + 1} < s${at + 1} user`,
    ]);
    const session = await openDrawing(["s0 user", "side0 < s0 user", "s1 < s0 user", ...steps.flat()].join("\n"));
    const view = treeView(session, { filter: "all", query: "", folded: [], point: null });
    expect(idsOf(session, view.rows).slice(2, 42)).toEqual(Array.from({ length: 40 }, (_, at) => `s${at + 1}`));
    const [depth, guides] = [view.depth.slice(1), view.guides.slice(1)]; // side0 stands before the others
    expect(Array.from(depth.slice(1, 41))).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect([1, 2, 3, 5, 32].map((at) => guides[at])).toEqual([0, 0, 0b10, 0b1110, 0x7ffffffe]);
    expect([33, 34, 40].map((at) => guides[at])).toEqual([0xfffffffe, 0xfffffffe, 0xfffffffe]);
  });
});

describe("hidden entries", () => {
  it("hand their descendants to the nearest visible entry above", async () => {
    const drawing = `
      u1 user
      m1 model demo/beacon-1
        u2 user
      u3 < m1 user
      n1 name "x"
      u4 user
    `;
    expect(await pictured(drawing, "u4", { filter: "default" })).toBe(
      drawn(`
      -*u1
      ├ -*u3
      │    *u4
      └   u2
    `),
    );
  });

  it("leave roots where all above them is hidden", async () => {
    const drawing = `
      m1 model demo/beacon-1
        u1 user
      u2 < m1 user
    `;
    expect(await pictured(drawing, "u2", { filter: "default" })).toBe(` *u2\n  u1`);
  });
});

describe("a fold", () => {
  const folded = async (names: string[], more: Partial<TreeQuery> = {}): Promise<string> => {
    const session = await openDrawing(FORKED);
    const query = { filter: "all", query: "", point: session.index.leaf, ...more } as const;
    return picture(session, treeView(session, { ...query, folded: names.map((name) => session.rowOf(name)) }));
  };

  it("hides what hangs below it and says so", async () => {
    expect(await folded(["u2"])).toBe(
      drawn(`
      -*u1
       *a1
      ├ -*u4
      │    *a4
      └ + u2
    `),
    );
    expect(await folded(["u1"])).toBe("+*u1");
    expect(await folded(["u1", "u2"])).toBe("+*u1");
  });

  it("of an entry without children does nothing", async () => {
    expect(await folded(["a4"])).toBe(await folded([]));
  });

  it("of an entry in the middle of a chain can be opened again", async () => {
    expect(await folded(["a1"])).toBe("-*u1\n+*a1");
  });
});

describe("where the point and the leaf are", () => {
  const places = async (point: string | null, more: Partial<TreeQuery> = {}): Promise<(string | undefined)[]> => {
    const session = await openDrawing(FORKED);
    const at = point === null ? null : session.rowOf(point);
    const view = treeView(session, { filter: "all", query: "", folded: [], ...more, point: at });
    expect(view.total).toBe(7);
    return [view.pointAt, view.leafAt].map((place) => (place === -1 ? undefined : idsOf(session, view.rows)[place]));
  };

  it("is told by their places among the visible rows", async () => {
    expect(await places("a2")).toEqual(["a2", "a4"]);
    expect(await places(null)).toEqual([undefined, "a4"]);
  });

  it("is the nearest visible entry above where they are hidden, folded or not found", async () => {
    expect(await places("a2", { filter: "user-only" })).toEqual(["u2", "u4"]);
    expect(await places("u3", { folded: [1] })).toEqual(["a1", "a1"]);
    expect(await places("a2", { query: "question u1" })).toEqual(["u1", "u1"]);
    expect(await places("a2", { query: "nowhere" })).toEqual([undefined, undefined]);
  });

  it("ends at a self-parent and in a loop", async () => {
    const session = await openDrawing(`own < own assistant\nx1 < y1 assistant\ny1 < x1 assistant`);
    const view = treeView(session, { filter: "user-only", query: "", folded: [], point: 0 });
    expect([view.pointAt, view.leafAt, view.rows.length]).toEqual([-1, -1, 0]);
  });
});
