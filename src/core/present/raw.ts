import { prettyJson } from "../../lib/text.ts";
import type { OpenedSession } from "../session/session.ts";
import type { RawView } from "../view/context.ts";
import { assertRow } from "./at.ts";

/** Most bytes of a line that are shown exactly. */
const EXACT_BYTES = 256 << 10;
/** Most UTF-16 units of pretty-printed JSON: indentation alone grows with the square of the depth. */
const PRETTY_UNITS = 2 << 20;

/**
 * A line as stored: of an entry by its row, of any other line by its 1-based number. Up to 256 kB are exact, and
 * pretty-printed where they are JSON that is not nested too deep; of longer lines the beginning.
 *
 * @throws RangeError when there is no such row, or the line is blank or beyond the file; DOMException NotReadableError when
 *   the file has changed.
 */
export async function rawView(session: OpenedSession, row: number | null, line: number): Promise<RawView> {
  const span = spanOf(session, row, line);
  const bytes = await session.file.slice(span.offset, span.offset + Math.min(span.bytes, EXACT_BYTES)).arrayBuffer();
  const exactWhole = span.bytes <= EXACT_BYTES;
  // As a stream, a character cut in two at the end is left out.
  const exact = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: !exactWhole });
  return { ...span, exact, exactWhole, pretty: exactWhole ? pretty(exact) : null };
}

/**
 * The same line whole, of any size: a slice of the file, without the line break.
 *
 * @throws as {@link rawView} does.
 */
export async function rawLine(session: OpenedSession, row: number | null, line: number): Promise<Blob> {
  const { offset, bytes } = spanOf(session, row, line);
  // Whether the file still is what it was shows only on reading.
  await session.file.slice(offset, offset + 1).arrayBuffer();
  return session.file.slice(offset, offset + bytes);
}

type Span = Pick<RawView, "line" | "offset" | "bytes">;

function spanOf(session: OpenedSession, row: number | null, line: number): Span {
  return row === null ? spanOfLine(session, line) : spanOfRow(session, row);
}

function spanOfRow(session: OpenedSession, row: number): Span {
  assertRow(session, row);
  const { columns } = session.index;
  return { line: columns.line.at(row), offset: columns.offset.at(row), bytes: columns.length.at(row) };
}

function spanOfLine(session: OpenedSession, line: number): Span {
  const { columns, count } = session.index;
  const { others } = session.index.builder;
  const row = find(count, (at) => columns.line.at(at), line);
  if (row !== -1) return spanOfRow(session, row);
  const other = find(others.count, (at) => others.line.at(at), line);
  if (other === -1) throw new RangeError(`Line ${line} is blank or not in the file`);
  return { line, offset: others.offset.at(other), bytes: others.length.at(other) };
}

/** Position of a number in a rising list, or -1. */
function find(count: number, at: (position: number) => number, wanted: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) < wanted) low = middle + 1;
    else high = middle;
  }
  return low < count && at(low) === wanted ? low : -1;
}

/** Numbers are printed as JavaScript reads them: the exact text stands beside it. */
export function pretty(exact: string): string | null {
  const value = parsed(exact.replace(/^\ufeff/, ""));
  const text = value === undefined ? undefined : prettyJson(value);
  return text === undefined || text.length > PRETTY_UNITS ? null : text;
}

/** The value a text is JSON of; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
