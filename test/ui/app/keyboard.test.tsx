import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { COMMANDS } from "../../../src/ui/keys/commands.ts";
import { choose, click, doing, mount, named, press, type Mounted } from "./mount.tsx";

let page: Mounted;

beforeEach(async () => {
  page = await mount();
  await choose(new File(["{}"], "a.jsonl"));
});

afterEach(() => page.unmount());

describe("keys without a modifier", () => {
  it("move the selection and set the point", async () => {
    await press("k");
    await press("k");
    expect([cells.selection.value, cells.point.value]).toEqual([7, 9]);
    await press("Enter");
    expect(cells.point.value).toBe(7);
    await press("g");
    await press("g");
    expect(cells.selection.value).toBe(0);
    await press("G");
    expect(cells.selection.value).toBe(9);
    await press("K");
    expect(cells.selection.value).toBe(7);
    await press("J");
    expect(cells.selection.value).toBe(9);
    await press("[");
    expect(cells.point.value).toBe(5);
    await press("Escape");
    expect(cells.selection.value).toBe(5);
  });

  it("work where a click has left the focus: on what is chosen already", async () => {
    const chosen = document.querySelector("[role=radio][aria-checked=true]")!;
    await press("k", {}, chosen);
    await press("Enter", {}, chosen);
    expect(cells.point.value).toBe(8);
    await press("k", {}, chosen);
    await press("Enter", {}, document.querySelector("[role=radio][aria-checked=false]")!);
    expect(cells.point.value).toBe(8);
  });

  it("one g, and a g much later, are nothing", async () => {
    await press("g");
    await press("j");
    await press("g");
    expect(cells.selection.value).toBe(9);
  });

  it("toggle thinking, tool output and hidden messages", async () => {
    const before = [cells.showThinking.value, cells.showToolOutput.value, cells.showHidden.value];
    for (const key of ["t", "o", "h"]) await press(key);
    expect([cells.showThinking.value, cells.showToolOutput.value, cells.showHidden.value]).toEqual(
      before.map((value) => !value),
    );
    for (const key of ["t", "o", "h"]) await press(key);
  });

  it("are letters where text goes, and nothing with a modifier or while composing", async () => {
    const box = document.createElement("input");
    document.body.append(box);
    await press("k", {}, box);
    await press("j", { ctrlKey: true });
    await press("k", { altKey: true });
    await press("k", { metaKey: true });
    await press("k", { isComposing: true });
    await press("Enter", {}, named("Open"));
    expect([cells.selection.value, cells.dialog.value]).toEqual([9, null]);
    box.remove();
  });

  it("let a second Ctrl+F through to the browser", async () => {
    const box = document.querySelector<HTMLInputElement>("#tree input[type=search]")!;
    const find = (target: Element): boolean =>
      target.dispatchEvent(new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, cancelable: true }));
    expect(find(document.body)).toBe(false);
    box.focus();
    expect(find(box)).toBe(true);
  });

  it("do nothing under a dialog but leave it", async () => {
    await press("?");
    expect(cells.dialog.value).toBe("help");
    await press("k");
    expect(cells.selection.value).toBe(9);
    await press("Escape");
    expect(cells.dialog.value).toBeNull();
  });

  it("do nothing without a session", async () => {
    await click("Close this session");
    for (const key of ["j", "Enter", "]", "/", "t"]) await press(key);
    expect(cells.phase.value).toBe("empty");
    await press("?");
    expect(cells.dialog.value).toBe("help");
  });
});

describe("keys with a modifier", () => {
  it("Ctrl+O opens the file input, also from a text field", async () => {
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    const clicked = vi.spyOn(input, "click");
    await press("o", { ctrlKey: true }, document.querySelector('input[type="search"]')!);
    expect(clicked).toHaveBeenCalledOnce();
  });

  it.each(["/", "f"])("%s leads to the filter box of the tree", async (key) => {
    cells.leftPane.value = "file";
    await press(key, key === "f" ? { ctrlKey: true } : {});
    await doing(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(cells.leftPane.value).toBe("tree");
    await vi.waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("search"));
  });

  it("Esc takes back one thing at a time", async () => {
    cells.query.value = "words";
    cells.rightPane.value = "raw";
    cells.leftPane.value = "file";
    cells.selection.value = 3;
    const seen: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      await press("Escape");
      seen.push([cells.query.value, cells.rightPane.value, cells.leftPane.value, cells.selection.value]);
    }
    expect(seen).toEqual([
      ["", "raw", "file", 3],
      ["", "entry", "file", 3],
      ["", "entry", "tree", 3],
      ["", "entry", "tree", 9],
    ]);
  });
});

describe("the palette", () => {
  const options = (): string[] =>
    Array.from(document.querySelectorAll("[role=option] > span:first-child"), (option) => option.textContent);

  async function type(words: string): Promise<void> {
    const box = document.querySelector<HTMLInputElement>("[role=combobox]")!;
    await doing(() => {
      box.value = words;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }

  it("finds every command by words and runs it", async () => {
    await press("k", { ctrlKey: true });
    await type("form sent");
    expect(options()).toEqual(["Form: Sent"]);
    await press("Enter", {}, document.querySelector("[role=combobox]")!);
    expect(cells.form.value).toBe("sent");
    expect(cells.dialog.value).toBeNull();
  });

  it("goes through what it found by arrows", async () => {
    await press("k", { ctrlKey: true });
    await type("filter");
    const box = document.querySelector("[role=combobox]")!;
    await press("ArrowDown", {}, box);
    const selected = document.querySelector("[role=option][aria-selected=true]")!;
    expect(box.getAttribute("aria-activedescendant")).toBe(selected.id);
    expect(selected.textContent).toBe(options()[1]);
    await press("ArrowUp", {}, box);
    await press("ArrowUp", {}, box);
    expect(document.querySelector("[role=option][aria-selected=true]")!.textContent).toContain(options().at(-1));
  });

  it("says when nothing is found", async () => {
    await press("k", { ctrlKey: true });
    await type("zzz");
    expect(document.body.textContent).toContain("No command has these words.");
    await press("Enter", {}, document.querySelector("[role=combobox]")!);
    expect(cells.dialog.value).toBe("palette");
  });

  it("closes by the key that opens it", async () => {
    await press("k", { ctrlKey: true });
    await press("k", { ctrlKey: true }, document.querySelector("[role=combobox]")!);
    expect(cells.dialog.value).toBeNull();
  });
});

it("no two commands have one name or one key", () => {
  const names = COMMANDS.map(({ name }) => name);
  const keys = COMMANDS.flatMap((command) => command.keys ?? []);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(keys).size).toBe(keys.length);
});

it("the help lists every key", async () => {
  await press("?");
  const help = document.querySelector("dialog")!.textContent;
  for (const command of COMMANDS) if (command.keys !== undefined) expect(help).toContain(command.name);
});
