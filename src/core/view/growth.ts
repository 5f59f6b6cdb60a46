/** What a context consists of, by who put it there: the layers of the growth chart, from below. */
export const GROWTH_KINDS = ["prompt", "summary", "user", "assistant", "tool", "other"] as const;
export type GrowthKind = (typeof GROWTH_KINDS)[number];

/** A prompt cache that is not used for so long is gone, ms: Anthropic's usual five minutes (Pi: CACHE_TTL_MS). */
export const CACHE_TTL_MS = 5 * 60 * 1000;

/** Bits of {@link Growth.marks}: what lies between a request and the one before it. */
export const GROWTH_MARK = {
  compaction: 1,
  /** A context edit, or what takes one back, that changes something which is in the context of this request. */
  edit: 2,
  /** A model_change, or an answer that names another model than the one before. */
  model: 4,
  thinking: 8,
  /** The answer failed or was aborted. */
  error: 16,
  /** {@link CACHE_TTL_MS} or more since the answer before. */
  idle: 32,
} as const;

/**
 * The model requests of a branch: the one through the point, down to its tip. Columns with one element a request, in order; a
 * request is known by its answer, an assistant message.
 */
export interface Growth {
  /** Row of each answer. */
  readonly rows: Int32Array<ArrayBuffer>;
  /** Entry timestamps, ms since the epoch; NaN for none. */
  readonly times: Float64Array<ArrayBuffer>;
  /** Estimated tokens of the context that the request was made with, the answer itself excluded: one column a {@link GROWTH_KINDS}. */
  readonly kinds: readonly Uint32Array<ArrayBuffer>[];
  /** Tokens by the provider's own count, as the answer's usage has them; NaN where it has no number. */
  readonly input: Float32Array<ArrayBuffer>;
  readonly output: Float32Array<ArrayBuffer>;
  readonly cacheRead: Float32Array<ArrayBuffer>;
  readonly cacheWrite: Float32Array<ArrayBuffer>;
  /** US dollars; NaN for none. */
  readonly cost: Float64Array<ArrayBuffer>;
  /** Bits of {@link GROWTH_MARK}. */
  readonly marks: Uint8Array<ArrayBuffer>;
  /** The last request whose answer is the point or stands before it on the path; -1 when all come later. */
  readonly at: number;
}
