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
  const choices = page.all('[aria-label="Severity"] [role=radio]');
  expect(choices.map((choice) => choice.textContent)).toEqual(["All", "2 errors", "1 warning"]);
  await page.click(choices[2]!);
  expect(page.all("[role=listitem]").length).toBe(1);
  await page.click(choices[0]!);
  const options = page.all("[data-row]");
  expect(options.map((option) => option.textContent)).toEqual([
    "error: wrong 4 line 4",
    "warning: <i> line 9",
    "error: wrong 12 line 12",
  ]);
  await page.click(options[1]!);
  expect(cells.selection.value).toBe(7);
  await page.click(page.all("[data-row]")[2]!);
  expect(cells.selection.value).toBeNull();
  expect([rawLine.value?.line, cells.rightPane.value]).toEqual([12, "raw"]);
});

test("a million problems are a screenful, and keys go through them", async () => {
  const client = openSession(30);
  client.problems = Array.from({ length: 1_000_000 }, (_, i) => problem(i + 2, { row: null }));
  page = await mount(client, <ProblemsPane />);
  expect(page.all("[data-row]").length).toBeLessThan(60);
  page.find('[data-row][tabindex="0"]').focus();
  await page.press("End");
  expect(document.activeElement?.textContent).toContain("wrong 1000001");
  await page.press("Enter");
  expect(rawLine.value?.line).toBe(1_000_001);
});

test("records of a glued line are under the problem, each to open by hand or key", async () => {
  const client = openSession(3);
  const records = [
    { title: "[a1] User: <b>one</b>", text: '{\n  "id": "a1"\n}' },
    { title: "[a2] Assistant: two", text: '{\n  "id": "a2"\n}' },
  ];
  client.problems = [problem(4, { row: null, records }), problem(5)];
  page = await mount(client, <ProblemsPane />);
  const items = (): HTMLElement[] => page.all("[role=listitem]");
  expect(items()[1]?.querySelector("button")).toBeNull();
  expect(items()[0]?.textContent).toContain("What Pi cannot read here:[a1] User: <b>one</b>[a2] Assistant: two");
  await page.click(page.all(".problems-records button")[1]!);
  expect(items()[0]?.textContent).toContain('{\n  "id": "a2"\n}');
  expect(items()[0]?.textContent).not.toContain('"id": "a1"');
  // Keys in there are not the list's.
  rawLine.value = null;
  page.all(".problems-records button")[0]!.focus();
  await page.press("Enter");
  await page.press("ArrowDown");
  expect(rawLine.value).toBeNull();
  expect(document.activeElement?.tagName).toBe("BUTTON");
});
