import { expect, it } from "vitest";
import { GROWTH_MARK } from "../../../src/core/view/growth.ts";
import { seriesOf } from "../../../src/ui/growth/series.ts";
import { growthOf } from "./made.ts";

it("adds the kinds, and the provider's figures", () => {
  const series = seriesOf(
    growthOf([
      { kinds: [100, 0, 20, 0, 3], input: 10, cacheRead: 0, cacheWrite: 120, cost: 0.5 },
      { kinds: [100, 0, 30, 40, 0], input: 5, cacheRead: 150, cacheWrite: 45, cost: 0.25 },
    ]),
  );
  expect([...series.totals]).toEqual([123, 170]);
  expect([...series.provider]).toEqual([130, 200]);
  expect([...series.cached]).toEqual([0, 0.75]);
  expect([series.count, series.peak, series.dearest]).toEqual([2, 200, 0.5]);
  expect(series.present).toEqual([true, false, true, true, true, false]);
});

it("counts what an old file has, and nothing where a failed answer was not counted", () => {
  const series = seriesOf(
    growthOf([{ input: 70, kinds: [90] }, { input: 0, cacheRead: 0, cacheWrite: 0 }, {}, { input: 30, cacheRead: 90 }]),
  );
  expect([...series.provider]).toEqual([70, NaN, NaN, 120]);
  expect([...series.cached]).toEqual([NaN, NaN, NaN, 0.75]);
  expect([series.peak, series.dearest]).toEqual([120, 0]);
});

it("makes nothing of figures that cannot be", () => {
  const series = seriesOf(growthOf([{ input: 10, cacheRead: -30 }, { input: Infinity, cacheRead: 1 }, { cost: -3 }]));
  expect([...series.cached]).toEqual([0, 0, NaN]);
  expect(series.dearest).toBe(0);
});

it("knows where compactions stand", () => {
  const { compaction, idle } = GROWTH_MARK;
  const series = seriesOf(growthOf([{}, { marks: compaction }, { marks: idle }, { marks: compaction | idle }]));
  expect(series.compactions).toEqual([1, 3]);
});
