import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Heights } from "../../../src/lib/heights.ts";
import { evenGeometry } from "../../../src/ui/list/geometry.ts";
import { MAX_SCROLL, Scroller } from "../../../src/ui/list/scroller.ts";

function scroller(count: number, height: number, viewport: number): Scroller {
  const made = new Scroller();
  made.geometry = evenGeometry(count, height);
  made.viewport = viewport;
  return made;
}

/** What the browser does with a write to scrollTop. */
function sync(list: Scroller): void {
  list.physical = Math.round(Math.max(0, Math.min(list.wanted, list.spacer - list.viewport)));
}

describe("Scroller", () => {
  test("a short list scrolls as the browser says", () => {
    const list = scroller(1000, 24, 600);
    expect(list.spacer).toBe(24_000);
    expect(list.scrolled(100)).toBe(false);
    expect([list.top, list.y(10)]).toEqual([100, 240]);
    expect(list.scrolled(23_400)).toBe(false);
    expect(list.top).toBe(23_400);
  });

  test("a million rows are reached, first to last, within what browsers can scroll", () => {
    const list = scroller(1_000_000, 24, 600);
    expect(list.spacer).toBe(MAX_SCROLL);
    list.scrolled(MAX_SCROLL - 600);
    expect(list.top).toBe(list.maxTop);
    expect(list.geometry.indexAt(list.top + 599)).toBe(999_999);
    list.scrolled(0);
    expect(list.top).toBe(0);
    list.scrolled((MAX_SCROLL - 600) / 2);
    expect(list.geometry.indexAt(list.top)).toBe(499_987);
  });

  test("a step of the wheel moves by its own pixels, in a list of any length", () => {
    const list = scroller(1_000_000, 24, 600);
    list.moveTo(12_000_000);
    sync(list);
    const at = list.physical;
    list.scrolled(at + 100);
    expect(list.top).toBe(12_000_100);
    // What is in the document does not move against the page while it is scrolled.
    const y = list.y(500_010);
    list.scrolled(at + 250);
    expect(list.y(500_010)).toBe(y);
  });

  test("from any place both ends are reached by small steps, and only there the list stands still", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_200_000 }),
        fc.integer({ min: 200, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (count, viewport, place, back) => {
          const list = scroller(count, 24, viewport);
          const goal = back ? 0 : list.maxTop;
          // Near the end that is scrolled to, or a step is too small to get there in a test.
          list.moveTo(goal + (back ? 1 : -1) * Math.min(place * list.maxTop, 40_000));
          sync(list);
          for (let i = 0; i < 400 && list.top !== goal; i++) {
            const limit = list.spacer - viewport;
            const physical = Math.max(0, Math.min(limit, list.physical + (back ? -120 : 120)));
            if (list.scrolled(physical) || i % 30 === 29) sync(list);
          }
          expect(Math.abs(list.top - goal)).toBeLessThan(1);
        },
      ),
    );
  });

  test("every item can be brought into view, in any alignment", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 60 }),
        fc.nat(59),
        fc.nat(60_000),
        fc.constantFrom("nearest" as const, "center" as const, "start" as const),
        (sizes, wanted, from, align) => {
          const list = new Scroller();
          list.geometry = new Heights(sizes.length, (i) => sizes[i] ?? 0);
          list.viewport = 500;
          list.moveTo(from);
          const index = Math.min(wanted, sizes.length - 1);
          const before = list.top;
          list.moveTo(list.topFor(index, align));
          const top = list.geometry.top(index) - list.top;
          const bottom = top + list.geometry.height(index);
          expect(top).toBeGreaterThanOrEqual(0);
          if (list.geometry.height(index) <= 500) expect(bottom).toBeLessThanOrEqual(500);
          const was = list.geometry.top(index) - before;
          const seen = was >= 0 && was + list.geometry.height(index) <= 500;
          if (align === "nearest" && seen) expect(list.top).toBe(before);
        },
      ),
    );
  });

  test("what is held does not move when items above it change", () => {
    const heights = new Heights(100, () => 50);
    const list = new Scroller();
    list.geometry = heights;
    list.viewport = 500;
    list.moveTo(1020);
    sync(list);
    const seen = heights.top(20) - list.top;
    list.hold(20, () => {
      heights.set(3, 400);
      heights.set(19, 10);
      heights.set(25, 900);
    });
    expect(heights.top(20) - list.top).toBe(seen);
    expect(list.physical).toBe(1020);
    expect(list.y(20)).toBe(1000);
  });
});
