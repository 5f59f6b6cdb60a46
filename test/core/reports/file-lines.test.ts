import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateDiffString } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/tools/edit-diff.js";
import { fileCall } from "../../../src/core/reports/file-calls.ts";
import { linesChanged, linesRead, moved } from "../../../src/core/reports/file-lines.ts";

const call = (args: object, name = "read") =>
  fileCall({ type: "toolCall", name, arguments: { path: "a.ts", ...args } })!;
const result = (text: string, details?: unknown) => ({
  role: "toolResult",
  content: [{ type: "text", text }],
  details,
});
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");

describe("lines read", () => {
  it.each([
    ["all", {}, lines(7), { from: 1, to: 7, toEnd: true }],
    ["all, with a line feed at its end", {}, `${lines(7)}\n`, { from: 1, to: 7, toEnd: true }],
    ["from a line on", { offset: 5 }, lines(3), { from: 5, to: 7, toEnd: true }],
    [
      "a limit that leaves more",
      { offset: 3, limit: 2 },
      `${lines(2)}\n\n[3 more lines in file. Use offset=5 to continue.]`,
      { from: 3, to: 4, toEnd: false },
    ],
    ["a limit at the end", { offset: 3, limit: 5 }, lines(5), { from: 3, to: 7, toEnd: true }],
    [
      "what Pi cut by its own bound",
      {},
      `${lines(9)}\n\n[Showing lines 1-2000 of 5000. Use offset=2001 to continue.]`,
      { from: 1, to: 2000, toEnd: false },
    ],
    [
      "what Pi cut by size",
      { offset: 10 },
      `x\n\n[Showing lines 10-60 of 90 (50.0KB limit). Use offset=61 to continue.]`,
      { from: 10, to: 60, toEnd: false },
    ],
    ["nothing", {}, "", { from: 1, to: 1, toEnd: true }],
    ["a range of another editor", { view_range: [4, 9] }, lines(6), { from: 4, to: 9, toEnd: true }],
  ])("are %s", (_what, args, text, wanted) => {
    expect(linesRead(call(args), result(text))).toEqual(wanted);
  });

  it("of another tool go to the end only when there are fewer than asked for", () => {
    expect(linesRead(call({ limit: 5 }, "Read"), result(lines(5)))).toEqual({ from: 1, to: 5, toEnd: false });
    expect(linesRead(call({ limit: 5 }, "Read"), result(lines(4)))).toEqual({ from: 1, to: 4, toEnd: true });
  });

  it("are not told by an image, and by odd results are one empty line", () => {
    expect(
      linesRead(call({}), {
        content: [
          { type: "text", text: "Read image" },
          { type: "image", data: "AAAA" },
        ],
      }),
    ).toBe(null);
    expect(linesRead(call({ offset: "x", limit: null }), { content: 7 })).toEqual({ from: 1, to: 1, toEnd: true });
  });
});

describe("lines changed", () => {
  const patch = `--- a.ts\n+++ a.ts\n@@ -3,7 +3,8 @@\n three\n four\n-five\n-six\n+5\n+6\n+and more\n seven\n eight\n nine\n@@ -20,2 +21,1 @@\n twenty\n-gone\n`;

  it("are those of a patch", () => {
    expect(linesChanged({ details: { patch } })).toEqual([
      { at: 5, removed: 2, added: 3 },
      { at: 21, removed: 1, added: 0 },
    ]);
  });

  it("are those of a diff with numbers", () => {
    const diff = "  3 three\n- 5 five\n+ 5 5\n+ 6 more\n  7 seven\n    ...\n 20 twenty\n+21 added";
    expect(linesChanged({ details: { diff } })).toEqual([
      { at: 5, removed: 1, added: 2 },
      { at: 20, removed: 0, added: 1 },
    ]);
  });

  it("are not told by anything else", () => {
    for (const details of [undefined, null, 7, {}, { diff: "none" }, { patch: "no patch" }, { patch: 7, diff: 7 }])
      expect(linesChanged({ details })).toBe(null);
  });

  it("lead from one text to the other, read from a patch and from Pi's diff alike", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c"), { maxLength: 30 })
      .map((all) => all.map((line) => `${line}\n`).join(""));
    const property = fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      const byPatch = linesChanged({ details: { patch: createTwoFilesPatch("a", "a", before, after) } });
      const byDiff = linesChanged({ details: { diff: generateDiffString(before, after).diff } });
      for (const changes of [byPatch, byDiff]) {
        const old = before.split("\n").slice(0, -1);
        const wanted = after.split("\n").slice(0, -1);
        let shift = 0;
        for (const { at, removed, added } of changes ?? []) {
          const start = at - 1 + shift;
          old.splice(start, removed, ...wanted.slice(start, start + added));
          shift += added - removed;
        }
        expect(old).toEqual(wanted);
      }
    });
    fc.assert(property, { numRuns: 500, seed: 8 });
  });
});

describe("lines of a copy after changes", () => {
  const copy = { from: 10, to: 20, toEnd: false };
  it.each([
    ["above it move it", { at: 2, removed: 1, added: 4 }, { from: 13, to: 23, toEnd: false }],
    ["just above it move it", { at: 9, removed: 1, added: 0 }, { from: 9, to: 19, toEnd: false }],
    ["put right before it move it", { at: 10, removed: 0, added: 1 }, { from: 11, to: 21, toEnd: false }],
    ["below it leave it", { at: 21, removed: 3, added: 0 }, copy],
    ["put right after it leave it", { at: 21, removed: 0, added: 1 }, copy],
    ["of its first line touch it", { at: 10, removed: 1, added: 1 }, undefined],
    ["of its last line touch it", { at: 20, removed: 1, added: 1 }, undefined],
    ["in it touch it", { at: 15, removed: 0, added: 1 }, undefined],
    ["around it touch it", { at: 5, removed: 30, added: 0 }, undefined],
  ])("%s", (_what, change, wanted) => {
    expect(moved(copy, [change])).toEqual(wanted);
  });

  it("touch a copy of the beginning or the end where something is put before or after", () => {
    expect(moved({ from: 1, to: 20, toEnd: false }, [{ at: 1, removed: 0, added: 1 }])).toBe(undefined);
    expect(moved({ from: 10, to: 20, toEnd: true }, [{ at: 21, removed: 0, added: 1 }])).toBe(undefined);
  });
});
