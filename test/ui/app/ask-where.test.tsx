import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { openFile } from "../../../src/state/opening.ts";
import { doing, mount, type Mounted } from "./mount.tsx";

let page: Mounted;
let words: HTMLElement;

beforeEach(async () => {
  page = await mount();
  await doing(() => openFile(new File(["{}"], "a.jsonl")));
  words = document.createElement("div");
  words.className = "blocks";
  words.textContent = "some words of the session";
  document.querySelector("main")?.append(words);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  getSelection()?.removeAllRanges();
  words.remove();
  page.unmount();
});

async function choose(node: Node, from: number, to: number): Promise<void> {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  vi.spyOn(range, "getClientRects").mockReturnValue([new DOMRect(100, 200, 50, 20)] as unknown as DOMRectList);
  await doing(() => {
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    document.dispatchEvent(new Event("selectionchange"));
    vi.advanceTimersByTime(400);
  });
}

const button = (): HTMLElement | null => document.querySelector<HTMLElement>(".app-ask");

describe("a selected text", () => {
  it("can be asked about, with the selection as it is", async () => {
    await choose(words.firstChild ?? words, 5, 10);
    expect(button()?.textContent).toContain("Where did this go?");
    const press = new Event("pointerdown", { bubbles: true, cancelable: true });
    button()?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    await doing(() => button()?.click());
    expect(cells.middlePane.value).toBe("find");
    expect(cells.choices.value.find).toEqual({ text: "words" });
    expect(button()).toBeNull();
  });

  it("is offered nothing while it is being made, where nothing is left of it, and outside the session's content", async () => {
    await choose(words.firstChild ?? words, 4, 5);
    expect(button()).toBeNull();
    const title = document.querySelector(".bar-title")?.firstChild;
    if (title === null || title === undefined) throw new Error("no title");
    await choose(title, 0, 1);
    expect(button()).toBeNull();
    await choose(words.firstChild ?? words, 0, 4);
    expect(button()).not.toBeNull();
    await doing(() => document.dispatchEvent(new Event("selectionchange")));
    expect(button()).toBeNull();
  });
});
