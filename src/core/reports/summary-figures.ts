import { field } from "../../lib/json.ts";
import { nextTask } from "../../lib/next-task.ts";
import { readUsage } from "../messages/usage.ts";
import { contextSize } from "../session/context-tokens.ts";
import { runPasses, type Passes } from "../session/passes.ts";
import { pathTo } from "../session/path.ts";
import type { OpenedSession } from "../session/session.ts";

/** Estimates that were made of a session: an entry's never changes while it is open. */
const known = new WeakMap<OpenedSession, Map<number, number>>();

/** Pi's estimate of the context right after an entry, in tokens. */
export async function tokensAfter(session: OpenedSession, row: number): Promise<number> {
  const sizes = known.get(session) ?? new Map<number, number>();
  known.set(session, sizes);
  const found = sizes.get(row);
  if (found !== undefined) return found;
  const { tokens } = await contextSize(session.index, session.bodies, runPasses(session.index, row));
  sizes.set(row, tokens);
  // In a large file this takes milliseconds, and there may be hundreds to ask about.
  await nextTask();
  return tokens;
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
