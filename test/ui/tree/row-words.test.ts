import { describe, expect, test } from "vitest";
import { rowFigure, rowTime, rowTrouble } from "../../../src/ui/tree/row-words.ts";
import { rowOf } from "../../state/fake-client.ts";

describe("the right side of a row", () => {
  test("is the weight of what is in the context, and the fate of what is not", () => {
    const row = rowOf(0);
    expect(rowFigure({ ...row, tokens: 2100 })).toBe("~2.1k");
    expect(rowFigure({ ...row, tokens: 0 })).toBe("");
    expect(rowFigure({ ...row, fate: "summarised", tokens: 52 })).toBe("~52");
    expect(rowFigure({ ...row, fate: "omitted", tokens: 38_000 })).toBe("~38k omitted");
    expect(rowFigure({ ...row, fate: "superseded", tokens: 90 })).toBe("superseded");
    expect(rowFigure({ ...row, fate: "other branch" })).toBe("other");
    expect(rowFigure({ ...row, fate: "no message", tokens: 0 })).toBe("");
    expect(rowFigure({ ...row, shadowed: true })).toBe("duplicate id");
  });

  test("has the time where the minute changes and the day where the day does", () => {
    const noon = new Date(2026, 2, 12, 12, 0, 5).getTime();
    expect(rowTime(noon, null)).toBe("12:00");
    expect(rowTime(noon + 20_000, noon)).toBe("");
    expect(rowTime(noon + 60_000, noon)).toBe("12:01");
    expect(rowTime(noon + 86_400_000, noon)).toBe("13 Mar");
    expect(rowTime(null, noon)).toBe("");
    expect(rowTime(8e15, noon)).not.toContain("NaN");
    expect(rowTime(Number.NaN, noon)).toBe("");
  });

  test("says what is wrong in words", () => {
    expect(rowTrouble({ ...rowOf(0), error: true, problems: 2, shadowed: true })).toBe(
      "failed, 2 problems, a later line has the same id",
    );
    expect(rowTrouble(rowOf(0))).toBe("");
  });
});
