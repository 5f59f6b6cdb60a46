import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FATES } from "../../../src/core/view/fate.ts";

test("every fate has a shape of its own among the marks of rows", () => {
  const css = readFileSync("src/ui/list/marks.css", "utf8");
  const shapes = FATES.map((fate) => css.split(`.list-mark.fate-${fate.replace(" ", "-")} {`)[1]?.split("}")[0]);
  expect(shapes).not.toContain(undefined);
  expect(new Set(shapes).size).toBe(FATES.length);
});
