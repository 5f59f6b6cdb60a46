import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CACHE_TTL_MS as PI_TTL_MS,
  collectCacheMisses,
  computeCacheWaste,
} from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/cache-stats.js";
import type { SessionEntry } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import { field } from "../../src/lib/json.ts";
import { missedCost, priceRow, pricesOf, scanCache } from "../../src/core/session/cache-misses.ts";
import { openSession } from "../../src/core/session/open.ts";
import { CACHE_TTL_MS } from "../../src/core/view/growth.ts";
import * as make from "../make/entries.ts";
import { assistantMessage, usage, userMessage } from "../make/messages.ts";
import { plainSession } from "./arbitrary.ts";
import { openWithPi } from "./pi.ts";
import { runs } from "./runs.ts";

/** Pi without its catalogue of models: where that is asked, reading from the cache costs nothing. */
const noPrices = { getModel: () => undefined };
/** Pi with a catalogue of what our usages cost. */
const catalogue = { getModel: () => ({ cost: { cacheRead: 0.3 } }) };

let compared = 0;
let priced = 0;

async function equalsPi(file: string): Promise<void> {
  const pi = openWithPi(file);
  if (!("value" in pi) || pi.value === undefined) return;
  const entries = pi.value.entries as SessionEntry[];
  const theirs = collectCacheMisses(entries, noPrices);
  const catalogued = collectCacheMisses(entries, catalogue);
  const totals = computeCacheWaste(entries, noPrices);
  const { index, bodies } = await openSession(new Blob([file]), {});
  const { misses } = scanCache(index);
  expect(misses.length).toBe(totals.missCount);
  expect(misses.reduce((sum, { missed }) => sum + missed, 0)).toBe(totals.missedTokens);
  const ours = new Map(misses.map((miss) => [miss.row, miss]));
  for (const [row, entry] of entries.entries()) {
    const miss = entry.type === "message" ? theirs.get(entry.message as never) : undefined;
    const own = ours.get(row);
    expect(own?.missed).toBe(miss?.missedTokens);
    if (own === undefined || miss === undefined) continue;
    expect(own.isOtherModel).toBe(miss.modelChanged);
    const spent = field(field(await bodies.entry(row), "message"), "usage");
    const { cost, most } = missedCost(own.missed, pricesOf(spent));
    // Where the price of a cache read is not in the file, Pi without its catalogue takes it for nothing.
    expect(cost ?? most).toBeCloseTo(miss.missedCost, 12);
    if (cost === null) expect(field(spent, "cacheRead")).toBe(0);
    const known = catalogued.get(field(entry, "message") as never);
    const elsewhere = priceRow(index, row);
    const prices =
      elsewhere === -1 ? undefined : pricesOf(field(field(await bodies.entry(elsewhere), "message"), "usage"));
    // Usages cost whole millionths of a dollar, some nothing: the prices in them are the catalogue's but for that.
    if (cost === null && prices !== undefined && prices.read > 0) {
      expect(missedCost(own.missed, pricesOf(spent), prices.read).cost).toBeCloseTo(known?.missedCost ?? NaN, 5);
      priced += 1;
    }
    compared += 1;
  }
}

/** Requests with caches of all sizes, on branches, between whatever else bears on them. */
const requests: fc.Arbitrary<string> = fc
  .array(fc.record({ kind: fc.nat(11), back: fc.nat(9), sizes: fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }) }), {
    minLength: 5,
    maxLength: 40,
    size: "max",
  })
  .map((drawn) =>
    drawn.map(({ kind, back, sizes }, at) => {
      const parent = at - 1 - Math.max(0, back - 7);
      const base = { id: `e${at}`, parentId: parent < 0 ? null : `e${parent}`, timestamp: make.START };
      const [input = 0, output = 0, read = 0, write = 0] = sizes.map((size) => (size < 4 ? 0 : size * 700));
      const spent = usage(
        input,
        output,
        read,
        write,
        sizes[0] === 9 ? { cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } } : {},
      );
      if (kind === 0) return make.compaction(base, "so far", `e${at - 2}`, { usage: spent });
      if (kind === 1) return make.branchSummary(base, "left", "e0");
      if (kind === 2) return make.usageEntry(base, sizes[1]! < 7 ? "cache_warm" : "other", { usage: spent });
      if (kind === 3) return make.message(base, userMessage("on", 1));
      const model = sizes[1]! < 2 ? "beacon-2" : "beacon-1";
      return make.message(base, assistantMessage([], 1000 * at, { usage: spent, model }));
    }),
  )
  .map((entries) => make.jsonl([make.header(), ...entries]));

describe("cache misses", () => {
  it.each([
    ["of sessions as Pi writes them", plainSession],
    ["of requests of all kinds", requests],
  ])("%s are Pi's", { timeout: 300_000 }, async (_name, arbitrary) => {
    compared = 0;
    await fc.assert(fc.asyncProperty(arbitrary, equalsPi), runs(1000));
    expect(compared).toBeGreaterThan(200);
  });

  it("cost what Pi's catalogue says, by what other requests paid for reading", { timeout: 300_000 }, async () => {
    priced = 0;
    await fc.assert(fc.asyncProperty(requests, equalsPi), runs(300));
    expect(priced).toBeGreaterThan(200);
  });

  it("are idle ones after as long a time", () => {
    expect(CACHE_TTL_MS).toBe(PI_TTL_MS);
  });
});
