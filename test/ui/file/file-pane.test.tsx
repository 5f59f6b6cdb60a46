import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { rawLine } from "../../../src/ui/entry/raw-line.ts";
import { FilePane } from "../../../src/ui/file/FilePane.tsx";
import { findLine } from "../../../src/ui/file/find-line.ts";
import { sessionInfo } from "../../state/fake-client.ts";
import { fakeLayout } from "../list/layout.ts";
import { mount, openSession, settle, type Page, type PaneClient } from "../list/panes.ts";

let page: Page;
let restore = (): void => undefined;
beforeEach(() => {
  restore = fakeLayout(480);
});
afterEach(() => {
  page.end();
  restore();
});

function open(entries: number, broken: readonly number[]): PaneClient {
  const client = openSession(entries);
  for (const at of broken) {
    const problems = [
      { code: "unparsable", severity: "error", line: at + 1, offset: 1, message: "Not JSON", row: null } as const,
    ];
    client.others.set(at, { text: "{broken", problems });
  }
  client.session = sessionInfo({ entries, lines: entries + 1 + broken.length });
  cells.info.value = client.session;
  return client;
}

describe("file order", () => {
  test("lists every line with its number, fate and problems", async () => {
    page = await mount(open(5, [2]), <FilePane />);
    const lines = page.all("[role=option]").map((line) => line.textContent);
    expect(lines[0]).toContain("1Session s1");
    expect(lines[2]).toContain("Not JSON");
    expect(lines[2]).toContain("{broken");
    expect(lines[3]).toContain("[id1] entry 1");
    expect(page.find(".file-problem").className).toContain("file-error");
  });

  test("a click selects the entry, or opens the line that is none as it is stored", async () => {
    page = await mount(open(5, [2]), <FilePane />);
    await page.click(page.all("[role=option]")[3]!);
    expect(cells.selection.value).toBe(1);
    await page.click(page.all("[role=option]")[2]!);
    expect([cells.selection.value, rawLine.value?.line, cells.rightPane.value]).toEqual([null, 3, "raw"]);
  });

  test("follows the selection, and keys go through the lines", async () => {
    page = await mount(open(50_000, [10, 11, 12]), <FilePane />);
    await settle(() => (cells.selection.value = 40_000));
    await settle();
    const line = page.find('[aria-selected="true"]');
    expect(line.textContent).toContain("[id40000]");
    line.focus();
    await page.press("ArrowDown");
    expect(cells.selection.value).toBe(40_001);
    expect(document.activeElement?.textContent).toContain("[id40001]");
    expect(page.all("[role=option]").length).toBeLessThan(50);
  });

  test("finds an entry's line behind any number of lines that are none", async () => {
    page = await mount(open(5, []), <FilePane />);
    const broken = [
      ...Array.from({ length: 300 }, (_, i) => 5 + i),
      700,
      900,
      ...Array.from({ length: 200 }, (_, i) => 1000 + 2 * i),
    ];
    const client = open(2000, broken);
    for (const row of [0, 3, 4, 500, 640, 1000, 1999]) {
      const at = await findLine(row, 2000, client.session.lines, new AbortController().signal);
      const [line] = await client.request("lines", { from: at, to: at + 1, point: null });
      expect(line?.row).toBe(row);
    }
  });
});
