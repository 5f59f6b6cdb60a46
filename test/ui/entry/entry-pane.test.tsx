import { afterEach, describe, expect, test, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { EntryPane } from "../../../src/ui/entry/EntryPane.tsx";
import { gapWords } from "../../../src/ui/entry/gap-words.ts";
import { openLine } from "../../../src/ui/entry/raw-line.ts";
import { visiblePieces } from "../../../src/ui/blocks/visible-text.ts";
import { mount, openSession, settle, type Page } from "../list/panes.ts";

let page: Page;
afterEach(() => page.end());

describe("the entry", () => {
  test("nothing selected is said calmly", async () => {
    page = await mount(openSession(10), <EntryPane />);
    expect(page.root.textContent).toContain("Nothing is selected");
    expect(page.client.of("entry")).toEqual([]);
  });

  test("says its fate in a sentence with links, and offers the context at it", async () => {
    const client = openSession(10);
    cells.selection.value = 4;
    client.entries.set(4, {
      fate: "summarised",
      why: ["It lies before the range kept by the ", { row: 6, id: "id6", text: "compaction at 14:32" }, "."],
      fields: [{ name: "Stop reason", value: ["stop"] }],
      children: [{ row: 5, id: "id5", text: "entry 5" }],
      childCount: 23,
    });
    page = await mount(client, <EntryPane />);
    const fate = page.find(".entry-fate");
    expect(fate.querySelector("h3")?.textContent).toBe("Summarised");
    expect(fate.textContent).toContain("It lies before the range kept by the compaction at 14:32.");
    expect(page.root.textContent).toContain("Stop reason");
    expect(page.root.textContent).toContain("and 22 more");
    await page.click(fate.querySelector(".parts-button"));
    expect(cells.point.value).toBe(4);
    await page.click(page.find(".entry-fate .parts-link"));
    expect(cells.selection.value).toBe(6);
    expect(page.find(".entry-fate").textContent).not.toContain("compaction at 14:32");
  });

  test("tells its story after it, and never that of another entry", async () => {
    const client = openSession(5);
    client.hold.add("story");
    page = await mount(client, <EntryPane />);
    await settle(() => (cells.selection.value = 2));
    await settle(() => (cells.selection.value = 3));
    await vi.waitFor(() => expect(client.of("story")).toHaveLength(1));
    expect(client.last("story").params).toMatchObject({ row: 3 });
    await settle(() => client.last("story").answer([["It was in the context of 7 requests."]]));
    expect(page.find(".entry-fate").textContent).toContain("It was in the context of 7 requests.");
  });

  test("names a parent that is not in the file", async () => {
    const client = openSession(3);
    cells.selection.value = 1;
    client.entries.set(1, { parent: { missing: "<gone>" } });
    page = await mount(client, <EntryPane />);
    expect(page.root.textContent).toContain("<gone>, which is not in the file");
  });

  test("keeps the old entry until the new one is here, and drops answers that come late", async () => {
    const client = openSession(10);
    cells.selection.value = 1;
    page = await mount(client, <EntryPane />);
    expect(page.root.textContent).toContain("at byte 100");
    client.hold.add("entry");
    await settle(() => (cells.selection.value = 2));
    const late = client.last("entry");
    expect(page.root.textContent).toContain("at byte 100");
    client.hold.delete("entry");
    await settle(() => (cells.selection.value = 3));
    expect(page.root.textContent).toContain("at byte 300");
    expect(late.options.signal?.aborted).toBe(true);
  });

  test("an entry that cannot be read says so", async () => {
    const client = openSession(10);
    client.hold.add("entry");
    cells.selection.value = 1;
    page = await mount(client, <EntryPane />);
    await settle(() => client.last("entry").refuse({ code: "failed", message: "the disk is gone" }));
    expect(page.root.textContent).toContain("could not be read: the disk is gone");
  });

  test("its tabs are a tablist that arrows move through", async () => {
    page = await mount(openSession(10), <EntryPane />);
    const tabs = page.all("[role=tablist] [role=tab]");
    expect(tabs.map((tab) => tab.textContent)).toEqual(["Entry", "Raw", "Problems 2"]);
    tabs[0]?.focus();
    await page.press("ArrowRight");
    expect(cells.rightPane.value).toBe("raw");
    expect(document.activeElement?.textContent).toBe("Raw");
    expect(page.find("[role=tabpanel]").getAttribute("aria-labelledby")).toBe("entry-tab-raw");
  });
});

describe("the raw line", () => {
  test("is shown exactly, with what cannot be seen made visible, and pretty on request", async () => {
    const client = openSession(10);
    cells.selection.value = 1;
    cells.rightPane.value = "raw";
    client.raw = { exact: '{"a":"<b>\u0000\u202e"}', pretty: '{\n  "a": "…"\n}' };
    page = await mount(client, <EntryPane />);
    const raw = page.find(".entry-raw");
    expect(raw.textContent).toBe('{"a":"<b>␀U+202E"}');
    expect([...raw.children].map((mark) => mark.getAttribute("title"))).toEqual(["U+0000", "U+202E"]);
    expect(page.root.textContent).toContain("line 3 · 9 B at byte 120");
    await page.click(page.all('[aria-label="Look of the line"] [role=radio]')[1]!);
    expect(page.find(".entry-raw").textContent).toBe('{\n  "a": "…"\n}');
  });

  test("is copied exactly, and a clipboard that is closed is said", async () => {
    const client = openSession(10);
    cells.selection.value = 1;
    cells.rightPane.value = "raw";
    client.raw = { exact: '{"a":\u0000}' };
    page = await mount(client, <EntryPane />);
    const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText: write } });
    await page.click(page.find(".entry-copy button"));
    expect(write).toHaveBeenCalledWith('{"a":\u0000}');
    expect(page.find(".entry-copy").textContent).toContain("Copied");
    vi.stubGlobal("navigator", {});
    await page.click(page.find(".entry-copy button"));
    expect(page.find(".entry-copy").textContent).toContain("Not copied");
    vi.unstubAllGlobals();
  });

  test("is saved whole by its number, however little of it is shown", async () => {
    const client = openSession(10);
    cells.selection.value = 1;
    cells.rightPane.value = "raw";
    client.raw = { exact: "a".repeat(256_000), exactWhole: false, bytes: 64_000_000 };
    page = await mount(client, <EntryPane />);
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const [, save] = page.all(".entry-copy button");
    expect(save?.textContent).toBe("Save the line");
    await page.click(save!);
    expect(client.last("line").params).toEqual({ row: null, line: 3 });
    const [saved] = made.mock.calls.flat();
    expect(saved instanceof Blob && (await saved.text())).toBe("the whole line");
    made.mockRestore();
  });

  test("of a line that is no entry is read by its number", async () => {
    const client = openSession(10);
    page = await mount(client, <EntryPane />);
    await settle(() => openLine(null, 7));
    expect(client.last("raw").params).toEqual({ row: null, line: 7 });
    expect(page.root.textContent).toContain("line 7");
    await settle(() => openLine(4, 9));
    expect(cells.selection.value).toBe(4);
  });

  test("is never put in the document beyond 200,000 characters", async () => {
    const client = openSession(10);
    cells.selection.value = 1;
    cells.rightPane.value = "raw";
    client.raw = { exact: "a".repeat(256_000), exactWhole: false, bytes: 64_000_000 };
    page = await mount(client, <EntryPane />);
    expect(page.find(".entry-raw").textContent.length).toBe(30_000);
    await page.click(page.find(".entry-raw-rest button"));
    expect(page.find(".entry-raw").textContent.length).toBe(200_000);
    expect(page.root.textContent).toContain("The first 200,000 characters are shown of a line of 64.0 MB.");
    expect(page.root.textContent).toContain("64.0 MB (64,000,000 bytes) at byte 120");
  });
});

test("invisible characters are pieces of their own, up to a number of them", () => {
  expect(visiblePieces("a\tb")).toEqual(["a\tb"]);
  expect(visiblePieces("\u200bx\ud800")).toEqual([
    { symbol: "U+200B", name: "U+200B" },
    "x",
    { symbol: "U+D800", name: "U+D800" },
  ]);
  expect(visiblePieces("😀")).toEqual(["😀"]);
  expect(visiblePieces("\u0000".repeat(100_000)).length).toBeLessThan(1000);
});

test("gaps in time", () => {
  expect([gapWords(-32 * 60_000), gapWords(90_000), gapWords(400), gapWords(3 * 86_400_000)]).toEqual([
    "32 min before",
    "2 min after",
    "",
    "3 d after",
  ]);
});
