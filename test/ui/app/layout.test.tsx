import { afterEach, describe, expect, it } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { entryWidth, treeWidth } from "../../../src/state/preferences.ts";
import { choose, click, doing, mount, named, press, setWidth, type Mounted } from "./mount.tsx";

let page: Mounted;

afterEach(() => {
  page.unmount();
  treeWidth.value = 0;
  entryWidth.value = 0;
});

async function openDrawer(): Promise<void> {
  await doing(() => named("Tree", document.querySelector(".app-nav")!).click());
}

async function at(width: number): Promise<void> {
  page = await mount(width);
  await choose(new File(["{}"], "a.jsonl"));
}

const hidden = (id: string): boolean => document.querySelector(id)!.hasAttribute("hidden");
const tree = (): HTMLElement => document.querySelector<HTMLElement>(".app-tree")!;

describe("three columns", () => {
  it("show everything, with two splitters", async () => {
    await at(1440);
    expect([hidden(".app-context"), hidden(".app-entry")]).toEqual([false, false]);
    expect(document.querySelectorAll("[role=separator]")).toHaveLength(2);
  });

  it("are moved by keys, and given back by a double click", async () => {
    await at(1440);
    const [first, second] = Array.from(document.querySelectorAll("[role=separator]"));
    if (first === undefined || second === undefined) throw new Error("two splitters were expected");
    await press("End", {}, first);
    expect(treeWidth.value).toBe(864);
    await press("Home", {}, first);
    expect(treeWidth.value).toBe(240);
    await press("ArrowLeft", {}, second);
    expect(entryWidth.value).toBeGreaterThan(0);
    expect(document.querySelector<HTMLElement>(".app-work")!.style.getPropertyValue("--tree-width")).toBe("240px");
    await doing(() => first.dispatchEvent(new MouseEvent("dblclick", { bubbles: true })));
    expect(treeWidth.value).toBe(0);
  });
});

describe("two columns", () => {
  it("show the tree beside the context or the entry", async () => {
    await at(900);
    expect([hidden(".app-context"), hidden(".app-entry")]).toEqual([false, true]);
    await click("Entry");
    expect([hidden(".app-context"), hidden(".app-entry")]).toEqual([true, false]);
    await press("Escape");
    expect(hidden(".app-context")).toBe(false);
  });

  it("turn to the problems when they are asked for", async () => {
    await at(900);
    await click(/^Problems/);
    expect(hidden(".app-entry")).toBe(false);
    expect(cells.rightPane.value).toBe("problems");
  });
});

describe("one column", () => {
  it("has the tree as a drawer, which a tap on a row leaves", async () => {
    await at(360);
    expect(tree().inert).toBe(true);
    await openDrawer();
    expect(tree().inert).toBe(false);
    expect(document.querySelector<HTMLElement>(".app-context")!.inert).toBe(true);
    const row = document.createElement("div");
    row.setAttribute("role", "treeitem");
    tree().append(row);
    await doing(() => row.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 })));
    expect(cells.narrowPane.value).toBe("entry");
    expect([tree().inert, hidden(".app-entry")]).toEqual([true, false]);
    row.remove();
  });

  it("closes the drawer by Esc and by the scrim", async () => {
    await at(360);
    await openDrawer();
    await press("Escape");
    expect(tree().inert).toBe(true);
    await openDrawer();
    await doing(() => document.querySelector<HTMLElement>(".app-scrim")!.click());
    expect(cells.narrowPane.value).toBe("context");
  });

  it("shows problems as a picture and a number, named in words", async () => {
    await at(360);
    const button = [...document.querySelectorAll("header button")].find(({ textContent }) =>
      textContent.startsWith("Problems"),
    );
    expect(button?.querySelector("svg")).not.toBeNull();
    expect(button?.querySelector(".unseen")?.textContent).toBe("Problems");
  });

  it("has everything else in one menu", async () => {
    await at(360);
    await click("More");
    const items = Array.from(document.querySelectorAll("[role^=menuitem]"), (item) => item.textContent);
    for (const name of ["Open a file", "Save projected context", "Theme: dark", "Help"]) {
      expect(items.some((item) => item.startsWith(name))).toBe(true);
    }
  });
});

it("panes keep their place when the window changes", async () => {
  await at(1440);
  const [left, context] = [tree().firstElementChild, document.querySelector('[aria-label="Context"]')];
  for (const width of [900, 360, 1440]) {
    await doing(() => setWidth(width));
    expect(tree().firstElementChild).toBe(left);
    expect(document.querySelector('[aria-label="Context"]')).toBe(context);
  }
});
