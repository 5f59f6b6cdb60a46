/**
 * What became of an entry at a point. Every entry has exactly one; the first that applies, in this order, is it.
 *
 * - `later`: a descendant of the point
 * - `other branch`: anything else off the path to the point
 * - `no message`: a type or value that never makes a message
 * - `omitted`: removed by a context edit with replacement null
 * - `checkpoint`: the compaction that stands first
 * - `superseded`: an older compaction
 * - `folded`: a system message before the compaction in force
 * - `summarised`: before the kept range of the compaction in force
 * - `not sent`: projected, but convertToLlm drops it
 * - `replaced`: projected with edited content
 * - `in context`: projected as stored
 */
export const FATES = [
  "later",
  "other branch",
  "no message",
  "omitted",
  "checkpoint",
  "superseded",
  "folded",
  "summarised",
  "not sent",
  "replaced",
  "in context",
] as const;

export type Fate = (typeof FATES)[number];

/** Position of a fate in {@link FATES}: how fates travel in columns. */
export function fateCode(fate: Fate): number {
  return FATES.indexOf(fate);
}
