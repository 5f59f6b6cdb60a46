import { signal } from "@preact/signals";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as cells from "../../../src/state/cells.ts";
import { ContextStrip, type RowSpan } from "../../../src/ui/context/ContextStrip.tsx";
import { mount, openSession, settle, type Page } from "../list/panes.ts";

let page: Page;
afterEach(() => {
  page.end();
  cells.strip.value = null;
  vi.restoreAllMocks();
});

const seen = signal<RowSpan | null>(null);

async function open(rows: readonly number[]): Promise<HTMLElement> {
  page = await mount(openSession(100), <ContextStrip seen={seen} />);
  await settle(() => {
    const { length } = rows;
    cells.strip.value = { rows: Int32Array.from(rows), fates: new Uint8Array(length), marks: new Uint8Array(length) };
  });
  const box = page.find(".context-strip");
  vi.spyOn(box, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 100, 13, 400));
  box.setPointerCapture = () => undefined;
  return box;
}

async function press(box: HTMLElement, clientY: number, button = 0): Promise<void> {
  await settle(() => box.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true, button, clientY })));
}

describe("the strip of the path", () => {
  test("leads to the first entry of the part that is pressed, and of no other button", async () => {
    const box = await open([0, 10, 20, 30]);
    await press(box, 310);
    expect(cells.selection.value).toBe(20);
    await press(box, 100);
    expect(cells.selection.value).toBe(0);
    await press(box, 9999);
    expect(cells.selection.value).toBe(30);
    await press(box, 100, 2);
    expect(cells.selection.value).toBe(30);
  });

  test("shows where what is in view lies on it", async () => {
    await open([0, 10, 20, 30]);
    await settle(() => (seen.value = { first: 12, last: 25 }));
    const frame = page.find(".context-strip > i");
    expect([frame.style.top, frame.style.height]).toEqual(["25%", "50%"]);
    await settle(() => (seen.value = null));
    expect(page.all(".context-strip > i")).toEqual([]);
  });

  test("of no path leads nowhere", async () => {
    const box = await open([]);
    const before = cells.selection.value;
    await press(box, 200);
    expect(cells.selection.value).toBe(before);
  });
});
