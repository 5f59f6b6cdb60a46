import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countLines, cutLines } from "../../../src/ui/blocks/cut-lines.ts";

function lines(count: number, length = 10): string {
  return Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, "x")).join("\n");
}

describe("texts cut to a number of lines", () => {
  test("short texts stay whole, and so do those a line or two longer", () => {
    for (const text of ["", "one", lines(12), lines(14), `${lines(12)}\n`]) {
      expect(cutLines(text, 12)).toEqual({ text, lines: 0, chars: 0 });
    }
  });

  test("longer ones say how many lines are left", () => {
    const cut = cutLines(lines(126), 12);
    expect(cut.text).toBe(lines(126).split("\n").slice(0, 12).join("\n"));
    expect(cut.lines).toBe(114);
  });

  test("a text of one long line is cut by its length", () => {
    const cut = cutLines("y".repeat(100_000), 12);
    expect(cut.text.length).toBe(12 * 160);
    expect(cut.chars).toBe(100_000 - 12 * 160);
  });

  test("never cuts a character in two", () => {
    const cut = cutLines(`${"a".repeat(12 * 160 - 1)}${"😀".repeat(2000)}`, 12);
    expect(cut.text).not.toMatch(/[\ud800-\udbff]$/);
  });

  test("loses nothing: what is shown and what is left are the whole", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant("\n"), fc.string({ maxLength: 400 })), { maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, most) => {
          const text = parts.join("");
          const cut = cutLines(text, most);
          expect(text.startsWith(cut.text)).toBe(true);
          const rest = text.slice(cut.text.length).replace(/^\r?\n/, "");
          expect(cut.chars).toBe(rest.length);
          expect(cut.lines).toBe(countLines(rest));
          expect(countLines(cut.text)).toBeLessThanOrEqual(most + 2);
        },
      ),
    );
  });
});
