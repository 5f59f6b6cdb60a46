import { contentList } from "../messages/content.ts";
import { asString, field } from "../../lib/json.ts";
import { isToolCall, readCall } from "../messages/blocks/tool-call.ts";
import type { AnsweredCall, BlockContext, CallResult } from "../messages/role.ts";
import { FLAG } from "../session/facts.ts";
import { resultOfCall } from "../session/pairing.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Place } from "../view/block.ts";
import type { Ref } from "../view/ref.ts";
import { refAs, refTo } from "./refs.ts";

/** What drawing an entry, or a message of it, may ask of the session around: the results of its calls, the path's own first. */
export function blockContext(
  session: OpenedSession,
  passes: Passes,
  row: number,
  place: Place,
  calls: readonly number[] = callsOf(session.index, row),
  related: Related = new Map(),
): BlockContext {
  return {
    place,
    resultOf(nth) {
      const result = resultRow(session, passes, calls[nth] ?? -1);
      return result === -1 ? null : callResult(session, row, result, related);
    },
    call: answered(session, row, related),
  };
}

/** Bodies of entries that others are shown with, by row. */
export type Related = ReadonlyMap<number, unknown>;

/** Longest line, bytes, and most lines that are read to show another with. */
const RELATED_BYTES = 1 << 20;
const RELATED_ROWS = 200;

/**
 * Reads what entries are shown with: of results the answers with their calls, of calls that edit the results, which tell the lines. Of
 * lines that are long, and beyond a number of them, nothing is read: all is shown without, only less well.
 *
 * Rejects with a DOMException NotReadableError when the file has changed.
 */
export async function readRelated(session: OpenedSession, passes: Passes, rows: readonly number[]): Promise<Related> {
  const { index } = session;
  const { pairing, columns } = index;
  const wanted = new Set<number>();
  for (const row of rows) {
    const call = pairing.callOfResult[row]!;
    if (call !== -1) wanted.add(columns.callRow.at(call));
    for (const made of callsOf(index, row)) {
      if (!EDITS.test(columns.callTitles.text(made))) continue;
      const result = resultRow(session, passes, made);
      if (result !== -1) wanted.add(result);
    }
  }
  const read = Array.from(wanted)
    .filter((row) => columns.length.at(row) <= RELATED_BYTES)
    .slice(0, RELATED_ROWS);
  const entries = await session.bodies.entries(read);
  return new Map(read.map((row, at) => [row, entries[at]]));
}

/** Titles of calls that are shown with the details of their results. */
const EDITS = /^(?:multi_?|str_|search_)?(?:edit|replace)/i;

/** The result of a call, the path's own first; -1 for none. */
function resultRow({ index }: OpenedSession, passes: Passes, call: number): number {
  return call === -1 ? -1 : resultOfCall(index.pairing, call, (at) => passes.pathIndex[at] !== -1);
}

function callResult(session: OpenedSession, row: number, result: number, related: Related): CallResult {
  return {
    ref: refTo(session, result),
    status: session.index.has(result, FLAG.error) ? "failed" : "ok",
    ms: span(session, row, result),
    details: field(field(related.get(result), "message"), "details"),
  };
}

function answered(session: OpenedSession, row: number, related: Related): AnsweredCall | null {
  const ref = callRef(session, row);
  if (ref === null) return null;
  const { pairing } = session.index;
  const nth = pairing.callOfResult[row]! - pairing.callStart[ref.row]!;
  const content = field(field(related.get(ref.row), "message"), "content");
  const { name, args } = readCall(contentList(content).filter(isToolCall)[nth]);
  return { ref, ms: span(session, ref.row, row), name, args };
}

/** From one entry to another, ms. */
function span({ index }: OpenedSession, from: number, to: number): number | null {
  const ms = index.columns.time.at(to) - index.columns.time.at(from);
  return ms >= 0 ? ms : null;
}

/** The tool calls of an entry, as indices into the call columns. */
export function callsOf(index: SessionIndex, row: number): number[] {
  const { callStart } = index.pairing;
  const start = callStart[row]!;
  return Array.from({ length: callStart[row + 1]! - start }, (_, nth) => start + nth);
}

/** The calls of an edited message: those of the stored message with the same ids; -1 for one that is new. */
export function callsOfEdited(index: SessionIndex, row: number, message: unknown): number[] {
  const left = callsOf(index, row);
  return contentList(field(message, "content"))
    .filter(isToolCall)
    .map((block) => {
      const id = index.columns.callIds.find(asString(readCall(block).id) ?? "");
      const at = left.findIndex((call) => index.columns.callId.at(call) === id);
      return at === -1 ? -1 : left.splice(at, 1)[0]!;
    });
}

/** The call a tool result answers on its own path, in the call's words; null for none. */
export function callRef(session: OpenedSession, row: number): Ref | null {
  const { pairing, columns } = session.index;
  const call = pairing.callOfResult[row]!;
  return call === -1 ? null : refAs(session, columns.callRow.at(call), `[${columns.callTitles.text(call)}]`);
}
