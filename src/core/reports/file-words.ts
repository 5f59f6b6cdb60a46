import { formatAmount, formatClock, formatCount } from "../../lib/figures.ts";
import { refAs } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import type { FileRecord, JudgedCopy } from "./file-copies.ts";
import { type Change, isWhole, type Lines } from "./file-lines.ts";
import type { FileOperation } from "./file-operations.ts";

/** Changes of one edit that are named. */
const NAMED = 4;

/** A link to the call of an operation, or for a nested one to the result that records it: `edit at 14:32`. */
export function operationRef(session: OpenedSession, { kind, row, call, result }: FileOperation): Ref {
  const clock = formatClock(timeOfRow(session.index, row));
  return refAs(session, call === -1 ? result : row, clock === "" ? kind : `${kind} at ${clock}`);
}

/** `all of it`, `lines 10–59`, `2 places, at lines 10 and 40–44`. */
export function extentWords({ kind, lines, changes, places, call }: FileOperation): string {
  if (kind === "read") return isWhole(lines) || lines === null ? "all of it" : lineWords(lines);
  if (kind === "write") return "all of it";
  const amount = places === 0 ? "" : formatAmount(places, "place");
  const at = changes === null || changes.length === 0 ? "" : `at ${changeWords(changes)}`;
  const words = [amount, at].filter((word) => word !== "").join(", ");
  return words === "" ? (call === -1 ? "by another tool" : "not told") : words;
}

export function lineWords({ from, to, toEnd }: Lines): string {
  if (toEnd) return from === 1 ? "all of it" : `from line ${formatCount(from)} on`;
  return from === to ? `line ${formatCount(from)}` : `lines ${formatCount(from)}–${formatCount(to)}`;
}

function changeWords(changes: readonly Change[]): string {
  const named = changes.slice(0, NAMED).map(({ at, removed }) => {
    const last = at + Math.max(1, removed) - 1;
    return last === at ? formatCount(at) : `${formatCount(at)}–${formatCount(last)}`;
  });
  const left = changes.length - named.length;
  return `${changes.length === 1 && !named[0]?.includes("–") ? "line" : "lines"} ${named.join(", ")}${left > 0 ? ` and ${formatCount(left)} more` : ""}`;
}

/** True for a file on which a call was done: one that failed touches nothing. */
export function isTouched({ outcome }: FileRecord): boolean {
  return outcome === "ok";
}

/** `1 only in calls that failed`, `2 only in calls without a result`: files that no call is known to have touched. */
export function untouchedWords(records: readonly FileRecord[]): string[] {
  const count = (wanted: FileRecord["outcome"]): number => records.filter(({ outcome }) => outcome === wanted).length;
  const [failed, open] = [count("failed"), count("open")];
  return [
    ...(failed > 0 ? [`${formatCount(failed)} only in calls that failed`] : []),
    ...(open > 0 ? [`${formatCount(open)} only in calls without a result`] : []),
  ];
}

/** True when a copy of a file in the context is stale by a change that is not in the context itself. */
export function isUnseen({ index }: OpenedSession, passes: Passes, { stale }: FileRecord): boolean {
  if (stale === null || stale.staleBy === null) return false;
  return fateOf(index, passes, stale.staleBy.row) !== "in context";
}

/** What made a copy stale, and whether the model has that change itself; empty for one that is not stale. */
export function staleWords(session: OpenedSession, passes: Passes, { staleBy, isSure }: JudgedCopy): Sentence {
  if (staleBy === null) return [];
  const fate = fateOf(session.index, passes, staleBy.row);
  const has = fate === "in context" ? ", which is in this context" : `, which is not in this context (${fate})`;
  const doubt = isSure ? "" : "; it does not tell which lines it changed";
  return ["since the ", operationRef(session, staleBy), `${has}${doubt}`];
}
