import { formatClock } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { FLAG } from "../session/facts.ts";
import { isSystem, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Ref } from "../view/ref.ts";
import { rowWording } from "./rows.ts";
import { summaryName } from "./summary-names.ts";
import { timeOfRow } from "./times.ts";

/** Most UTF-16 units of a link's words. */
const REF_UNITS = 60;

/**
 * A link to an entry in the words of its row (Pi's wording), at most 60 UTF-16 units; what has no words of its own there is
 * named by its local time: `compaction at 14:32` (a name no other
 * compaction has), `context edit at 15:40`, `system message at 09:00`.
 */
export function refTo(session: OpenedSession, row: number): Ref {
  const { index } = session;
  if (index.type(row) === "compaction") return refAs(session, row, summaryName(index, row)?.text ?? worded(index, row));
  const name = timedName(index, row);
  return refAs(session, row, name === undefined ? worded(index, row) : timed(index, row, name));
}

/** A link with words of the caller's. */
export function refAs(session: OpenedSession, row: number, text: string): Ref {
  return { row, id: session.index.id(row), text: shorten(text) };
}

/** A link to an entry on the path; a user's message is named by its number there: `prompt 13: Keep the cookie name`. */
export function pathRef(session: OpenedSession, passes: Passes, row: number): Ref {
  const { index } = session;
  if (!isPrompt(index, row)) return refTo(session, row);
  const words = rowWording(index, row).text;
  return refAs(session, row, `prompt ${promptNumber(index, passes, row)}${words === "" ? "" : `: ${words}`}`);
}

/** True for a message of the user. */
export function isPrompt(index: SessionIndex, row: number): boolean {
  return index.type(row) === "message" && index.role(row) === "user";
}

/** How many prompts the path holds up to a row of it, that row included. */
export function promptNumber(index: SessionIndex, passes: Passes, row: number): number {
  const end = passes.pathIndex[row] ?? -1;
  let prompts = 0;
  for (let at = 0; at <= end; at++) if (isPrompt(index, passes.path[at]!)) prompts += 1;
  return prompts;
}

function timedName(index: SessionIndex, row: number): string | undefined {
  if (index.type(row) === "context_edit") return "context edit";
  return isSystem(index, row) ? "system message" : undefined;
}

function timed(index: SessionIndex, row: number, name: string): string {
  const clock = formatClock(timeOfRow(index, row));
  return clock === "" ? `${name} on line ${index.columns.line.at(row)}` : `${name} at ${clock}`;
}

function worded(index: SessionIndex, row: number): string {
  const { lead, text } = rowWording(index, row);
  const call = index.pairing.callStart[row]!;
  // An answer without text is better known by its first tool call.
  const silent = call < index.pairing.callStart[row + 1]! && !index.has(row, FLAG.text);
  const words = `${lead} ${silent ? `[${index.columns.callTitles.text(call)}]` : text}`.trim();
  return words === "" ? `entry ${index.id(row)}` : words;
}

function shorten(text: string): string {
  return text.length <= REF_UNITS ? text : `${cut(text, REF_UNITS - 1).trimEnd()}…`;
}
