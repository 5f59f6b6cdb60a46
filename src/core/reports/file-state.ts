import { formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import { isChange, staleness } from "./file-copies.ts";
import { fileToolKind } from "./file-calls.ts";
import { isWhole } from "./file-lines.ts";
import { type FileOperation, fileOperations } from "./file-operations.ts";
import { operationRef } from "./file-words.ts";

/** Files of one answer that are spoken of, later answers that are read, and changes that are named. */
const FILES = 3;
const ANSWERS = 2000;
const NAMED = 3;
/** Most UTF-16 units of a path in a sentence. */
const PATH_UNITS = 80;
/** Wordings of calls are cut here. */
const TITLE_UNITS = 200;

/**
 * What became, up to the point, of the files an entry reads, edits or writes (its calls, or the one it answers): `Edited twice
 * since (…, …): this copy is stale.` Null for an entry that does none of it, or that is not on the path to the point.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function fileState(
  session: OpenedSession,
  passes: Passes,
  row: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<Sentence | null> {
  const { index } = session;
  if ((passes.pathIndex[row] ?? -1) === -1) return null;
  const call = index.isResult(row) ? index.pairing.callOfResult[row]! : -1;
  const answer = index.isResult(row) ? (call === -1 ? -1 : index.columns.callRow.at(call)) : row;
  if (answer === -1 || index.pairing.callStart[answer] === index.pairing.callStart[answer + 1]) return null;
  const beside = (await fileOperations(session, passes, signal, [answer])).list;
  const own = beside.filter((operation) => operation.kind !== "look" && (row === answer || operation.result === row));
  if (own.length === 0) return null;
  const later = laterAnswers(session, passes, answer, own);
  const { list } = await fileOperations(session, passes, signal, later.rows);
  const all = [...beside, ...list];
  const paths = [...new Set(own.map(({ path }) => path))];
  const sentences = paths.slice(0, FILES).map((path): Sentence => {
    const last = own.findLast((operation) => operation.path === path)!;
    const words = since(
      session,
      last,
      all.slice(all.indexOf(last) + 1).filter((operation) => operation.path === path),
    );
    return paths.length === 1 ? words : [`${cut(path, PATH_UNITS)}: `, ...words];
  });
  const left = paths.length - FILES;
  return [
    ...sentences.flatMap((words, at) => (at === 0 ? words : [" ", ...words])),
    ...(left > 0 ? [` Of ${formatCount(left)} more files it is in the report.`] : []),
    ...(later.cut ? [` Only the ${formatCount(ANSWERS)} answers after it were looked at.`] : []),
  ];
}

/**
 * Answers of the path below one whose calls may touch one of the files, nearest first. The wording of a call of a well-known tool
 * holds its path, unless it was cut; what another tool is given is known only when it is read.
 */
function laterAnswers(
  { index }: OpenedSession,
  passes: Passes,
  answer: number,
  own: readonly FileOperation[],
): { rows: number[]; cut: boolean } {
  const { callStart } = index.pairing;
  const names = own.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)).filter((name) => name !== "");
  const mayTouch = (call: number): boolean => {
    const title = index.columns.callTitles.text(call);
    const tool = title.slice(0, title.indexOf(":"));
    if (!["read", "edit", "write", "bash", "grep", "find", "ls"].includes(tool)) return true;
    if (fileToolKind(tool) === "look" || tool === "bash") return false;
    return title.length >= TITLE_UNITS || title.endsWith("...") || names.some((name) => title.includes(name));
  };
  const rows: number[] = [];
  const { path, pathIndex } = passes;
  for (let at = (pathIndex[answer] ?? 0) + 1; at < path.length; at++) {
    const row = path[at]!;
    let isWanted = false;
    for (let call = callStart[row]!; call < callStart[row + 1]! && !isWanted; call++) isWanted = mayTouch(call);
    if (!isWanted) continue;
    if (rows.length === ANSWERS) return { rows, cut: true };
    rows.push(row);
  }
  return { rows, cut: false };
}

function since(session: OpenedSession, last: FileOperation, later: readonly FileOperation[]): Sentence {
  if (last.outcome === "failed") return ["The call failed: it is no copy of the file."];
  if (last.outcome === "open") return ["No result on this path: whether it was done is not known."];
  const changes = later.filter(isChange);
  const reads = later.filter(({ kind, outcome }) => outcome === "ok" && kind === "read");
  const again: Sentence = reads.length === 0 ? [] : [" Read again ", ...timesWords(session, reads), "."];
  if (changes.length === 0) return ["No later call on this path changes the file.", ...again];
  const edits = changes.filter(({ kind }) => kind === "edit");
  const writes = changes.filter(({ kind }) => kind === "write");
  const what: Sentence = [
    ...(edits.length === 0 ? [] : ["Edited ", ...timesWords(session, edits)]),
    ...(edits.length > 0 && writes.length > 0 ? [", written "] : writes.length > 0 ? ["Written "] : []),
    ...(writes.length === 0 ? [] : timesWords(session, writes)),
    " since",
  ];
  return [...what, verdict(last, changes), ...again];
}

/** What the changes make of the copy. */
function verdict(last: FileOperation, changes: readonly FileOperation[]): string {
  if (last.kind === "edit")
    return changes.some(({ kind }) => kind === "write") ? ": what it put there may be gone." : ".";
  const extent = last.kind === "write" || isWhole(last.lines) ? "whole" : "part";
  const { staleBy, isSure } = staleness(extent, last.lines, changes);
  if (staleBy === null) return ", but not in the lines of this copy.";
  return isSure ? ": this copy is stale." : ": this copy may be stale, since the edit does not tell its lines.";
}

/** `twice (…, …)`. */
function timesWords(session: OpenedSession, operations: readonly FileOperation[]): Sentence {
  const count = operations.length;
  const times = count === 1 ? "once" : count === 2 ? "twice" : `${formatCount(count)} times`;
  const links = operations
    .slice(0, NAMED)
    .flatMap((operation, at) =>
      at === 0 ? [operationRef(session, operation)] : [", ", operationRef(session, operation)],
    );
  return [`${times} (`, ...links, count > NAMED ? ", …)" : ")"];
}
