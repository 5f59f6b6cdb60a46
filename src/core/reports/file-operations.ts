import { asString, field, isArray } from "../../lib/json.ts";
import { contentList } from "../messages/content.ts";
import { isToolCall } from "../messages/blocks/tool-call.ts";
import { FLAG } from "../session/facts.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { carriedUnits, type FileCall, fileCall, fileToolKind, type FileCallKind, places } from "./file-calls.ts";
import { type Change, linesChanged, linesRead, type Lines } from "./file-lines.ts";
import { cwdOf, filePath } from "./file-path.ts";
import { readEach } from "./read-each.ts";

/** Most tool calls that are looked at: the last on the path. */
export const CALLS = 20_000;

/** One thing a tool did to a file. Rows; -1 for none. */
export interface FileOperation {
  readonly kind: FileCallKind;
  /** As {@link filePath} has it. */
  readonly path: string;
  readonly tool: string;
  /** The answer with the call. */
  readonly row: number;
  /** Index into the call columns; -1 for a call that another tool made. */
  readonly call: number;
  /** The result on the path. */
  readonly result: number;
  /** `open` where no result on the path answers it. */
  readonly outcome: "ok" | "failed" | "open";
  /** Estimated tokens of the file's text that the call itself carries. */
  readonly carried: number;
  /** Places that an edit names. */
  readonly places: number;
  /** What a read returned; null where it cannot be told. */
  readonly lines: Lines | null;
  /** What an edit changed; null where it cannot be told. */
  readonly changes: readonly Change[] | null;
}

export interface FileOperations {
  /** In the order of the calls. */
  readonly list: readonly FileOperation[];
  /** Calls that were looked at, and calls of the path before them that were not. */
  readonly calls: number;
  readonly unread: number;
  /** Calls of a shell, which may do anything to files. */
  readonly commands: number;
}

/** True for the wording of a call to a shell: nothing of it names a file plainly. */
function isCommand(title: string): boolean {
  return /^(?:bash|shell|sh|exec|exec_command|powershell|terminal|run_command)(?::|$)/i.test(title);
}

/**
 * What tool calls on the path to a point did to files, of all of it or only of some answers on it. Reads the answers and the results
 * that tell lines.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function fileOperations(
  session: OpenedSession,
  passes: Passes,
  signal: AbortSignal,
  answers: ArrayLike<number> = passes.path,
): Promise<FileOperations> {
  const { index } = session;
  const { callStart } = index.pairing;
  const rows: number[] = [];
  let [calls, commands, unread] = [0, 0, 0];
  for (let at = answers.length - 1; at >= 0; at--) {
    const row = answers[at]!;
    const [from, to] = [callStart[row]!, callStart[row + 1]!];
    if (from === to) continue;
    let others = 0;
    for (let call = from; call < to; call++) if (!isCommand(index.columns.callTitles.text(call))) others += 1;
    commands += to - from - others;
    if (others === 0) continue;
    if (calls + others > CALLS) unread += others;
    else {
      calls += others;
      rows.push(row);
    }
  }
  return { list: await operationsOf(session, passes, rows.toReversed(), signal), calls, unread, commands };
}

/** What the calls of an answer did, with the results they had on the path it was read for. */
interface Known {
  readonly results: string;
  readonly operations: readonly FileOperation[];
}

/** Operations that were read: only which result answers a call differs from point to point. At most so many answers. */
const known = new WeakMap<OpenedSession, Map<number, Known>>();
const KNOWN = 50_000;

async function operationsOf(
  session: OpenedSession,
  passes: Passes,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<FileOperation[]> {
  const kept = known.get(session) ?? new Map<number, Known>();
  known.set(session, kept);
  const results = new Map(rows.map((row) => [row, resultsOf(session, passes, row)]));
  const missing = rows.filter((row) => kept.get(row)?.results !== results.get(row));
  if (kept.size + missing.length > KNOWN) {
    kept.clear();
    missing.length = 0;
    for (const row of rows) missing.push(row);
  }
  const read = new Map<number, FileOperation[]>(missing.map((row) => [row, []]));
  const found = await readCalls(session, passes, missing, signal);
  for (const operation of await withResults(session, found, signal)) read.get(operation.row)?.push(operation);
  for (const [row, operations] of read) kept.set(row, { results: results.get(row) ?? "", operations });
  return rows.flatMap((row) => kept.get(row)?.operations ?? []);
}

/** The rows of the results on the path that answer the calls of an answer. */
function resultsOf(session: OpenedSession, passes: Passes, row: number): string {
  const { callStart } = session.index.pairing;
  let rows = "";
  for (let call = callStart[row]!; call < callStart[row + 1]!; call++)
    rows += `${resultOnPath(session, passes, call)} `;
  return rows;
}

/** A call before its result was read. */
interface Found {
  readonly row: number;
  readonly call: number;
  readonly result: number;
  /** Null for a tool that is none of files, but may have called such. */
  readonly file: FileCall | null;
}

async function readCalls(
  session: OpenedSession,
  passes: Passes,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<Found[]> {
  const { pairing, columns } = session.index;
  const found: Found[] = [];
  await readEach(session, rows, signal, (entry, row) => {
    let call = pairing.callStart[row]!;
    for (const block of contentList(field(field(entry, "message"), "content"))) {
      if (!isToolCall(block)) continue;
      if (call >= pairing.callStart[row + 1]!) break;
      const title = columns.callTitles.text(call);
      const result = resultOnPath(session, passes, call);
      const file = fileCall(block) ?? null;
      const isOther = file === null && result !== -1 && !isCommand(title) && fileToolKind(toolOf(block)) === undefined;
      if (file !== null || isOther) found.push({ row, call, result, file });
      call += 1;
    }
  });
  return found;
}

function toolOf(block: unknown): string {
  return asString(field(block, "name")) ?? asString(field(block, "toolName")) ?? "";
}

/** The result on the path that answers a call; -1 for none. */
function resultOnPath({ index }: OpenedSession, passes: Passes, call: number): number {
  const { firstResult, nextResult } = index.pairing;
  for (let row = firstResult[call]!; row !== -1; row = nextResult[row]!) if (passes.pathIndex[row] !== -1) return row;
  return -1;
}

/** Reads the results that tell lines, and those of other tools for the calls nested in them. */
async function withResults(
  session: OpenedSession,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<FileOperation[]> {
  const made: FileOperation[][] = found.map(() => []);
  const asked = new Map<number, number>();
  for (const [at, { result, file }] of found.entries()) {
    const isTold =
      file === null || ((file.kind === "read" || file.kind === "edit") && outcomeOf(session, result) === "ok");
    if (isTold && result !== -1) asked.set(result, at);
    else if (file !== null) made[at] = [operation(session, found[at]!, file, null, null)];
  }
  await readEach(session, Array.from(asked.keys()), signal, (entry, row) => {
    const at = asked.get(row)!;
    const one = found[at]!;
    const message = field(entry, "message");
    if (one.file === null) made[at] = nested(session, one, message);
    else if (one.file.kind === "read")
      made[at] = [operation(session, one, one.file, linesRead(one.file, message), null)];
    else made[at] = [operation(session, one, one.file, null, linesChanged(message))];
  });
  return made.flat();
}

function outcomeOf({ index }: OpenedSession, result: number): FileOperation["outcome"] {
  if (result === -1) return "open";
  return index.has(result, FLAG.error) ? "failed" : "ok";
}

function operation(
  session: OpenedSession,
  { row, call, result }: Found,
  file: FileCall,
  lines: Lines | null,
  changes: readonly Change[] | null,
): FileOperation {
  return {
    kind: file.kind,
    path: filePath(file.path, cwdOf(session)),
    tool: file.tool,
    row,
    call,
    result,
    outcome: outcomeOf(session, result),
    carried: Math.ceil(carriedUnits(file) / 4),
    places: places(file.args),
    lines,
    changes,
  };
}

/** Calls that a tool made to others: their results are not recorded, so they make no copies, but they change files. */
function nested(session: OpenedSession, one: Found, message: unknown): FileOperation[] {
  const calls = field(field(message, "nestedCalls"), "calls");
  return (isArray(calls) ? calls : []).flatMap((call): FileOperation[] => {
    const file = fileCall(call);
    if (file === undefined) return [];
    const status = field(call, "status");
    const outcome = status === "error" ? "failed" : status === "unfinished" ? "open" : "ok";
    return [{ ...operation(session, one, file, null, null), call: -1, carried: 0, outcome }];
  });
}
