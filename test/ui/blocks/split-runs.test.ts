import fc from "fast-check";
import { expect, test } from "vitest";
import { splitRuns } from "../../../src/ui/blocks/split-runs.ts";

test("texts with spaces stay in one piece", () => {
  const text = "words and words\n".repeat(1000);
  expect(splitRuns(text)).toEqual([text]);
  expect(splitRuns("")).toEqual([""]);
});

test("long runs get places to break, but never many", () => {
  const pieces = splitRuns(`${"<".repeat(20_000)} and ${"ب".repeat(180_000)}`);
  expect(pieces.length).toBeLessThan(610);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(800);
});

test("the pieces are the text, and no character is cut in two", () => {
  const unit = fc.constantFrom("a", " ", "\n", "😀", "é", "👩‍👧", "ب", "<<<<");
  fc.assert(
    fc.property(fc.array(fc.tuple(unit, fc.nat(400)), { maxLength: 8 }), (parts) => {
      const text = parts.map(([part, times]) => part.repeat(times)).join("");
      const pieces = splitRuns(text);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) {
        expect(piece).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        expect(piece).not.toMatch(/^\u0301|^\u200d/);
      }
    }),
  );
});
