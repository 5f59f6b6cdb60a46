import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProblemView } from "../../../src/core/view/context.ts";
import * as cells from "../../../src/state/cells.ts";
import { rawLine } from "../../../src/ui/entry/raw-line.ts";
import { ProblemsPane } from "../../../src/ui/problems/ProblemsPane.tsx";
import { fakeLayout } from "../list/layout.ts";
import { mount, openSession, type Page } from "../list/panes.ts";

let page: Page;
let restore = (): void => undefined;
beforeEach(() => {
  restore = fakeLayout(480);
});
afterEach(() => {
  page.end();
  restore();
});

function problem(line: number, changes: Partial<ProblemView> = {}): ProblemView {
  return { code: "x", severity: "error", line, offset: 0, message: `wrong ${line}`, row: line - 2, ...changes };
}

test("no problems is an answer", async () => {
  page = await mount(openSession(3), <ProblemsPane />);
  expect(page.root.textContent).toContain("No problems");
});

test("problems are listed with their severity and line, and lead to the place", async () => {
  const client = openSession(30);
  client.problems = [problem(4), problem(9, { severity: "warning", message: "<i>" }), problem(12, { row: null })];
  page = await mount(client, <ProblemsPane />);
  expect(page.root.textContent).toContain("2 errors, 1 warning");
  const options = page.all("[role=option]");
  expect(options.map((option) => option.textContent)).toEqual([
    "error: wrong 4 line 4",
    "warning: <i> line 9",
    "error: wrong 12 line 12",
  ]);
  await page.click(options[1]!);
  expect(cells.selection.value).toBe(7);
  await page.click(page.all("[role=option]")[2]!);
  expect(cells.selection.value).toBeNull();
  expect([rawLine.value?.line, cells.rightPane.value]).toEqual([12, "raw"]);
});

test("a million problems are a screenful, and keys go through them", async () => {
  const client = openSession(30);
  client.problems = Array.from({ length: 1_000_000 }, (_, i) => problem(i + 2, { row: null }));
  page = await mount(client, <ProblemsPane />);
  expect(page.all("[role=option]").length).toBeLessThan(60);
  page.find('[role=option][tabindex="0"]').focus();
  await page.press("End");
  expect(document.activeElement?.textContent).toContain("wrong 1000001");
  await page.press("Enter");
  expect(rawLine.value?.line).toBe(1_000_001);
});
