import { asNumber, field } from "../../lib/json.ts";
import { itemList } from "../present/item-list.ts";
import { promptFacts } from "../present/prompt.ts";
import { FLAG } from "../session/facts.ts";
import { isSystem, runPasses, type Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";

/** A request that its provider has counted, beside the estimate of the context it was made with. In tokens. */
export interface CountedRequest {
  /** Row of the answer. */
  readonly answer: number;
  /** As the answer's usage has them; what it leaves out is 0. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Their sum: all that the provider was given, and nothing of the answer. */
  readonly provider: number;
  /** The projection before the answer, at the point of `passes`. */
  readonly passes: Passes;
  readonly estimate: ContextEstimate;
}

/** What Pi estimates for a projection when it trusts no provider's figure, by characters / 4. */
export interface ContextEstimate {
  /** The effective prompt and tools; 0 where the projection has no system message. */
  readonly prompt: number;
  readonly hasPrompt: boolean;
  /** All messages but the system messages. */
  readonly messages: number;
  /** Of those, what convertToLlm drops, and failed answers, which providers' conversion drops. */
  readonly notSent: number;
  readonly failed: number;
  /** Messages that hold images. */
  readonly images: number;
}

/** Answers that are looked at, from the last one up, for one whose usage says what went in. */
const ANSWERS = 20;

/**
 * The last answer on the path whose usage says what the provider was given, of those that Pi trusts (no failed or aborted ones);
 * null where the last few of them say nothing, or there is none.
 */
export async function countedRequest(session: OpenedSession, passes: Passes): Promise<CountedRequest | null> {
  const { index, bodies } = session;
  const { path } = passes;
  let looked = 0;
  for (let at = path.length - 1; at >= 0 && looked < ANSWERS; at--) {
    const answer = path[at]!;
    if (!(index.columns.usage.contextAt(answer) > 0)) continue;
    looked += 1;
    const usage = field(field(await bodies.entry(answer), "message"), "usage");
    const figure = (name: string): number => Math.max(0, asNumber(field(usage, name)) ?? 0);
    const [input, cacheRead, cacheWrite] = [figure("input"), figure("cacheRead"), figure("cacheWrite")];
    const provider = input + cacheRead + cacheWrite;
    if (provider === 0) continue;
    const before = runPasses(index, at === 0 ? -1 : path[at - 1]!);
    const estimate = await contextEstimate(session, before);
    return { answer, input, cacheRead, cacheWrite, provider, passes: before, estimate };
  }
  return null;
}

/**
 * Estimates a projection from the columns: its messages, and its system messages replayed into one (Pi:
 * estimateProjectedContextTokens without a usage).
 */
export async function contextEstimate(session: OpenedSession, passes: Passes): Promise<ContextEstimate> {
  const { index } = session;
  const [items, prompt] = await Promise.all([itemList(session, passes, "projected"), promptFacts(session, passes)]);
  const isPrompt = await checkpointIsPrompt(session, passes);
  const sums = { messages: 0, notSent: 0, failed: 0, images: 0 };
  for (let at = 0; at < items.rows.length; at++) {
    const row = items.rows[at]!;
    const tokens = items.tokens[at]!;
    if (isSystem(index, row) || (isPrompt && row === passes.compaction && items.parts[at] === 0)) continue;
    sums.messages += tokens;
    if (index.has(row, FLAG.notSent)) sums.notSent += tokens;
    if (index.has(row, FLAG.failedTurn)) sums.failed += tokens;
    if (index.has(row, FLAG.image)) sums.images += 1;
  }
  const { tokens = 0, toolTokens = 0 } = prompt?.figures ?? {};
  return { ...sums, prompt: tokens + toolTokens, hasPrompt: prompt !== null };
}

/** True when the compaction in force carries a checkpoint that is a system message: it may be any value. */
async function checkpointIsPrompt({ index, bodies }: OpenedSession, passes: Passes): Promise<boolean> {
  const { compaction } = passes;
  if (compaction === -1 || !index.has(compaction, FLAG.checkpoint)) return false;
  const [projected] = await projectRows(index, bodies, passes, [compaction]);
  return field(projected?.messages[0], "role") === "system";
}
