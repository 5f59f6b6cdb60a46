import { GROWTH_MARK, type Growth } from "../../core/view/growth.ts";

/** What the chart draws of the requests of a branch, beside their own columns: one element a request. */
export interface Series {
  readonly count: number;
  /** Estimated tokens of the context: all kinds together. */
  readonly totals: Float64Array;
  /** Tokens of the prompt as the provider counted them (input, cache reads and cache writes); NaN for none. */
  readonly provider: Float64Array;
  /** Part of that prompt that was read from the cache, 0 to 1; NaN where nothing is known of the cache. */
  readonly cached: Float64Array;
  /** The largest of `totals` and `provider`, and of the costs; 0 where there is none. */
  readonly peak: number;
  readonly dearest: number;
  /** Requests that a compaction stands before. */
  readonly compactions: readonly number[];
  /** By kind: some request has tokens of it. */
  readonly present: readonly boolean[];
}

/** The requests of a branch as the parts of the strip share them: the same columns as long as the branch is the same. */
export interface Shown {
  readonly growth: Growth;
  readonly series: Series;
}

export function seriesOf(growth: Growth): Series {
  const count = growth.rows.length;
  const provider = new Float64Array(count);
  const cached = new Float64Array(count);
  const compactions: number[] = [];
  for (let i = 0; i < count; i++) {
    const size = promptOf(growth, i);
    const read = growth.cacheRead[i] ?? Number.NaN;
    provider[i] = size;
    cached[i] = Math.min(1, Math.max(0, read / size));
    if (((growth.marks[i] ?? 0) & GROWTH_MARK.compaction) !== 0) compactions.push(i);
  }
  const totals = sum(growth.kinds, count);
  const peak = Math.max(largest(totals), largest(provider));
  const present = growth.kinds.map((kind) => kind.some((tokens) => tokens > 0));
  return { count, totals, provider, cached, peak, dearest: largest(growth.cost), compactions, present };
}

/** An answer that failed before it was counted has zeros: the provider said nothing of it. */
function promptOf({ input, cacheRead, cacheWrite }: Growth, i: number): number {
  const known = [input[i], cacheRead[i], cacheWrite[i]].map((tokens) => tokens ?? Number.NaN);
  const size = known.reduce((all, tokens) => all + (tokens > 0 ? tokens : 0), 0);
  return size > 0 ? size : Number.NaN;
}

function sum(kinds: readonly Uint32Array[], count: number): Float64Array {
  const totals = new Float64Array(count);
  for (const kind of kinds) for (let i = 0; i < count; i++) totals[i] = (totals[i] ?? 0) + (kind[i] ?? 0);
  return totals;
}

/** Of what is no number nothing is larger. */
function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}
