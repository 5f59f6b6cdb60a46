import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffPart } from "../../../src/core/reports/diff-lines.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "", "long line"), { maxLength: 30 }).map((all) => all.join("\n"));

/** One of the two texts, from a diff without gaps. */
function side(of: ReturnType<typeof diffPart>, mark: "added" | "removed"): string[] {
  return of.lines.filter((line) => line.mark === "same" || line.mark === mark).map(({ text }) => text);
}

function linesOf(text: string): string[] {
  const all = text.split("\n");
  return all.at(-1) === "" ? all.slice(0, -1) : all;
}

describe("the lines from one text to another", () => {
  it("hold both texts whole, but for what is the same far from a change", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const part = diffPart(before, after);
        if (part.lines.some(({ mark }) => mark === "gap")) return;
        expect(side(part, "removed")).toEqual(linesOf(before));
        expect(side(part, "added")).toEqual(linesOf(after));
      }),
      { numRuns: 500 },
    );
  });

  it("leave a gap where more than three lines on either side are the same", () => {
    const all = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const changed = all.with(10, "other");
    expect(diffPart(all.join("\n"), changed.join("\n")).lines.map(({ mark, text }) => `${mark} ${text}`)).toEqual([
      "gap 7 lines the same",
      "same line 7",
      "same line 8",
      "same line 9",
      "removed line 10",
      "added other",
      "same line 11",
      "same line 12",
      "same line 13",
      "gap 6 lines the same",
    ]);
  });

  it("are a gap alone where nothing differs, and none where nothing is there", () => {
    expect(diffPart("a\nb", "a\nb").lines).toEqual([{ mark: "gap", text: "2 lines the same" }]);
    expect(diffPart("", "").lines).toEqual([]);
  });

  it("are all of one and all of the other where the texts are too large, and cut at a bound", () => {
    const large = "x\n".repeat(1_100_000);
    const part = diffPart(large, "y");
    expect(part.lines).toHaveLength(400);
    expect(part.lines.every(({ mark }) => mark === "removed")).toBe(true);
    expect(part.left).toBe(1_100_001 - 400);
  });
});
