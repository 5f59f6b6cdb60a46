import { asNumber, field } from "../../lib/json.ts";
import type { SessionIndex } from "./session-index.ts";

/** Misses of up to so many tokens are the granularity of cache breakpoints, and count for nothing (Pi: NOISE_FLOOR_TOKENS). */
export const NOISE_FLOOR_TOKENS = 1024;

/** A request that paid anew for prompt tokens that had been in the request before it. */
export interface CacheMiss {
  /** Its answer. */
  readonly row: number;
  /** The request before it in the file: an answer, or a usage entry of kind cache_warm. */
  readonly before: number;
  /** Tokens of both prompts, by the smaller of them, that were not read from the cache. */
  readonly missed: number;
  /** Tokens of its own prompt. */
  readonly prompt: number;
  /** The request before named another model. */
  readonly isOtherModel: boolean;
}

/** The first request after a compaction or a branch summary: its prompt is new content, of which Pi counts nothing as missed. */
export interface CacheReset {
  /** Its answer. */
  readonly row: number;
  /** The compaction or branch summary: of several the last. */
  readonly by: number;
  /** Tokens of its prompt that were not read from the cache. */
  readonly uncached: number;
}

export interface CacheScan {
  readonly misses: readonly CacheMiss[];
  readonly resets: readonly CacheReset[];
}

/** The request that a later one is compared with. */
interface Previous {
  readonly row: number;
  readonly prompt: number;
  readonly model: number;
  /** Cache activity has been reported since the last reset. */
  readonly isReported: boolean;
}

/**
 * The cache misses of a file as Pi counts them (collectCacheMisses in cache-stats.js, over all entries in file order, whatever branch
 * they are on). On columns alone. A request of whose prompt the file lacks a figure is passed over.
 */
export function scanCache(index: SessionIndex): CacheScan {
  const { usage, names, type: types, role: roles } = index.columns;
  const name = (text: string): number => names.find(text);
  const [message, assistant, usageType] = [name("message"), name("assistant"), name("usage")];
  const [compaction, summary] = [name("compaction"), name("branch_summary")];
  const misses: CacheMiss[] = [];
  const resets: CacheReset[] = [];
  let previous: Previous | undefined;
  let resetBy = -1;
  let place = 0;
  for (let row = 0; row < index.count; row++) {
    const type = types.array[row]!;
    if (type === compaction || type === summary) {
      if (previous !== undefined || resetBy !== -1) resetBy = row;
      previous = undefined;
    }
    if (usage.row.array[place] !== row || place === usage.length) continue;
    const at = place++;
    const isAnswer = type === message && roles.array[row] === assistant;
    if (!isAnswer && !(type === usageType && isCacheWarm(index, row))) continue;
    const read = usage.cacheRead.array[at]!;
    const written = usage.cacheWrite.array[at]!;
    const prompt = usage.input.array[at]! + read + written;
    // NaN is not above 0 either.
    if (!(prompt > 0)) continue;
    const model = usage.model.array[at]!;
    const isCached = read + written > 0;
    if (isAnswer && previous !== undefined && (isCached || previous.isReported)) {
      const missed = Math.min(previous.prompt, prompt) - read;
      const isOtherModel = model !== previous.model;
      if (missed > NOISE_FLOOR_TOKENS) misses.push({ row, before: previous.row, missed, prompt, isOtherModel });
    }
    if (isAnswer && resetBy !== -1) resets.push({ row, by: resetBy, uncached: prompt - read });
    resetBy = -1;
    previous = { row, prompt, model, isReported: !isAnswer || isCached || previous?.isReported === true };
  }
  return { misses, resets };
}

/** True for a usage entry of a request that only kept the cache warm. Its kind is what its row says. */
function isCacheWarm(index: SessionIndex, row: number): boolean {
  return index.columns.previews.text(row) === "[usage: cache_warm]";
}

/** What one request was billed a token, in US dollars; NaN where its usage does not tell. */
export interface Prices {
  /** Of prompt tokens that were not read from the cache, be they written to it or not. */
  readonly paid: number;
  /** Of those that were read from it. */
  readonly read: number;
}

/** The prices in a usage (Pi: detectMiss in cache-stats.js). What read nothing from the cache does not tell what reading costs. */
export function pricesOf(usage: unknown): Prices {
  const tokens = (name: string): number => asNumber(field(usage, name)) ?? NaN;
  const cost = (name: string): number => asNumber(field(field(usage, "cost"), name)) ?? NaN;
  const paidTokens = tokens("input") + tokens("cacheWrite");
  return {
    paid: paidTokens > 0 ? (cost("input") + cost("cacheWrite")) / paidTokens : 0,
    read: tokens("cacheRead") > 0 ? cost("cacheRead") / tokens("cacheRead") : NaN,
  };
}

/** What uncached tokens cost, US dollars. */
export interface MissedCost {
  /** More than reading them from the cache would have; null where the price of that is not known. */
  readonly cost: number | null;
  /** No less than that: what they were paid. Null where the file has no cost. */
  readonly most: number | null;
}

/**
 * The cost of missed tokens by the prices of their request (Pi: detectMiss). Where that read nothing from the cache, Pi takes the price
 * of reading from its catalogue of models, which is not in the file.
 *
 * @param elsewhere what reading costs by another request to the same model; NaN for none
 */
export function missedCost(missed: number, { paid, read }: Prices, elsewhere = NaN): MissedCost {
  const most = missed * Math.max(0, paid);
  if (!Number.isFinite(most)) return { cost: null, most: null };
  const cost = missed * Math.max(0, paid - (Number.isNaN(read) ? elsewhere : read));
  // Whatever reading costs, it saves nothing on what was free.
  return { cost: most === 0 ? 0 : Number.isFinite(cost) ? cost : null, most };
}

/**
 * The answer that tells what reading from the cache costs a request that read nothing: the nearest one before it in the file, else
 * after it, that read something and asked the same model. -1 for none, and for a request that tells it itself.
 */
export function priceRow({ columns }: SessionIndex, row: number): number {
  const { usage } = columns;
  const at = usage.find(row);
  if (at === -1 || usage.cacheRead.at(at) > 0) return -1;
  const message = columns.names.find("message");
  const models = usage.model.array;
  const tells = (other: number): boolean =>
    models[other] === models[at] &&
    usage.cacheRead.array[other]! > 0 &&
    columns.type.array[usage.row.array[other]!] === message;
  for (let other = at - 1; other >= 0; other--) if (tells(other)) return usage.row.array[other]!;
  for (let other = at + 1; other < usage.length; other++) if (tells(other)) return usage.row.array[other]!;
  return -1;
}
