import { expect, it } from "vitest";
import { GROWTH_MARK } from "../../../src/core/view/growth.ts";
import { markWords } from "../../../src/ui/growth/look.ts";
import { formatShare, readingOf, spokenReading } from "../../../src/ui/growth/readings.ts";
import { seriesOf } from "../../../src/ui/growth/series.ts";
import { growthOf } from "./made.ts";

const time = new Date(2025, 5, 1, 14, 32).getTime();
const growth = growthOf([
  {},
  {
    time,
    kinds: [7000, 0, 1200],
    input: 100,
    cacheRead: 9500,
    cacheWrite: 400,
    cost: 0.0314,
    marks: GROWTH_MARK.compaction | GROWTH_MARK.idle,
  },
]);
const series = seriesOf(growth);

it("reads one request in words", () => {
  expect(readingOf(growth, series, 1)).toEqual({
    number: "2",
    time: "14:32",
    context: "~8.2k",
    kinds: ["~7.0k", "~0", "~1.2k", "~0", "~0", "~0"],
    provider: "10k",
    cached: "95 %",
    cost: "$0.031",
    marks: "compaction, idle",
  });
});

it("has no words for what the file has not", () => {
  const { time, provider, cached, cost, marks } = readingOf(growth, series, 0);
  expect([time, provider, cached, cost, marks]).toEqual(["", "", "", "", ""]);
});

it("says the same aloud, and only what there is", () => {
  expect(spokenReading(growth, series, 1)).toBe(
    "Request 2 of 2, 14:32, context ~8.2k tokens, compaction, idle, provider 10k, 95 % from the cache, $0.031, prompt ~7.0k, user ~1.2k",
  );
  expect(spokenReading(growth, series, 0)).toBe("Request 1 of 2, context ~0 tokens");
});

it("rounds a share, but not to all or nothing", () => {
  expect([0, 0.004, 0.5, 0.986, 0.996, 1].map(formatShare)).toEqual(["0 %", "<1 %", "50 %", "99 %", ">99 %", "100 %"]);
});

it("names every mark", () => {
  const all = Object.values(GROWTH_MARK).reduce((all, mark) => all | mark, 0);
  expect(markWords(all)).toBe("compaction, failed, context edit, model change, thinking level change, idle");
});
