import { readFileSync } from "node:fs";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FATES } from "../../../src/core/view/fate.ts";
import * as cells from "../../../src/state/cells.ts";
import { bestFirst } from "../../../src/ui/dialogs/match.ts";
import { fateClass, FateMark } from "../../../src/ui/parts/FateMark.tsx";
import { Menu } from "../../../src/ui/parts/Menu.tsx";
import { Segmented } from "../../../src/ui/parts/Segmented.tsx";
import { Words } from "../../../src/ui/parts/Words.tsx";
import { failureWords } from "../../../src/ui/start/words.ts";

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement("div");
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
});

function key(target: Element, name: string): Promise<void> {
  return act(() => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  });
}

describe("Segmented", () => {
  it("is a radiogroup with one stop for Tab, and arrows that go round", async () => {
    const chosen: string[] = [];
    const choices = ["a", "b", "c"].map((value) => ({ value, text: value.toUpperCase() }));
    await act(() =>
      render(<Segmented label="Form" choices={choices} value="a" onChange={(value) => chosen.push(value)} />, root),
    );
    const radios = Array.from(root.querySelectorAll<HTMLElement>("[role=radio]"));
    expect(root.querySelector("[role=radiogroup]")!.getAttribute("aria-label")).toBe("Form");
    expect(radios.map((radio) => radio.getAttribute("aria-checked"))).toEqual(["true", "false", "false"]);
    expect(radios.map((radio) => radio.tabIndex)).toEqual([0, -1, -1]);
    await key(radios[0]!, "ArrowRight");
    await key(radios[0]!, "ArrowLeft");
    expect(chosen).toEqual(["b", "c"]);
    expect(document.activeElement).toBe(radios[2]);
  });
});

describe("Menu", () => {
  it("opens with the focus inside, walks by arrows, closes by Esc with the focus back", async () => {
    const run = vi.fn();
    const items = [
      { text: "One", run },
      { text: "Two", run },
    ];
    await act(() => render(<Menu text="Export" items={items} />, root));
    const button = root.querySelector("button")!;
    await act(() => button.click());
    expect(button.getAttribute("aria-expanded")).toBe("true");
    expect(document.activeElement?.textContent).toBe("One");
    await key(document.activeElement!, "ArrowUp");
    expect(document.activeElement?.textContent).toBe("Two");
    await key(document.activeElement!, "Escape");
    expect(root.querySelector("[role=menu]")).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(run).not.toHaveBeenCalled();
  });

  it("closes by a press beside it", async () => {
    await act(() => render(<Menu text="Export" items={[{ text: "One", run: () => undefined }]} />, root));
    await act(() => root.querySelector("button")!.click());
    await act(() => {
      document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    });
    expect(root.querySelector("[role=menu]")).toBeNull();
  });
});

describe("Words", () => {
  it("has links that select", async () => {
    await act(() => render(<Words of={["kept by ", { row: 3, id: "id3", text: "compaction <b>" }, "."]} />, root));
    expect(root.textContent).toBe("kept by compaction <b>.");
    const link = root.querySelector<HTMLElement>("[role=link]")!;
    expect([link.tagName, link.tabIndex, link.hasAttribute("href")]).toEqual(["SPAN", 0, false]);
    const press = (key: string, more: KeyboardEventInit = {}): boolean =>
      link.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
    const ways: (() => unknown)[] = [() => link.click(), () => press("Enter"), () => press(" ")];
    for (const go of ways) {
      cells.selection.value = null;
      await act(() => {
        go();
      });
      expect(cells.selection.value).toBe(3);
    }
    cells.selection.value = null;
    expect(press("j")).toBe(true);
    expect(press("Enter", { ctrlKey: true })).toBe(true);
    expect(cells.selection.value).toBeNull();
  });
});

it("every fate has a mark of its own shape", async () => {
  const css = readFileSync("src/ui/parts/marks.css", "utf8");
  const shapes = new Set<string>();
  for (const fate of FATES) {
    await act(() => render(<FateMark fate={fate} named />, root));
    const mark = root.querySelector(`[role=img].${fateClass(fate)}`)!;
    expect([mark.getAttribute("aria-label"), mark.getAttribute("title")]).toEqual([fate, fate]);
    shapes.add(/url\((.*)\)/.exec(css.split(`.parts-mark.${fateClass(fate)} {`)[1] ?? "")?.[1] ?? "none");
  }
  expect(shapes.size).toBe(FATES.length);
  expect(shapes).not.toContain("none");
});

it("commands are found by words, the best first", () => {
  const items = ["Open a file", "Filter: All", "File order", "Refile"].map((name) => ({ name }));
  const found = (words: string): string[] => bestFirst(items, words).map(({ name }) => name);
  expect(found("file")).toEqual(["File order", "Open a file", "Refile"]);
  expect(found("fi al")).toEqual(["Filter: All"]);
  expect(found("")).toHaveLength(4);
  expect(found("x")).toEqual([]);
});

describe("a failure's words", () => {
  it.each([
    [
      "This is a zip archive. Unpack it and drop the .jsonl file.",
      "This is a zip archive",
      "Unpack it and drop the .jsonl file.",
    ],
    ["One sentence only.", "One sentence only", ""],
    ["no stop", "no stop", ""],
    [`${"long ".repeat(40)}. Rest.`, "This file could not be opened", `${"long ".repeat(40)}. Rest.`],
  ])("%s", (message, heading, body) => {
    expect(failureWords({ code: "failed", message })).toEqual({ heading, body });
  });
});
