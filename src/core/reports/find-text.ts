import { isObject, isArray } from "../../lib/json.ts";
import { nextTask } from "../../lib/next-task.ts";
import { cut } from "../../lib/text.ts";
import { parseLine } from "../format/parse-line.ts";
import type { OpenedSession } from "../session/session.ts";
import { jsonPattern, textPattern } from "./json-pattern.ts";

/** An entry that holds a text. */
export interface TextHit {
  readonly row: number;
  /** Keys down to the first string that holds it, without `message`: `content.0.text`. */
  readonly path: string;
  /** How many strings of the entry hold it. */
  readonly strings: number;
  /** What stands around it in the first, on one line. */
  readonly excerpt: string;
}

/** Bytes of lines that are looked at in one go, but for a longer line. */
const PIECE_BYTES = 8 << 20;
/** UTF-16 units shown before and after what was found. */
const BEFORE = 40;
const AFTER = 80;

/** Members of an entry by which it is linked and typed: no content, and in every entry. */
const structure = new Set(["type", "id", "parentId", "timestamp", "role", "firstKeptEntryId", "fromId", "targetId"]);

/**
 * Finds the entries whose content holds a text and hands each on, in file order: in any string of the entry as stored, but for its
 * structure. Reads the file piece by piece, and gives way to other requests between pieces.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function findText(
  session: OpenedSession,
  text: string,
  anyCase: boolean,
  signal: AbortSignal,
  onHit: (hit: TextHit) => void,
): Promise<void> {
  const pattern = jsonPattern(text, anyCase);
  const words = textPattern(text, anyCase);
  for (const [from, to] of pieces(session)) {
    signal.throwIfAborted();
    await findIn(session, from, to, pattern, (row, entry) => {
      const hit = look(row, entry, words);
      if (hit !== undefined) onHit(hit);
    });
    await nextTask();
  }
  signal.throwIfAborted();
}

/** Runs of rows that are read in one go. */
function* pieces({ index }: OpenedSession): Generator<[from: number, to: number], void> {
  const { offset, length } = index.columns;
  let from = 0;
  for (let row = 1; row <= index.count; row++) {
    if (row < index.count && offset.at(row) + length.at(row) - offset.at(from) <= PIECE_BYTES) continue;
    yield [from, row];
    from = row;
  }
}

const latin1 = new TextDecoder("latin1");

/** Parses those lines of a run that seem to hold the text. */
async function findIn(
  { index, file }: OpenedSession,
  from: number,
  to: number,
  pattern: RegExp,
  use: (row: number, entry: unknown) => void,
): Promise<void> {
  const { offset, length } = index.columns;
  const start = offset.at(from);
  const end = offset.at(to - 1) + length.at(to - 1);
  const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
  const text = latin1.decode(bytes);
  let row = from;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const at = start + match.index;
    while (row < to - 1 && offset.at(row + 1) <= at) row += 1;
    const line = offset.at(row) - start;
    const next = line + length.at(row);
    // Lines that are no entries lie between entries.
    if (match.index >= next) continue;
    const parsed = parseLine(bytes.subarray(line, next));
    if (parsed.kind === "value") use(row, parsed.value);
    pattern.lastIndex = Math.max(pattern.lastIndex, next);
  }
}

/** Looks through all strings of an entry, and all names of members: a text may be an argument's name. */
function look(row: number, entry: unknown, words: RegExp): TextHit | undefined {
  let first: { path: string; excerpt: string } | undefined;
  let strings = 0;
  const meet = (value: string, path: string): void => {
    const found = words.exec(value);
    if (found === null) return;
    strings += 1;
    first ??= { path, excerpt: excerptOf(value, found) };
  };
  const stack: { value: unknown; path: string }[] = [{ value: entry, path: "" }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, path } = top;
    if (typeof value === "string") meet(value, path);
    if (!isObject(value) && !isArray(value)) continue;
    const members = Object.entries(value).filter(([key]) => !structure.has(key));
    for (const [key, member] of members.toReversed()) stack.push({ value: member, path: place(path, key) });
  }
  return first === undefined ? undefined : { row, strings, ...first };
}

function excerptOf(value: string, { index, 0: { length } }: RegExpExecArray): string {
  let from = Math.max(0, index - BEFORE);
  // No half characters.
  if (from > 0 && /[\uDC00-\uDFFF]/.test(value.charAt(from))) from += 1;
  const words = cut(value.slice(from), index + length + AFTER - from);
  const end = from + words.length < value.length ? "…" : "";
  return `${from > 0 ? "…" : ""}${words.replaceAll(/\s+/g, " ")}${end}`;
}

/** Keys from the entry down, without the one that every message is under. */
function place(path: string, key: string): string {
  return path === "" || path === "message" ? key : `${path}.${key}`;
}
