import { describe, expect, it } from "vitest";
import { columnAt, firstOf, geometryOf, pickColumns, startOf, WIDEST } from "../../../src/ui/growth/geometry.ts";

describe("where requests stand", () => {
  it("few are as wide as can be, more share the room", () => {
    expect(geometryOf(3, 1000, 2)).toEqual({ count: 3, used: 3 * WIDEST * 2, columns: 3 });
    expect(geometryOf(100, 1000, 2)).toEqual({ count: 100, used: 2000, columns: 100 });
    expect(startOf(geometryOf(100, 1000, 2), 50)).toBe(1000);
  });

  it("a column is never narrower than a CSS pixel", () => {
    expect(geometryOf(20_000, 1000, 1).columns).toBe(1000);
    expect(geometryOf(20_000, 1000, 2)).toEqual({ count: 20_000, used: 2000, columns: 1000 });
    expect(geometryOf(20_000, 0, 1).columns).toBe(0);
  });

  it("a place is one of a column", () => {
    const geometry = geometryOf(10, 500, 1);
    expect([0, 0.099, 0.1, 0.999, 1].map((part) => columnAt(geometry, part))).toEqual([0, 0, 1, 9, 9]);
    expect([-0.1, 1.1, NaN].map((part) => columnAt(geometry, part))).toEqual([-1, -1, -1]);
    expect(columnAt(geometryOf(10, 0, 1), 0.5)).toBe(-1);
  });
});

describe("columns", () => {
  const five = { count: 5, used: 2, columns: 2 };

  it("divide the requests among them", () => {
    expect([0, 1, 2].map((column) => firstOf(five, column))).toEqual([0, 3, 5]);
  });

  it("show the largest of theirs, or the smallest", () => {
    const values = Float64Array.of(1, 9, 2, 7, 8);
    expect([...pickColumns(five, values)]).toEqual([1, 4]);
    expect([...pickColumns(five, values, -1)]).toEqual([0, 3]);
  });

  it("show what has no figure only where nothing has", () => {
    expect([...pickColumns(five, Float64Array.of(NaN, NaN, 2, NaN, NaN))]).toEqual([2, 3]);
    expect([...pickColumns(five, Float64Array.of(0, NaN, 0, NaN, 0), -1)]).toEqual([0, 4]);
  });

  it("are every request where each has one", () => {
    expect([...pickColumns({ count: 3, used: 30, columns: 3 }, Float64Array.of(5, NaN, 1))]).toEqual([0, 1, 2]);
  });

  it.each([
    [7, 3],
    [20_004, 1368],
    [1369, 1368],
    [100, 99],
  ])("of %i requests in %i hold each of them once", (count, columns) => {
    const geometry = { count, used: columns, columns };
    const firsts = Array.from({ length: columns + 1 }, (_, column) => firstOf(geometry, column));
    expect([firsts[0], firsts.at(-1)]).toEqual([0, count]);
    expect(firsts.slice(1).every((first, i) => first > firsts[i]!)).toBe(true);
    const values = Float64Array.from({ length: count }, (_, i) => (i * 7919) % 1013);
    const slow = firsts.slice(0, -1).map((first, column) => {
      const own = Array.from(values).slice(first, firsts[column + 1]);
      return first + own.indexOf(Math.max(...own));
    });
    expect([...pickColumns(geometry, values)]).toEqual(slow);
  });
});
