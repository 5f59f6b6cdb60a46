import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Fate } from "../view/fate.ts";
import { isWhole, type Lines, moved } from "./file-lines.ts";
import type { FileOperation } from "./file-operations.ts";

/** Most copies of one file in one context that are judged, the last: more than fits any model. */
const JUDGED = 2000;

/** What the context at a point has of a file by one operation. */
export interface FileCopy {
  readonly operation: FileOperation;
  /** The entry that carries it: a read's result, the answer with the call of a write or edit. */
  readonly row: number;
  readonly fate: Fate;
  /** In the context as it was then: its entry is there as stored. */
  readonly inContext: boolean;
  /** Estimated tokens of it. */
  readonly tokens: number;
  /** All of the file, lines of it, or the new texts of an edit. */
  readonly extent: "whole" | "part" | "piece";
  readonly lines: Lines | null;
  /** Position among the file's changes of the first one after it. */
  readonly next: number;
}

/** A copy held against the changes after it. */
export interface JudgedCopy extends FileCopy {
  /** The first later change by a call that makes it stale; null for none. A piece is stale only against a later write. */
  readonly staleBy: FileOperation | null;
  /** False where the change tells no lines, so that it may lie elsewhere in the file. */
  readonly isSure: boolean;
}

/** One file of the path, with its operations in order and the copies they made. */
export interface FileRecord {
  readonly path: string;
  readonly operations: readonly FileOperation[];
  /** Whether any call on it was done: else all of them failed, or of none is there a result on the path. */
  readonly outcome: FileOperation["outcome"];
  /** Calls that changed it. */
  readonly changes: readonly FileOperation[];
  /** Of each operation that made one, in order. */
  readonly copies: readonly FileCopy[];
  /** Copies in the context that are reads or writes: pieces of edits are none. */
  readonly present: readonly JudgedCopy[];
  /** The copy in the context that is stale and that no later one makes good; null for none. */
  readonly stale: JudgedCopy | null;
  /** `whole` when a copy in the context that is not stale holds all of it. */
  readonly extent: "none" | "pieces" | "part" | "whole";
  /** Estimated tokens of all its copies in the context, pieces included. */
  readonly tokens: number;
}

/** The files that were read, edited or written, in the order in which they were first; what only searches is left out. */
export function fileRecords(
  session: OpenedSession,
  passes: Passes,
  operations: readonly FileOperation[],
): Map<string, FileRecord> {
  const groups = new Map<string, FileOperation[]>();
  for (const operation of operations) {
    if (operation.kind === "look") continue;
    const group = groups.get(operation.path);
    if (group === undefined) groups.set(operation.path, [operation]);
    else group.push(operation);
  }
  return new Map([...groups].map(([path, group]) => [path, recordOf(session, passes, path, group)]));
}

function recordOf(session: OpenedSession, passes: Passes, path: string, operations: FileOperation[]): FileRecord {
  // Of a file with thousands of calls, no list of its own for each of them.
  const changes = operations.filter(isChange);
  let next = 0;
  const copies = operations.flatMap((operation) => {
    if (changes[next] === operation) next += 1;
    return copyOf(session, passes, operation, next);
  });
  const held = copies.filter((copy) => copy.inContext);
  // Only what is in the context is judged: a file may have been read thousands of times.
  const present = held
    .filter(({ extent }) => extent !== "piece")
    .slice(-JUDGED)
    .map((copy) => judged(copy, changes));
  const fresh = present.filter((copy) => copy.staleBy === null).toReversed();
  const order = new Map(operations.map((operation, at) => [operation, at]));
  const extent = fresh.some((copy) => copy.extent === "whole") || present.at(-1)?.extent === "whole" ? "whole" : "part";
  return {
    path,
    operations,
    outcome: outcomeOf(operations),
    changes,
    copies,
    present,
    stale: present.findLast((copy) => copy.staleBy !== null && !isMadeGood(copy, fresh, order)) ?? null,
    extent: present.length > 0 ? extent : held.length > 0 ? "pieces" : "none",
    tokens: held.reduce((sum, copy) => sum + copy.tokens, 0),
  };
}

/** The best of several outcomes. */
function outcomeOf(operations: readonly FileOperation[]): FileOperation["outcome"] {
  const has = (wanted: FileOperation["outcome"]): boolean => operations.some(({ outcome }) => outcome === wanted);
  return has("ok") ? "ok" : has("open") ? "open" : "failed";
}

/** True when a later copy holds what is stale in this one, as it is now. */
function isMadeGood(copy: FileCopy, fresh: readonly FileCopy[], order: ReadonlyMap<FileOperation, number>): boolean {
  const since = order.get(copy.operation) ?? 0;
  return fresh.some((other) => {
    if ((order.get(other.operation) ?? 0) < since) return false;
    if (other.extent === "whole") return true;
    const { lines } = copy;
    if (copy.extent === "whole" || lines === null || other.lines === null) return false;
    return other.lines.from <= lines.from && (other.lines.toEnd || other.lines.to >= lines.to);
  });
}

function copyOf(session: OpenedSession, passes: Passes, operation: FileOperation, next: number): FileCopy[] {
  const { index } = session;
  const { kind, outcome, call, lines } = operation;
  if (outcome !== "ok" || call === -1 || kind === "look") return [];
  const row = kind === "read" ? operation.result : operation.row;
  const fate = fateOf(index, passes, row);
  const tokens = kind === "read" ? index.columns.tokens.at(row) : operation.carried;
  const extent = kind === "edit" ? "piece" : kind === "write" || isWhole(lines) ? "whole" : "part";
  return [{ operation, row, fate, inContext: fate === "in context", tokens, extent, lines, next }];
}

/** Holds a copy against the changes of its file. */
export function judged(copy: FileCopy, changes: readonly FileOperation[]): JudgedCopy {
  return { ...copy, ...staleness(copy.extent, copy.lines, changes, copy.next) };
}

/** True for a call that changed a file. */
export function isChange({ kind, outcome }: FileOperation): boolean {
  return outcome === "ok" && (kind === "edit" || kind === "write");
}

/** The first of some changes, from the `next` on, that touches a copy, its lines followed through those that do not. */
export function staleness(
  extent: FileCopy["extent"],
  lines: Lines | null,
  changes: readonly FileOperation[],
  next = 0,
): { staleBy: FileOperation | null; isSure: boolean } {
  let held = lines;
  for (let at = next; at < changes.length; at++) {
    const staleBy = changes[at]!;
    if (staleBy.kind === "write") return { staleBy, isSure: true };
    if (extent === "piece") continue;
    if (extent === "whole" || held === null) return { staleBy, isSure: true };
    if (staleBy.changes === null) return { staleBy, isSure: false };
    const there = moved(held, staleBy.changes);
    if (there === undefined) return { staleBy, isSure: true };
    held = there;
  }
  return { staleBy: null, isSure: true };
}
