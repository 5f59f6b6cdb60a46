import { field } from "../../lib/json.ts";
import { cut, toText } from "../../lib/text.ts";
import { parseLine } from "../format/parse-line.ts";
import { PRINT_UNITS } from "../messages/limits.ts";
import { fateOf } from "../session/fates.ts";
import { OTHER } from "../session/other-lines.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { FileLine } from "../view/context.ts";
import { passesAt } from "./at.ts";
import { batches } from "./batches.ts";
import { problemsOnLine } from "./line-problems.ts";

/** Bytes read of a line that is no entry: UTF-8 has at most four for a character, and a mark may come first. */
const HEAD_BYTES = 4 * PRINT_UNITS + 3;
/** Longer headers, but for the first, are shown by their beginning. */
const HEADER_BYTES = 1 << 20;

const decoder = new TextDecoder();

/** How many lines the file has that are not blank. */
export function lineCount(session: OpenedSession): number {
  return session.index.count + session.index.builder.others.count;
}

/**
 * Lines `from` (included) to `to` (excluded) of the file, blank ones left out: entries as the chapter's reader prints them, with
 * their fate at the point (a row; null for before any entry), headers, and what is neither. Bounds beyond the file are cut.
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed.
 */
export async function fileLines(
  session: OpenedSession,
  from: number,
  to: number,
  point: number | null,
): Promise<FileLine[]> {
  const passes = passesAt(session, point);
  const { count } = session.index;
  const { others } = session.index.builder;
  const start = Math.max(0, from);
  let left = Math.min(to, lineCount(session)) - start;
  if (left <= 0) return [];
  let other = othersBefore(session, start);
  let row = start - other;
  const rows: number[] = [];
  const lines: FileLine[] = [];
  for (; left > 0; left--) {
    const isOther =
      row === count || (other < others.count && others.line.at(other) < session.index.columns.line.at(row));
    if (isOther) lines.push(await otherLine(session, other++));
    else rows.push(row++);
  }
  for (const batch of batches(session.index, rows)) {
    for (const line of await entryLines(session, passes, batch)) lines.push(line);
  }
  return lines.toSorted((a, b) => a.line - b.line);
}

/** How many of the first `position` lines are no entries. */
function othersBefore(session: OpenedSession, position: number): number {
  const { columns, count } = session.index;
  const { others } = session.index.builder;
  let low = Math.max(0, position - count);
  let high = Math.min(position, others.count);
  while (low < high) {
    const middle = (low + high) >> 1;
    // With `middle` others and the rest entries: does the next other come before the last of those entries?
    if (others.line.at(middle) < columns.line.at(position - middle - 1)) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function entryLines(session: OpenedSession, passes: Passes, rows: readonly number[]): Promise<FileLine[]> {
  const { index } = session;
  const { columns } = index;
  const entries = await session.bodies.entries(rows);
  return rows.map((row, at) => ({
    line: columns.line.at(row),
    offset: columns.offset.at(row),
    bytes: columns.length.at(row),
    row,
    text: cut(index.kind(row).print(entries[at]), PRINT_UNITS),
    fate: fateOf(index, passes, row),
    problems: problemsOnLine(session, columns.line.at(row)),
  }));
}

async function otherLine(session: OpenedSession, at: number): Promise<FileLine> {
  const { others } = session.index.builder;
  const line = others.line.at(at);
  const text = others.kind.at(at) === OTHER.header ? await headerText(session, at) : await headText(session, at);
  return {
    line,
    offset: others.offset.at(at),
    bytes: others.length.at(at),
    row: null,
    text: cut(text, PRINT_UNITS),
    fate: null,
    problems: problemsOnLine(session, line),
  };
}

async function headerText(session: OpenedSession, at: number): Promise<string> {
  const { header, others } = session.index.builder;
  const first = firstHeader(session) === at;
  if (!first && others.length.at(at) > HEADER_BYTES) return headText(session, at);
  const stored = first ? header : await parsedLine(session, at);
  return `Session v${toText(field(stored, "version") ?? 1)}: ${toText(field(stored, "id"))}`;
}

function firstHeader(session: OpenedSession): number {
  const { others } = session.index.builder;
  let at = 0;
  while (at < others.count && others.kind.at(at) !== OTHER.header) at += 1;
  return at;
}

async function parsedLine(session: OpenedSession, at: number): Promise<unknown> {
  const { others } = session.index.builder;
  const start = others.offset.at(at);
  const bytes = await session.file.slice(start, start + others.length.at(at)).arrayBuffer();
  const parsed = parseLine(new Uint8Array(bytes));
  return parsed.kind === "value" ? parsed.value : undefined;
}

/** The beginning of a line as it stands in the file. */
async function headText(session: OpenedSession, at: number): Promise<string> {
  const { others } = session.index.builder;
  const start = others.offset.at(at);
  const bytes = await session.file.slice(start, start + Math.min(others.length.at(at), HEAD_BYTES)).arrayBuffer();
  return decoder.decode(bytes).replace(/\r$/, "");
}
