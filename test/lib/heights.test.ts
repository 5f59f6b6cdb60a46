import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Heights } from "../../src/lib/heights.ts";

/** The slow obvious twin: an array of heights, added up every time. */
class Plain {
  heights: number[];
  constructor(heights: readonly number[]) {
    this.heights = [...heights];
  }
  top(index: number): number {
    return this.heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  }
  indexAt(offset: number): number {
    let found = 0;
    for (let i = 0; i < this.heights.length; i++) if (this.top(i) <= offset) found = i;
    return found;
  }
}

const height = fc.integer({ min: 0, max: 64 * 3000 }).map((units) => units / 64);

describe("Heights", () => {
  test("agrees with its slow twin after any changes", () => {
    fc.assert(
      fc.property(
        fc.array(height, { maxLength: 70 }),
        fc.array(fc.tuple(fc.nat(80), height), { maxLength: 40 }),
        fc.array(fc.double({ min: -100, max: 250_000, noNaN: true }), { maxLength: 20 }),
        (first, changes, offsets) => {
          const fast = new Heights(first.length, (i) => first[i] ?? 0);
          const plain = new Plain(first);
          for (const [index, next] of changes) {
            const before = plain.heights[index];
            const change = fast.set(index, next);
            expect(change).toBe(before === undefined ? 0 : next - before);
            if (before !== undefined) plain.heights[index] = next;
          }
          expect(fast.total).toBe(plain.top(first.length));
          for (let i = 0; i <= first.length; i++) expect(fast.top(i)).toBe(plain.top(i));
          for (let i = 0; i < first.length; i++) {
            expect(fast.height(i)).toBe(plain.heights[i]);
            expect(fast.indexAt(fast.top(i))).toBe(plain.indexAt(plain.top(i)));
          }
          for (const offset of offsets) {
            const exact = Math.floor(offset * 64) / 64;
            expect(fast.indexAt(offset)).toBe(plain.indexAt(exact));
          }
        },
      ),
    );
  });

  test("an empty list has no height and answers 0", () => {
    const heights = new Heights(0, () => 10);
    expect([heights.total, heights.top(0), heights.indexAt(50), heights.set(0, 5)]).toEqual([0, 0, 0, 0]);
  });

  test("nonsense heights count as nothing", () => {
    const heights = new Heights(3, (i) => [Number.NaN, -4, Infinity][i] ?? 0);
    expect(heights.total).toBe(0);
    expect(heights.set(1, Number.NaN)).toBe(0);
  });

  test("sums stay exact over a million changes", () => {
    const heights = new Heights(1000, () => 20.3);
    for (let i = 0; i < 1_000_000; i++) heights.set(i % 1000, (i % 7) * 3.1 + 0.1);
    for (let i = 0; i < 1000; i++) heights.set(i, 24);
    expect(heights.total).toBe(24_000);
    expect(heights.top(500)).toBe(12_000);
  });

  test("a million items are built and searched quickly enough to be used on open", () => {
    const heights = new Heights(1_000_000, (i) => 20 + (i % 5));
    expect(heights.total).toBe(22_000_000);
    expect(heights.indexAt(heights.top(765_432))).toBe(765_432);
  });
});
