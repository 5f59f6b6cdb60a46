import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MARK } from "../../../src/core/view/row.ts";
import * as cells from "../../../src/state/cells.ts";
import { markOpen } from "../../../src/state/marks.ts";
import { TreePane } from "../../../src/ui/tree/TreePane.tsx";
import { fakeLayout, scrollBy } from "../list/layout.ts";
import { chain, mount, openSession, settle, type Page } from "../list/panes.ts";

let page: Page;
let restore = (): void => undefined;
beforeEach(() => {
  restore = fakeLayout(480);
});
afterEach(() => {
  page.end();
  restore();
});

function ids(): (string | null)[] {
  return page.all("[role=treeitem]").map((row) => row.getAttribute("data-entry-id"));
}

describe("the tree", () => {
  test("shows rows with their id, fate, level and place, and asks only for those in view", async () => {
    const client = openSession(100_000);
    client.rows.set(1, { fate: "omitted", label: "here", problems: 1 });
    page = await mount(client, <TreePane />);
    await settle(() => (cells.selection.value = 0));
    expect(page.find("[role=tree]").getAttribute("aria-label")).toBe("Entries, 100,000 of 100,000");
    const row = page.find('[data-entry-id="id1"]');
    expect(row.dataset["fate"]).toBe("omitted");
    expect(row.getAttribute("aria-level")).toBe("1");
    expect(row.getAttribute("aria-posinset")).toBe("2");
    expect(row.getAttribute("aria-setsize")).toBe("100000");
    expect(row.textContent).toContain("here");
    expect(row.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("omitted");
    expect(page.all("[role=treeitem]").length).toBeLessThan(40);
    const asked = client.of("rows").reduce((sum, call) => sum + call.params.rows.length, 0);
    expect(asked).toBeLessThan(600);
  });

  test("begins where the point is, even when nothing there is selected", async () => {
    page = await mount(openSession(5000), <TreePane />);
    expect(ids()).toContain("id4999");
    expect(page.find('[data-entry-id="id4999"]').getAttribute("aria-current")).toBe("location");
  });

  test("shows at once what came with the tree, and asks for no more", async () => {
    markOpen();
    const client = openSession(5000);
    const rows = Array.from({ length: 136 }, (_, i) => client.row(4864 + i));
    cells.tree.value = { ...chain(5000), near: { from: 4864, point: 4999, rows } };
    page = await mount(client, <TreePane />);
    expect(ids()).toContain("id4999");
    expect(client.of("rows")).toEqual([]);
    await vi.waitFor(() => expect(performance.getEntriesByName("session:tree")).toHaveLength(1));
    // The point moves: its tree is on the way, with rows of that point.
    await settle(() => (cells.point.value = 3));
    expect(client.of("rows")).toEqual([]);
    const moved = rows.map((row) => ({ ...row, fate: "later" as const }));
    await settle(() => (cells.tree.value = { ...chain(5000), near: { from: 4864, point: 3, rows: moved } }));
    expect(page.find('[data-entry-id="id4999"]').getAttribute("data-fate")).toBe("later");
  });

  test("a click selects and never moves the point; the row's action moves the point and nothing else", async () => {
    page = await mount(openSession(10), <TreePane />);
    await page.click(page.find('[data-entry-id="id3"]'));
    expect([cells.selection.value, cells.point.value]).toEqual([3, 9]);
    expect(page.find('[data-entry-id="id3"]').getAttribute("aria-selected")).toBe("true");
    await page.click(page.find('[data-entry-id="id3"] [data-act="point"]'));
    expect([cells.selection.value, cells.point.value]).toEqual([3, 3]);
    expect(page.find('[data-entry-id="id3"]').querySelector("[data-act]")).toBeNull();
  });

  test("a click that ends the marking of text is none", async () => {
    page = await mount(openSession(10), <TreePane />);
    const text = page.find('[data-entry-id="id3"] .tree-text').firstChild!;
    const marked = vi.spyOn(globalThis, "getSelection").mockReturnValue({
      isCollapsed: false,
      anchorNode: text,
    } as unknown as Selection);
    await page.click(page.find('[data-entry-id="id3"]'));
    expect(cells.selection.value).toBeNull();
    marked.mockRestore();
  });

  test("keys move the selection and the focus with it, into rows that were not in the document", async () => {
    page = await mount(openSession(5000), <TreePane />);
    await settle(() => (cells.selection.value = 0));
    page.find('[role=treeitem][tabindex="0"]').focus();
    await page.press("ArrowDown");
    expect(cells.selection.value).toBe(1);
    expect(document.activeElement?.getAttribute("data-entry-id")).toBe("id1");
    await page.press("End");
    expect(cells.selection.value).toBe(4999);
    expect(document.activeElement?.getAttribute("data-entry-id")).toBe("id4999");
    await page.press("PageUp");
    expect(cells.selection.value).toBe(4999 - 19);
    expect(page.all('[role=treeitem][tabindex="0"]')).toHaveLength(1);
    await page.press("Enter");
    expect(cells.point.value).toBe(4980);
  });

  test("a key with a modifier is not the tree's", async () => {
    page = await mount(openSession(10), <TreePane />);
    const row = page.find('[role=treeitem][tabindex="0"]');
    const event = new KeyboardEvent("keydown", { key: "ArrowUp", ctrlKey: true, bubbles: true, cancelable: true });
    await settle(() => row.dispatchEvent(event));
    expect([event.defaultPrevented, cells.selection.value]).toEqual([false, null]);
  });

  test("folds by its mark and by arrows, and says what is folded", async () => {
    const client = openSession(4);
    cells.tree.value = { ...chain(4), marks: Uint8Array.from([MARK.foldable | MARK.path, 0, 0, 0]) };
    page = await mount(client, <TreePane />);
    const root = page.find('[data-entry-id="id0"]');
    expect(root.getAttribute("aria-expanded")).toBe("true");
    expect(page.find('[data-entry-id="id1"]').hasAttribute("aria-expanded")).toBe(false);
    await page.click(root.querySelector("[data-fold]"));
    expect([...cells.folded.value]).toEqual([0]);
    expect(cells.selection.value).toBeNull();
  });

  test("stale rows of another point stand in, rows of another session never", async () => {
    const client = openSession(10);
    page = await mount(client, <TreePane />);
    client.hold.add("rows");
    await settle(() => (cells.point.value = 4));
    expect(page.all("[role=treeitem]:not([data-entry-id])")).toHaveLength(0);
    const next = openSession(10);
    next.hold.add("rows");
    await settle();
    expect(ids().filter((id) => id !== null)).toEqual([]);
    await settle(() => client.last("rows").answer([]));
    expect(ids().filter((id) => id !== null)).toEqual([]);
  });
});

describe("what is hidden", () => {
  test("rows that no root reaches say so, and stand below a heading", async () => {
    const client = openSession(3);
    const marks = new Uint8Array([0, MARK.loop, MARK.loop]);
    cells.tree.value = { ...chain(3), marks };
    page = await mount(client, <TreePane />);
    expect(page.all(".tree-chip-loop").length).toBe(2);
    expect(page.find(".tree-apart").closest("[data-row]")?.getAttribute("data-row")).toBe("1");
  });

  test("nothing matches: said, with the way out", async () => {
    const client = openSession(10);
    cells.query.value = "<b>no</b>";
    cells.tree.value = { ...chain(0), total: 10 };
    page = await mount(client, <TreePane />);
    expect(page.root.textContent).toContain("No entry with “<b>no</b>” under Default.");
    await page.click(page.all(".tree-nothing button")[0]!);
    expect([cells.query.value, cells.filter.value]).toEqual(["", "default"]);
  });

  test("a session without entries says so", async () => {
    page = await mount(openSession(0), <TreePane />);
    expect(page.root.textContent).toContain("No entries");
  });

  test("an entry that is read but not shown can be brought back", async () => {
    const client = openSession(10);
    cells.tree.value = { ...chain(3), total: 10 };
    cells.selection.value = 7;
    cells.folded.value = new Set([2]);
    cells.query.value = "x";
    page = await mount(client, <TreePane />);
    await page.click(page.find(".tree-hidden button"));
    expect([cells.query.value, cells.filter.value, cells.folded.value.size]).toEqual(["", "all", 0]);
  });
});

test("the filters are a radiogroup, and the amount is in words", async () => {
  page = await mount(openSession(1204), <TreePane />);
  const group = page.find('[role=radiogroup][aria-label="Filter"]');
  expect([...group.querySelectorAll("[role=radio]")].map((radio) => radio.textContent)).toEqual([
    "Default",
    "No-tools",
    "User",
    "Labeled",
    "All",
  ]);
  expect(page.root.textContent).toContain("1,204 / 1,204 entries");
});

test("while a file is read, its first entries are a plain list", async () => {
  const client = openSession(10);
  cells.tree.value = null;
  cells.previewRows.value = [client.row(0), client.row(1)];
  page = await mount(client, <TreePane />);
  expect(page.all("[role=treeitem]")).toHaveLength(0);
  expect(page.all("ul li").map((row) => row.textContent)).toEqual(["user: entry 0", "assistant: entry 1"]);
  cells.previewRows.value = [];
});

test("the focus follows a selection that a key of the page moved", async () => {
  page = await mount(openSession(50), <TreePane />);
  await settle(() => (cells.selection.value = 5));
  page.find('[role=treeitem][tabindex="0"]').focus();
  await settle(() => (cells.selection.value = 30));
  expect(document.activeElement?.getAttribute("data-entry-id")).toBe("id30");
});

test("the tree is where it was when the file order makes room for it again", async () => {
  page = await mount(openSession(5000), <TreePane />);
  await settle(() => (cells.selection.value = 4000));
  await settle(() => scrollBy(page.find(".tree-list"), -24_000));
  const before = page.find(".tree-list").scrollTop;
  expect(before).toBeGreaterThan(1000);
  await page.click(page.all('[aria-label="Order"] [role=radio]')[1]!);
  expect(page.all("[role=tree]")).toEqual([]);
  await page.click(page.all('[aria-label="Order"] [role=radio]')[0]!);
  expect(page.find(".tree-list").scrollTop).toBe(before);
});
