import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSession } from "../../../src/core/session/open.ts";
import { isProjected, replacingEdit, runPasses } from "../../../src/core/session/passes.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { carriedCounts } from "../../../src/core/reports/tokens-carried.ts";
import { oddSession, plainSession, wildSession } from "../../oracle/arbitrary.ts";
import { runs } from "../../oracle/runs.ts";
import { indexOfDrawing } from "../session/build.ts";
import { editedPath } from "./edited-path.ts";

/** Counts as they are shown: by id, requests as stored, then `edit×requests` for each edit that set other content. */
function counted(index: SessionIndex): string[] {
  const { path } = runPasses(index, index.leaf);
  const { stored, edited } = carriedCounts(index, path);
  return Array.from(path).flatMap((row, at) => {
    const edits = Array.from(edited.get(at) ?? [], ([edit, requests]) => ` ${index.id(edit)}×${requests}`);
    return stored[at] === 0 && edits.length === 0 ? [] : [`${index.id(row)} ${stored[at]}${edits.join("")}`];
  });
}

/** The same by running the passes before every answer. */
function slowly(index: SessionIndex, path: Int32Array) {
  const stored = new Uint32Array(path.length);
  const edited = new Map<number, Map<number, number>>();
  let requests = 0;
  for (const [at, row] of path.entries()) {
    if (index.type(row) !== "message" || index.role(row) !== "assistant") continue;
    requests += 1;
    const passes = runPasses(index, at === 0 ? -1 : path[at - 1]!);
    for (const member of passes.selected) {
      if (!isProjected(index, passes, member)) continue;
      const position = passes.pathIndex[member]!;
      const edit = replacingEdit(index, passes, member);
      if (edit === -1) stored[position]! += 1;
      else {
        const counts = edited.get(position) ?? new Map<number, number>();
        edited.set(position, counts.set(edit, (counts.get(edit) ?? 0) + 1));
      }
    }
  }
  return { requests, stored, edited };
}

describe("carried counts", () => {
  it("of a path without compactions are the answers that follow", () => {
    const index = indexOfDrawing(`
      s system "Be brief."
      u1 user "one"
      a1 assistant c:read{"path":"a"}
      r1 result c "text"
      a2 assistant "two"
      m model demo/x
      u2 user "three"
    `);
    expect(counted(index)).toEqual(["s 2", "u1 2", "a1 1", "r1 1"]);
  });

  it("end at a compaction, but for the range it keeps; a later one can bring back what the first left out", () => {
    const index = indexOfDrawing(`
      s system "Be brief."
      u1 user "one"
      a1 assistant "1"
      u2 user "two"
      a2 assistant "2"
      k1 compaction "So far" keep=u2
      a3 assistant "3"
      s2 system "Be kind."
      a4 assistant "4"
      k2 compaction "More" keep=u1
      a5 assistant "5"
      a6 assistant "6"
    `);
    // u1 before a1 and a2, and again before a5 and a6. An older compaction and system messages are out for good.
    expect(counted(index)).toEqual([
      "s 2",
      "u1 4",
      "a1 3",
      "u2 5",
      "a2 4",
      "k1 2",
      "a3 3",
      "s2 1",
      "a4 2",
      "k2 2",
      "a5 1",
    ]);
  });

  it("are interrupted by an edit, and told apart by what the edit set", () => {
    const index = indexOfDrawing(`
      u1 user "a long text"
      u2 user "another"
      a1 assistant "1"
      e1 replace u1 "short"
      e2 omit u2
      a2 assistant "2"
      a3 assistant "3"
      e3 replace u1 "shorter"
      a4 assistant "4"
      k compaction "So far" keep=u1
      a5 assistant "5"
      k2 compaction "More" keep=u2
      a6 assistant "6"
    `);
    const found = counted(index);
    expect(found[0]).toBe("u1 1 e1×2 e3×2");
    expect(found[1]).toBe("u2 1");
    expect(found.slice(2)).toEqual(["a1 5", "a2 4", "a3 3", "a4 2", "k 1", "a5 1", "k2 1"]);
  });

  it("forget an edit that the kept range leaves out", () => {
    const index = indexOfDrawing(`
      u1 user "one"
      e1 omit u2
      u2 user "two"
      a1 assistant "1"
      k compaction "So far" keep=u2
      a2 assistant "2"
    `);
    expect(counted(index)).toEqual(["u1 1", "u2 1", "a1 1", "k 1"]);
  });

  it("are those of the passes at every request, however a path is edited and compacted", () => {
    fc.assert(
      fc.property(editedPath, (drawing) => {
        const index = indexOfDrawing(drawing);
        const { path } = runPasses(index, index.leaf);
        expect(carriedCounts(index, path)).toEqual(slowly(index, path));
      }),
      runs(2000),
    );
  });

  it.each([
    ["as Pi writes them", plainSession, 400],
    ["with odd contents", oddSession, 400],
    ["gone wild", wildSession, 400],
  ] as const)(
    "are those of the passes at every request, in sessions %s",
    { timeout: 120_000 },
    async (_, any, times) => {
      let told = 0;
      await fc.assert(
        fc.asyncProperty(any, async (file) => {
          const session = await openSession(new Blob([file]));
          const { index } = session;
          for (let row = 0; row < index.count; row++) {
            const { path, endless } = runPasses(index, row);
            // Where Pi never returns, the path to an entry is no part of the path to a later one.
            if (endless) continue;
            const found = carriedCounts(index, path);
            expect(found).toEqual(slowly(index, path));
            if (found.edited.size > 0) told += 1;
          }
        }),
        runs(times),
      );
      expect(told).toBeGreaterThan(10);
    },
  );
});
