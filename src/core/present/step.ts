import { pathTo } from "../session/path.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { isBelow } from "../session/relations.ts";

/**
 * The next or previous prompt (user message) or model request (assistant message) on the branch through a row; from before
 * any entry (null) on the branch of Pi's leaf. Below the row the branch goes towards Pi's leaf when that lies below, else to
 * the newest child each time. Null at the end.
 */
export function step(
  session: OpenedSession,
  row: number | null,
  to: "prompt" | "request",
  back: boolean,
): number | null {
  const { index } = session;
  const { names } = index.columns;
  const message = names.find("message");
  const role = names.find(to === "prompt" ? "user" : "assistant");
  if (message === -1 || role === -1) return null;
  const roles = index.columns.role.array;
  const types = index.columns.type.array;
  const wanted = (at: number): boolean => roles[at] === role && types[at] === message;
  const branch = branchThrough(index, row ?? -1);
  const from = row === null ? -1 : branch.indexOf(row);
  if (back) return branch.subarray(0, Math.max(0, from)).findLast(wanted) ?? null;
  return branch.subarray(from + 1).find(wanted) ?? null;
}

/** Rows from the root through a row down to the tip of its branch; the whole branch of Pi's leaf for -1. */
export function branchThrough(index: SessionIndex, row: number): Int32Array<ArrayBuffer> {
  const leaf = index.last;
  if (row === -1 || isBelow(index.relations, leaf, row)) return pathTo(index, leaf).rows;
  const branch = pathTo(index, row).rows;
  const below: number[] = [];
  const seen = new Set(index.relations.loopRoots.length === 0 ? [] : branch);
  for (let at = index.children(row).at(-1); at !== undefined && !seen.has(at); at = index.children(at).at(-1)) {
    below.push(at);
    seen.add(at);
  }
  const whole = new Int32Array(branch.length + below.length);
  whole.set(branch);
  whole.set(below, branch.length);
  return whole;
}
