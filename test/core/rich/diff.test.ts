import fc from "fast-check";
import { expect, it } from "vitest";
import { diffOfTexts, readDiff } from "../../../src/core/rich/diff.ts";
import type { DiffBlock } from "../../../src/core/view/tool-block.ts";

const linesOf = (block: DiffBlock, other: "added" | "removed"): string[] =>
  block.lines.filter(({ mark }) => mark === "same" || mark === other).map(({ text }) => text);

const text = fc.array(fc.constantFrom("", "a", "b b", "  let c = 1;", "const d = 2;", "\tx"), { maxLength: 12 });

it("says both texts whole, whatever they are", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { block, whole } = diffOfTexts([{ before: before.join("\n"), after: after.join("\n") }]);
      const split = (lines: readonly string[]): string[] => {
        const rows = lines.join("\n").split("\n");
        return rows.at(-1) === "" ? rows.slice(0, -1) : rows;
      };
      expect(linesOf(block, "removed")).toEqual(split(before));
      expect(linesOf(block, "added")).toEqual(split(after));
      expect(whole).toBe(true);
      for (const { text: line, words = [] } of block.lines) {
        for (const [from, to] of words) expect(from < to && to <= line.length).toBe(true);
      }
    }),
  );
});

it("marks the words that differ in lines that are alike, and none in lines that are not", () => {
  const { block } = diffOfTexts([{ before: "let total = 1;\nalpha", after: "const total = 2;\n0 1 2 3" }]);
  expect(block.lines.map(({ mark, words }) => [mark, words])).toEqual([
    [
      "removed",
      [
        [0, 3],
        [12, 13],
      ],
    ],
    ["removed", undefined],
    [
      "added",
      [
        [0, 5],
        [14, 15],
      ],
    ],
    ["added", undefined],
  ]);
});

it("is bounded, and says what it leaves out", () => {
  const long = Array.from({ length: 1000 }, (_, i) => `line ${i}`).join("\n");
  const { block, whole } = diffOfTexts([{ before: "", after: long }]);
  expect([block.lines.length, block.left, block.added, whole]).toEqual([400, 600, 1000, false]);
  expect(diffOfTexts([{ before: "", after: "x".repeat(5000) }])).toMatchObject({ whole: false, block: { added: 1 } });
  const start = performance.now();
  const odd = Array.from({ length: 60_000 }, (_, i) => String((i * 7919) % 10_007)).join("\n");
  diffOfTexts(Array.from({ length: 50 }, () => ({ before: odd, after: odd.split("\n").toReversed().join("\n") })));
  expect(performance.now() - start).toBeLessThan(3000);
});

it("reads a unified diff", () => {
  const { block } = readDiff("--- a\n+++ b\n@@ -3,2 +3,2 @@ f\n one\n-two\n+2\n\\ No newline at end of file\n");
  expect(block.lines).toEqual([
    { mark: "gap", text: "--- a" },
    { mark: "gap", text: "+++ b" },
    { mark: "gap", text: "@@ -3,2 +3,2 @@ f" },
    { mark: "same", old: 3, new: 3, text: "one" },
    { mark: "removed", old: 4, text: "two" },
    { mark: "added", new: 4, text: "2" },
    { mark: "gap", text: "\\ No newline at end of file" },
  ]);
});

it("reads Pi's own form, counting new lines where it gives old ones only", () => {
  const { block } = readDiff("   8 same\n-  9 out\n  10 after\n+ 10 in\n     ...\n  20 end");
  expect(block.lines).toEqual([
    { mark: "same", old: 8, new: 8, text: "same" },
    { mark: "removed", old: 9, text: "out" },
    { mark: "same", old: 10, new: 9, text: "after" },
    { mark: "added", new: 10, text: "in" },
    { mark: "gap", text: "…" },
    { mark: "same", old: 20, new: 20, text: "end" },
  ]);
});

it("loses no line of what calls itself a diff", () => {
  const row = fc.string({ unit: fc.constantFrom("+", "-", " ", "1", "a", ".", "@", "\u2028"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
      const { block } = readDiff(rows.join("\n"));
      const last = rows.at(-1) === "" ? 1 : 0;
      expect(block.lines).toHaveLength(rows.length - last);
      block.lines.forEach(({ mark, text: line }, at) => {
        if (line !== "…" || mark !== "gap") expect(rows[at]).toContain(line);
      });
    }),
  );
});
