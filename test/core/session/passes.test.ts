import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isProjected, isSystem, replacingEdit, runPasses, type Passes } from "../../../src/core/session/passes.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { anyLinks, indexOf, indexOfDrawing, type Link } from "./build.ts";
import { SlowTree } from "./slow.ts";

function ids(index: SessionIndex, rows: ArrayLike<number>): string {
  return Array.from(rows, (row) => index.id(row)).join(" ");
}

/** What is selected at an entry of a drawing, by ids. */
function selected(drawing: string, at: string): string {
  const index = indexOfDrawing(drawing);
  return ids(index, runPasses(index, index.rowOf(at)).selected);
}

const COMPACTED = `
  s1 system "prompt"
  u1 user
  a1 assistant
  s2 system "more"
  u2 user
  a2 assistant
  c1 compaction "so far" keep=a1
  u3 user
  s3 system "later"
`;

describe("the first pass selects", () => {
  it.each([
    ["the whole path where no compaction is on it", "a2", "s1 u1 a1 s2 u2 a2"],
    [
      "the compaction first, then the kept range without system messages, then all that follows",
      "s3",
      "c1 a1 u2 a2 u3 s3",
    ],
    ["the same at the compaction itself", "c1", "c1 a1 u2 a2"],
  ])("%s", (_, at, expected) => {
    expect(selected(COMPACTED, at)).toBe(expected);
  });

  it("nothing before any entry", () => {
    const index = indexOfDrawing(COMPACTED);
    const passes = runPasses(index, -1);
    expect(passes).toMatchObject({ compaction: -1, keptFrom: 0, endless: false });
    expect(Array.from(passes.selected)).toEqual([]);
    expect(Array.from(passes.pathIndex)).toEqual(Array.from({ length: index.count }, () => -1));
  });

  it.each([
    ["its own id", "c1"],
    ["nothing", ""],
    ["an entry that is not there", "gone"],
    ["an entry of another branch", "x1"],
    ["an entry after it", "u3"],
  ])("nothing before a compaction that keeps %s", (_, keep) => {
    const drawing = `
      u1 user
        x1 user
      a1 assistant
      c1 compaction "so far" keep=${keep}
      u3 user
    `;
    expect(selected(drawing, "u3")).toBe("c1 u3");
  });

  it("an older compaction where it stands, when it is in the kept range or after", () => {
    const drawing = `
      u1 user
      c1 compaction "first" keep=u1
      u2 user
      c2 compaction "second" keep=c1
      u3 user
    `;
    expect(selected(drawing, "u3")).toBe("c2 c1 u2 u3");
    expect(selected(drawing, "u2")).toBe("c1 u1 u2");
  });

  it("by the compaction of its own branch, not by that of another", () => {
    const drawing = `
      u1 user
      a1 assistant
        c1 compaction "one way" keep=a1
        u2 user
      c2 < a1 compaction "another" keep=u1
      u3 user
    `;
    expect(selected(drawing, "u2")).toBe("c1 a1 u2");
    expect(selected(drawing, "u3")).toBe("c2 u1 a1 u3");
    expect(selected(drawing, "a1")).toBe("u1 a1");
  });
});

describe("the second pass", () => {
  /** The edits in force at an entry: target to edit, by ids. */
  function edits(drawing: string, at: string): { [target: string]: string } {
    const index = indexOfDrawing(drawing);
    const found = runPasses(index, index.rowOf(at)).edits;
    return Object.fromEntries([...found].map(([target, edit]) => [index.id(target), index.id(edit)]));
  }

  const EDITED = `
    u1 user
    a1 assistant
    e1 replace u1 "first"
    e2 replace u1 "second"
    e3 omit a1
      e4 replace a1 "on another branch"
    u2 < e3 user
  `;

  it("takes the last edit of a target", () => {
    expect(edits(EDITED, "u2")).toEqual({ u1: "e2", a1: "e3" });
  });

  it("knows only the edits on the path: before an edit the original stands", () => {
    expect(edits(EDITED, "a1")).toEqual({});
    expect(edits(EDITED, "e1")).toEqual({ u1: "e1" });
    expect(edits(EDITED, "e4")).toEqual({ u1: "e2", a1: "e4" });
  });

  it("knows only the edits among the selected entries, and only targets among them", () => {
    const drawing = `
      u1 user
      e1 omit u1
      u2 user
      e2 omit u1
      c1 compaction "so far" keep=u2
      e3 omit c1
      e4 replace u2 "kept"
    `;
    expect(edits(drawing, "c1")).toEqual({});
    expect(edits(drawing, "e4")).toEqual({ c1: "e3", u2: "e4" });
  });

  it("projects what is not omitted and makes a message, and only the first of the compactions", () => {
    const index = indexOfDrawing(`
      u1 user
      c1 compaction "first" keep=u1
      l1 label u1 "x"
      b1 branch "" from=u1
      c2 compaction "second" keep=c1
      u2 user
      u3 user
      o1 omit u2
      r1 replace u3 "other"
      r2 replace l1 "nothing to replace"
    `);
    const passes = runPasses(index, index.leaf);
    const projected = Array.from(passes.selected).filter((row) => isProjected(index, passes, row));
    expect(ids(index, projected)).toBe("c2 u3");
  });

  it("replaces content for the roles user, assistant, toolResult and custom alone", () => {
    const index = indexOfDrawing(`
      user user
      assistant assistant c1:read{"path":"a"}
      result result c1
      custom role custom content="words"
      extension extension demo.note "words"
      system system "prompt"
      bash bash "ls" "a"
      oracle role oracle content="words"
      branch branch "summary" from=user
      e1 replace user "x"
      e2 replace assistant "x"
      e3 replace result "x"
      e4 replace custom "x"
      e5 replace extension "x"
      e6 replace system "x"
      e7 replace bash "x"
      e8 replace oracle "x"
      e9 replace branch "x"
      broken entry context_edit targetId=result
    `);
    const passes = runPasses(index, index.rowOf("e9"));
    const replaced = Array.from(passes.selected).filter((row) => replacingEdit(index, passes, row) !== -1);
    expect(ids(index, replaced)).toBe("user assistant result custom extension");
    // An edit without a replacement is the last one of its target, and changes nothing.
    expect(replacingEdit(index, runPasses(index, index.leaf), index.rowOf("result"))).toBe(-1);
  });
});

/** Any links, where each entry is a prompt, a compaction or an edit of any entry. */
const anyEntries: fc.Arbitrary<{ links: Link[]; lines: { type: string; target: string }[] }> = anyLinks.chain(
  (links) => {
    const target = fc.nat(links.length).map((at) => links[at]?.id ?? "gone");
    const line = fc.record({
      type: fc.constantFrom("user", "user", "system", "compaction", "omit", "replace"),
      target,
    });
    return fc.array(line, { minLength: links.length, maxLength: links.length }).map((lines) => ({ links, lines }));
  },
);

function lineOf(link: Link, { type, target }: { type: string; target: string }): unknown {
  if (type === "compaction") return { type, ...link, summary: "sum", firstKeptEntryId: target };
  if (type === "omit") return { type: "context_edit", ...link, targetId: target, replacement: null };
  if (type === "replace") return { type: "context_edit", ...link, targetId: target, replacement: { content: "x" } };
  return { type: "message", ...link, message: { role: type, content: "words" } };
}

/** The two passes as the format says them, over a list of rows. */
function slowPasses(
  slow: SlowTree,
  index: SessionIndex,
  point: number,
): { selected: number[]; edits: [number, number][] } {
  const path = slow.climb(point).rows.toReversed();
  const at = path.findLastIndex((row) => index.type(row) === "compaction");
  const kept = index.columns.ids.text(index.columns.target.at(path[at] ?? 0));
  const from = at === -1 ? 0 : path.slice(0, at).findIndex((row) => slow.links[row]!.id === kept);
  const before = from === -1 ? [] : path.slice(from, at).filter((row) => !isSystem(index, row));
  const selected = at === -1 ? path : [path[at]!, ...before, ...path.slice(at + 1)];
  const edits = selected.flatMap((row): [number, number][] => {
    const edit = selected.findLast(
      (other) =>
        index.type(other) === "context_edit" &&
        index.columns.ids.text(index.columns.target.at(other)) === slow.links[row]!.id,
    );
    return edit === undefined ? [] : [[row, edit]];
  });
  return { selected, edits };
}

describe("the passes at every entry of any links", () => {
  it("equal the format's own words, and know where each entry stands on the path", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyEntries, ({ links, lines }) => {
        const index = indexOf(links.map((link, at) => lineOf(link, lines[at]!)));
        const slow = new SlowTree(links);
        const ours: Passes[] = slow.rows.map((row) => runPasses(index, row));
        expect(ours.map(({ selected, edits }) => ({ selected: Array.from(selected), edits: [...edits] }))).toEqual(
          slow.rows.map((row) => slowPasses(slow, index, row)),
        );
        for (const { path, pathIndex } of ours) {
          expect(Array.from(pathIndex)).toEqual(slow.rows.map((row) => path.indexOf(row)));
        }
      }),
      { numRuns: 300 },
    );
  });
});
