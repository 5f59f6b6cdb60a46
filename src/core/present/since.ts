import { fateOf } from "../session/fates.ts";
import { isProjected, replacingEdit, runPasses, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { LEFT_ENTRIES, type Since } from "../view/context.ts";
import { refTo } from "./refs.ts";

/**
 * What has changed since the last model request before the point: between the context that request was made with, which ends
 * before its answer, and the context at the point. Null when no answer stands before the point on the path.
 */
export function sinceRequest(session: OpenedSession, passes: Passes): Since | null {
  const { index } = session;
  const answer = answerBefore(index, passes);
  if (answer === -1) return null;
  const then = runPasses(index, index.parent(answer));
  const { left, ...came } = difference(index, then, passes);
  const added = [...came.added, ...came.changed];
  const tokens = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + index.columns.tokens.at(row), 0);
  return {
    request: refTo(session, answer),
    added: Int32Array.from(added.toSorted((a, b) => a - b)),
    left: left.slice(0, LEFT_ENTRIES).map((row) => ({ entry: refTo(session, row), fate: fateOf(index, passes, row) })),
    leftCount: left.length,
    addedTokens: tokens(added),
    leftTokens: tokens(left),
  };
}

/** The last assistant message on the path before the point, -1 for none. */
function answerBefore(index: SessionIndex, { path }: Passes): number {
  const role = index.columns.names.find("assistant");
  const roles = index.columns.role.array;
  for (let at = path.length - 2; at >= 0; at--) {
    const row = path[at]!;
    if (roles[row] === role && index.type(row) === "message") return row;
  }
  return -1;
}

/** How one context differs from another, by rows with messages. */
export interface Difference {
  /** Rows that only the second has. */
  readonly added: readonly number[];
  /** Rows of both whose content another edit makes. */
  readonly changed: readonly number[];
  /** Rows that only the first has. */
  readonly left: readonly number[];
}

/** Compares two contexts; rows in the order of the second, those that left in the order of the first. */
export function difference(index: SessionIndex, then: Passes, now: Passes): Difference {
  const met = new Uint8Array(index.count);
  for (const row of then.selected) if (isProjected(index, then, row)) met[row] = THEN;
  const added: number[] = [];
  const changed: number[] = [];
  for (const row of now.selected) {
    if (!isProjected(index, now, row)) continue;
    if (met[row] !== THEN) added.push(row);
    else if (replacingEdit(index, then, row) !== replacingEdit(index, now, row)) changed.push(row);
    met[row] = NOW;
  }
  return { added, changed, left: Array.from(then.selected.filter((row) => met[row] === THEN)) };
}

const THEN = 1;
const NOW = 2;
