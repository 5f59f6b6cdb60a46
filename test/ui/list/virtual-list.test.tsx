import { render, type JSX } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Heights } from "../../../src/lib/heights.ts";
import { VirtualList, type ListHandle } from "../../../src/ui/list/VirtualList.tsx";
import { fakeLayout, placeOf, scrollBy } from "./layout.ts";

const root = document.createElement("div");
let restore = (): void => undefined;

beforeEach(() => {
  restore = fakeLayout(480);
  document.body.append(root);
});
afterEach(() => {
  void act(() => render(null, root));
  root.remove();
  restore();
});

function list(): HTMLElement {
  return root.querySelector<HTMLElement>(".list")!;
}

function items(): number[] {
  return [...root.querySelectorAll("[data-item]")].map((item) => Number(item.getAttribute("data-item")));
}

function item(index: number): HTMLElement {
  return root.querySelector<HTMLElement>(`[data-item="${index}"]`)!;
}

const handle: { current: ListHandle | null } = { current: null };

interface EvenProps {
  readonly count: number;
  readonly pinned?: number;
  readonly keys?: Int32Array;
}

function Even({ count, pinned, keys }: EvenProps): JSX.Element {
  return (
    <VirtualList
      count={count}
      heights={24}
      keys={keys}
      pinned={pinned}
      handle={handle}
      render={(index, away) => (
        <div data-item={keys?.[index] ?? index} data-height={24} data-away={away || undefined} tabIndex={0} />
      )}
    />
  );
}

describe("rows of one height", () => {
  test("a million rows put a screenful in the document", async () => {
    await act(() => render(<Even count={1_000_000} />, root));
    expect(items()[0]).toBe(0);
    expect(items().length).toBeLessThan(40);
    await act(() => handle.current?.scrollTo(777_777, "center"));
    expect(items()).toContain(777_777);
    expect(items().length).toBeLessThan(50);
    expect(placeOf(list(), item(777_777))).toBeCloseTo(228, 0);
    await act(() => handle.current?.scrollTo(999_999, "nearest"));
    expect(placeOf(list(), item(999_999))).toBeCloseTo(456, 0);
  });

  test("the place survives any redraw", async () => {
    await act(() => render(<Even count={1000} />, root));
    await act(() => scrollBy(list(), 5000));
    const before = placeOf(list(), item(215));
    await act(() => render(<Even count={1000} />, root));
    await act(() => render(<Even count={1200} />, root));
    expect(list().scrollTop).toBe(5000);
    expect(placeOf(list(), item(215))).toBe(before);
  });

  test("a pinned row stays in the document with its focus, and in its place in the order", async () => {
    await act(() => render(<Even count={1000} pinned={2} />, root));
    const row = item(2);
    row.focus();
    await act(() => scrollBy(list(), 12_000));
    expect(items()[0]).toBe(2);
    expect(item(2)).toBe(row);
    expect(document.activeElement).toBe(row);
    expect(row.hasAttribute("data-away")).toBe(true);
    await act(() => scrollBy(list(), -12_000));
    expect(item(2)).toBe(row);
    expect(items().slice(0, 4)).toEqual([0, 1, 2, 3]);
  });

  test("when other rows are shown, the one being read stays where it is", async () => {
    const all = Int32Array.from({ length: 1000 }, (_, i) => i);
    const even = all.filter((i) => i % 2 === 0);
    await act(() => render(<Even count={1000} keys={all} />, root));
    await act(() => scrollBy(list(), 9607));
    const before = placeOf(list(), item(400));
    // Once the hand has left the wheel.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await act(() => render(<Even count={500} keys={even} />, root));
    expect(placeOf(list(), item(400))).toBe(before);
    // And the browser knows: both ends can be scrolled to.
    expect(list().scrollTop).toBe(200 * 24 - before);
    await act(() => render(<Even count={1000} keys={all} />, root));
    expect(placeOf(list(), item(400))).toBe(before);
  });

  test("an empty list is empty", async () => {
    await act(() => render(<Even count={0} />, root));
    expect(items()).toEqual([]);
    await act(() => render(<Even count={3} />, root));
    expect(items()).toEqual([0, 1, 2]);
    await act(() => render(<Even count={0} />, root));
    expect(items()).toEqual([]);
  });
});

describe("measured items", () => {
  const sizes = new Map<number, number>();
  function Measured({ heights }: { heights: Heights }): JSX.Element {
    return (
      <VirtualList
        count={heights.count}
        heights={heights}
        handle={handle}
        render={(index) => <div data-item={index} data-height={sizes.get(index) ?? 70 + (index % 9) * 10} />}
      />
    );
  }
  beforeEach(() => sizes.clear());

  test("measures what it shows, and nothing moves when it does", async () => {
    const heights = new Heights(500, () => 60);
    await act(() => render(<Measured heights={heights} />, root));
    expect(heights.height(1)).toBe(80);
    await act(() => handle.current?.scrollTo(300, "start"));
    expect(placeOf(list(), item(300))).toBeCloseTo(0, 0);
    // Upwards, into items that were never measured: each step moves by its own pixels.
    for (let i = 0; i < 60; i++) {
      const seen = handle.current?.seen().first ?? 0;
      const before = placeOf(list(), item(seen));
      await act(() => scrollBy(list(), -37));
      expect(placeOf(list(), item(seen))).toBeCloseTo(before + 37, 0);
    }
  });

  test("growing above the viewport does not move what is read; growing in view grows downwards", async () => {
    const heights = new Heights(100, () => 100);
    await act(() => render(<Measured heights={heights} />, root));
    await act(() => scrollBy(list(), 2210));
    const { first } = handle.current!.seen();
    const before = placeOf(list(), item(first + 1));
    sizes.set(first - 1, 700);
    await act(() => render(<Measured heights={heights} />, root));
    expect(placeOf(list(), item(first + 1))).toBe(before);
    sizes.set(first + 1, 900);
    await act(() => render(<Measured heights={heights} />, root));
    expect(placeOf(list(), item(first + 1))).toBe(before);
  });

  test("an item that shrinks under the reader stays in view", async () => {
    sizes.set(4, 5000);
    const heights = new Heights(100, () => 100);
    await act(() => render(<Measured heights={heights} />, root));
    await act(() => handle.current?.scrollTo(4, "start"));
    await act(() => scrollBy(list(), 4000));
    sizes.set(4, 200);
    await act(() => render(<Measured heights={heights} />, root));
    const place = placeOf(list(), item(4));
    expect(place + 200).toBeGreaterThan(0);
    expect(place + 200).toBeLessThan(480);
  });

  test("a place that was asked for is kept while the items around it are measured", async () => {
    const heights = new Heights(1000, () => 20);
    await act(() => render(<Measured heights={heights} />, root));
    await act(() => handle.current?.scrollTo(700, "center"));
    const height = 70 + (700 % 9) * 10;
    expect(placeOf(list(), item(700))).toBeCloseTo((480 - height) / 2, 0);
  });
});
