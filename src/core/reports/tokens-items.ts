import { isObject } from "../../lib/json.ts";
import { estimateTokens } from "../messages/roles.ts";
import { itemList } from "../present/item-list.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, isSystem, type Passes } from "../session/passes.ts";
import { withEdit } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { readEach } from "./read-each.ts";
import { carriedCounts, type Carried } from "./tokens-carried.ts";

/** A message of the context, or an entry of the path that is in the context no more, by what it weighs. */
export interface Weight {
  readonly row: number;
  /** What it is, as the context's margin says it. */
  readonly kind: string;
  /** Estimate as it is at the point; of what is gone, as stored. */
  readonly tokens: number;
  /** Requests of the path that were made with it in their context. */
  readonly carried: number;
  /** Tokens that were sent for it in all of them: its estimate, as it was each time, times the requests. */
  readonly cost: number;
}

export interface Weights {
  /** Requests of the path. */
  readonly requests: number;
  /** Estimate of what all requests of the path sent, but for the rounding of prompts. */
  readonly cost: number;
  /** Messages of the context, heaviest first. A checkpoint and its summary are two. */
  readonly here: readonly Weight[];
  /** Entries of the path that requests carried and the context does not hold, by carried cost. */
  readonly gone: readonly Weight[];
}

/**
 * What the entries of a path weigh. Runs on columns; read are the edits that set other content.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function weights(session: OpenedSession, passes: Passes, signal: AbortSignal): Promise<Weights> {
  const { index } = session;
  const { path } = passes;
  const carried = carriedCounts(index, path);
  const costs = await carriedCosts(session, path, carried, signal);
  const list = await itemList(session, passes, "projected");
  const here: Weight[] = [];
  for (let at = 0; at < list.rows.length; at++) {
    const row = list.rows[at]!;
    const tokens = list.tokens[at]!;
    const position = passes.pathIndex[row]!;
    const requests = timesCarried(carried, position);
    // Of a compaction that makes two messages each has its own part of the cost.
    const isPart = index.has(row, FLAG.checkpoint);
    const cost = isPart ? tokens * requests : costs[position]!;
    here.push({ row, kind: kindOf(index, row, isPart && list.parts[at] === 0), tokens, carried: requests, cost });
  }
  const gone: Weight[] = [];
  const isHere = new Uint8Array(path.length);
  for (const row of passes.selected) if (isProjected(index, passes, row)) isHere[passes.pathIndex[row]!] = 1;
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    if (isHere[at] === 1 || costs[at] === 0) continue;
    const requests = timesCarried(carried, at);
    const tokens = index.columns.tokens.at(row);
    gone.push({ row, kind: kindOf(index, row, false), tokens, carried: requests, cost: costs[at]! });
  }
  return {
    requests: carried.requests,
    cost: costs.reduce((sum, cost) => sum + cost, 0),
    here: here.toSorted((a, b) => b.tokens - a.tokens),
    gone: gone.toSorted((a, b) => b.cost - a.cost),
  };
}

function timesCarried({ stored, edited }: Carried, at: number): number {
  let requests = stored[at]!;
  for (const count of edited.get(at)?.values() ?? []) requests += count;
  return requests;
}

/** Tokens times requests by position on the path, each request with the content that it carried. */
async function carriedCosts(
  session: OpenedSession,
  path: Int32Array,
  { stored, edited }: Carried,
  signal: AbortSignal,
): Promise<Float64Array> {
  const { index } = session;
  const costs = new Float64Array(path.length);
  for (let at = 0; at < path.length; at++) costs[at] = stored[at]! * index.columns.tokens.at(path[at]!);
  const byEdit = new Map<number, { at: number; requests: number }[]>();
  // Entries whose messages are more than a role and a content are read, to be edited.
  const odd = new Map<number, readonly unknown[]>();
  for (const [at, counts] of edited) {
    if (roleToEdit(index, path[at]!) === undefined) odd.set(path[at]!, []);
    for (const [edit, requests] of counts) byEdit.set(edit, [...(byEdit.get(edit) ?? []), { at, requests }]);
  }
  await readEach(session, [...odd.keys()], signal, (entry, row) => {
    if (isObject(entry)) odd.set(row, index.kind(row).messages(entry));
  });
  await readEach(
    session,
    [...byEdit.keys()].toSorted((a, b) => a - b),
    signal,
    (entry, edit) => {
      for (const { at, requests } of byEdit.get(edit) ?? []) {
        const row = path[at]!;
        const messages = odd.get(row) ?? [{ role: roleToEdit(index, row), content: [] }];
        for (const message of messages) costs[at]! += requests * estimateTokens(withEdit(message, entry));
      }
    },
  );
  return costs;
}

/** The role by which an edited message is estimated; undefined for a compaction whose checkpoint an edit changes. */
function roleToEdit(index: SessionIndex, row: number): string | undefined {
  if (index.type(row) === "custom_message") return "custom";
  return index.type(row) === "message" ? index.role(row) : undefined;
}

function kindOf(index: SessionIndex, row: number, isCheckpoint: boolean): string {
  if (index.type(row) === "compaction") return isCheckpoint ? "checkpoint" : "summary";
  if (index.type(row) === "branch_summary") return "branch summary";
  if (index.type(row) === "custom_message") return "custom";
  if (index.isResult(row)) return `result of ${index.tool(row) || "a tool"}`;
  return isSystem(index, row) ? "system message" : index.role(row) || "no role";
}
