import { formatTokens as piFormatTokens } from "../../node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/components/footer.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as figures from "../../src/lib/figures.ts";

describe("tokens", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1.0k"],
    [12_345, "12k"],
    [999_999, "1000k"],
    [1_200_000, "1.2M"],
    [31_000_000, "31M"],
    [1e15, "1000000000M"],
    [1.1e15, "> 1e15"],
    [Number.MAX_VALUE, "> 1e15"],
    [Number.NaN, "?"],
  ])("%s is %s", (count, text) => {
    expect(figures.formatTokens(count)).toBe(text);
  });

  it("are written as Pi writes them", () => {
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(figures.formatTokens(count)).toBe(piFormatTokens(count));
      }),
    );
  });
});

it("figures beyond 1e15 are said to be, not written out", () => {
  expect(figures.formatCount(1e15)).toBe("1,000,000,000,000,000");
  expect(figures.formatCount(1e30)).toBe("> 1e15");
  expect(figures.formatCount(-1e30)).toBe("< −1e15");
  expect(figures.formatAmount(1e30, "token")).toBe("> 1e15 tokens");
  expect(figures.formatCost(1e30)).toBe("> $1e15");
  expect(figures.formatCost(1e15)).toBe("$1000000000000000.000");
});

it.each([
  [0, "0 B"],
  [812, "812 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [8_412, "8.4 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [48_200_000, "48.2 MB"],
  [99_950_000, "100 MB"],
  [512_000_000, "512 MB"],
  [1_234_000_000, "1.2 GB"],
  [5e15, "5000 TB"],
  [Number.POSITIVE_INFINITY, "?"],
])("%s bytes are %s", (bytes, text) => {
  expect(figures.formatBytes(bytes)).toBe(text);
});

it("counts, amounts and costs", () => {
  expect(figures.formatCount(1204)).toBe("1,204");
  expect(figures.formatAmount(1, "entry", "entries")).toBe("1 entry");
  expect(figures.formatAmount(1204, "entry", "entries")).toBe("1,204 entries");
  expect(figures.formatAmount(0, "fork")).toBe("0 forks");
  expect(figures.formatCost(0.1234)).toBe("$0.123");
  expect(figures.formatCost(12.81)).toBe("$12.810");
  expect(figures.formatCost(Number.NaN)).toBe("?");
});

describe("times", () => {
  const moment = new Date(2025, 2, 4, 13, 4, 9).getTime();

  it("are local, with the date", () => {
    expect(figures.formatClock(moment)).toBe("13:04");
    expect(figures.formatSeconds(moment)).toBe("13:04:09");
    expect(figures.formatDate(moment)).toBe("2025-03-04");
    expect(figures.formatTime(moment)).toBe("2025-03-04 13:04:09");
    expect(figures.formatIso(moment)).toBe(new Date(moment).toISOString());
  });

  it.each([null, Number.NaN, 1e300, -1e300, Number.POSITIVE_INFINITY])("%s has no time and no date", (ms) => {
    const all = [figures.formatClock, figures.formatSeconds, figures.formatDate, figures.formatTime, figures.formatIso];
    expect(all.map((format) => format(ms))).toEqual(["", "", "", "", ""]);
    expect(figures.formatAgo(ms, moment)).toBe("");
  });

  it.each([
    [-5, "just now"],
    [30, "just now"],
    [60, "1 minute ago"],
    [59 * 60, "59 minutes ago"],
    [60 * 60, "1 hour ago"],
    [26 * 3600, "yesterday"],
    [6 * 86_400, "6 days ago"],
    [15 * 86_400, "2 weeks ago"],
    [60 * 86_400, "2025-01-03"],
  ])("%s seconds before is %s", (seconds, text) => {
    expect(figures.formatAgo(moment - seconds * 1000, moment)).toBe(text);
  });
});

it.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [9949, "9.9 s"],
  [9960, "10 s"],
  [59_400, "59 s"],
  [60_000, "1 min"],
  [245_000, "4 min 5 s"],
  [3_600_000, "1 h"],
  [12_000_000, "3 h 20 min"],
  [187_200_000, "2 d 4 h"],
  [-5000, "−5.0 s"],
  [Number.NaN, "?"],
])("%d ms is a span of %s", (ms, words) => {
  expect(figures.formatSpan(ms)).toBe(words);
});
