import { field } from "../../lib/json.ts";
import { nextTask } from "../../lib/next-task.ts";
import { compactionSummaryRole } from "../messages/compaction-summary.ts";
import { readUsage } from "../messages/usage.ts";
import { type ContextSize, contextSize } from "../session/context-tokens.ts";
import { FLAG } from "../session/facts.ts";
import { runPasses, type Passes } from "../session/passes.ts";
import { pathTo } from "../session/path.ts";
import type { OpenedSession } from "../session/session.ts";
import { passesBefore } from "./summary-scope.ts";
import { contextEstimate } from "./tokens-request.ts";

/** A context just before and right after a compaction, in tokens by characters, effective prompt included. */
export interface Sizes {
  readonly before: number;
  readonly after: number;
}

/** Sizes that were worked out of a session: an entry's never change while it is open. */
const known = new WeakMap<OpenedSession, Map<number, Sizes>>();

/**
 * What a compaction made of the context, both sides in the one measure they have in common: the sum of the estimates of the projection
 * (Pi: estimateProjectedContextTokens without a usage). `tokensBefore` is another, which may start from the provider's figure.
 */
export async function sizesOf(session: OpenedSession, row: number): Promise<Sizes> {
  const sizes = known.get(session) ?? new Map<number, Sizes>();
  known.set(session, sizes);
  const found = sizes.get(row);
  if (found !== undefined) return found;
  const before = await sizeByCharacters(session, passesBefore(session.index, row));
  // No answer comes after a compaction that is the point, so that this is by characters too.
  const { tokens: after } = await contextSize(session.index, session.bodies, runPasses(session.index, row));
  sizes.set(row, { before, after });
  // In a large file this takes milliseconds, and there may be hundreds to ask about.
  await nextTask();
  return { before, after };
}

/** The sum of the estimates of a projection, the effective prompt among them. */
export async function sizeByCharacters(session: OpenedSession, passes: Passes): Promise<number> {
  const { prompt, messages } = await contextEstimate(session, passes);
  return prompt + messages;
}

/** Pi's own figure for a context where it is not the sum by characters, since it starts from the provider's; else null. */
export async function sizeByPi({ index, bodies }: OpenedSession, passes: Passes): Promise<ContextSize | null> {
  const size = await contextSize(index, bodies, passes);
  return size.providerTokens === null ? null : size;
}

/** Estimates of what a compaction or branch summary carries: its summary alone, and the system checkpoint beside it, 0 for none. */
export function summaryTokens(
  { index }: OpenedSession,
  row: number,
  entry: unknown,
): { summary: number; checkpoint: number } {
  const all = index.columns.tokens.at(row);
  if (!index.has(row, FLAG.checkpoint)) return { summary: all, checkpoint: 0 };
  const summary = compactionSummaryRole.estimateTokens(entry);
  return { summary, checkpoint: all - summary };
}

/** The request after an entry, as its answer records it: tokens that went in, cached or not, by the provider's count. */
export interface NextRequest {
  readonly row: number;
  readonly tokens: number;
}

/** Entries that are looked at for the next answer. */
const REACH = 500;
/** Answers of which the usage is read: failed ones have none. */
const ANSWERS = 5;

/**
 * The first request after an entry whose answer records what went in: on the path to the point where the entry lies on it, else on
 * that to the leaf, else along the newest branch below. Null for none.
 */
export async function nextRequest(session: OpenedSession, point: Passes, row: number): Promise<NextRequest | null> {
  const { index } = session;
  const rows = below(session, point, row);
  const end = rows.findIndex((next) => index.type(next) === "compaction");
  const answers = rows.slice(0, end === -1 ? undefined : end).filter((next) => index.role(next) === "assistant");
  for (const next of answers.slice(0, ANSWERS)) {
    const message = field(await session.bodies.entry(next), "message");
    const { input, cacheRead, cacheWrite } = readUsage(field(message, "usage"));
    const tokens = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0);
    if (tokens > 0) return { row: next, tokens };
  }
  return null;
}

/** Rows below one, nearest first, at most {@link REACH}. */
export function below({ index }: OpenedSession, point: Passes, row: number): number[] {
  const onPoint = point.pathIndex[row] ?? -1;
  if (onPoint !== -1 && row !== point.point) return Array.from(point.path.subarray(onPoint + 1, onPoint + 1 + REACH));
  const { rows } = pathTo(index, index.leaf);
  const onLeaf = rows.indexOf(row);
  if (onLeaf !== -1) return Array.from(rows.subarray(onLeaf + 1, onLeaf + 1 + REACH));
  const found: number[] = [];
  let at = row;
  while (found.length < REACH) {
    const next = index.children(at).at(-1);
    if (next === undefined || next === row || next === at) break;
    found.push(next);
    at = next;
  }
  return found;
}
