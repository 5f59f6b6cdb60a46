import { formatAmount } from "../../lib/figures.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, replacingEdit, type Passes } from "../session/passes.ts";
import { isBelow } from "../session/relations.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Form } from "../view/context.ts";
import type { Sentence } from "../view/ref.ts";
import { ignoredEdit } from "./edit-words.ts";
import { refAs, refTo } from "./refs.ts";
import { callRef } from "./links.ts";
import { FAILED_TURN, notSentReason } from "./why.ts";

/** Most calls of one answer that get a note of their own. */
const MAX_CALLS = 5;

/**
 * Said beside an item of the context: edited by…, failed, not sent, calls without an answer. `calls` are the calls of its
 * message as shown, as indices into the call columns (-1 for one that the file's answer does not have).
 */
export function itemNotes(
  session: OpenedSession,
  passes: Passes,
  row: number,
  form: Form,
  calls: readonly number[],
): Sentence[] {
  const { index } = session;
  const notes: Sentence[] = [];
  const edit = passes.edits.get(row);
  const projected = isSelected(passes, row) && isProjected(index, passes, row);
  if (edit !== undefined && index.has(edit, FLAG.omits))
    notes.push(["omitted by ", refAs(session, edit, index.id(edit))]);
  const replacing = replacingEdit(index, passes, row);
  if (projected && replacing !== -1) notes.push(["edited by ", refAs(session, replacing, index.id(replacing))]);
  if (projected && replacing !== -1 && session.problemsOf(replacing).some(({ code }) => code === "malformed-edit"))
    notes.push(["That edit leaves no content to read here, as in Pi."]);
  const ignored = projected ? ignoredEdit(session, passes, row) : undefined;
  if (ignored !== undefined) notes.push(ignored);
  if (projected && index.has(row, FLAG.failedTurn)) notes.push([FAILED_TURN]);
  if (projected && form !== "sent" && index.has(row, FLAG.notSent)) notes.push([notSentReason(index, row)]);
  if (form !== "stored") notes.push(...pairNotes(session, passes, row, calls));
  return notes;
}

/** Calls and results that have lost each other in this context. */
function pairNotes(session: OpenedSession, passes: Passes, row: number, calls: readonly number[]): Sentence[] {
  const { index } = session;
  if (index.isResult(row)) {
    const note = lostCall(session, passes, row);
    return note === undefined ? [] : [note];
  }
  if (index.has(row, FLAG.failedTurn)) return []; // an aborted turn never runs its calls
  const notes = calls.flatMap((call) => {
    const note = lostResult(session, passes, call);
    return note === undefined ? [] : [note];
  });
  if (notes.length <= MAX_CALLS) return notes;
  const more = notes.length - MAX_CALLS;
  return [
    ...notes.slice(0, MAX_CALLS),
    [`${formatAmount(more, "more call")} ${more === 1 ? "is" : "are"} not answered here.`],
  ];
}

function lostCall(session: OpenedSession, passes: Passes, row: number): Sentence | undefined {
  const { index } = session;
  const ref = callRef(session, row);
  if (ref === null) return ["It answers no call on this path."];
  if (!isSelected(passes, ref.row) || !isProjected(index, passes, ref.row)) {
    return ["Its call is not in this context: ", ref];
  }
  const edit = replacingEdit(index, passes, ref.row);
  return edit === -1
    ? undefined
    : ["The answer that made its call, ", ref, ", is edited by the ", refTo(session, edit)];
}

function lostResult(session: OpenedSession, passes: Passes, call: number): Sentence | undefined {
  if (call === -1) return undefined;
  const { index } = session;
  const { pairing, columns } = index;
  let omitted = -1;
  let later = -1;
  for (let row = pairing.firstResult[call]!; row !== -1; row = pairing.nextResult[row]!) {
    if (passes.pathIndex[row] === -1) {
      if (later === -1 && isBelow(index.relations, row, passes.point)) later = row;
    } else if (isSelected(passes, row) && isProjected(index, passes, row)) return undefined;
    else if (omitted === -1) omitted = row;
  }
  const name = `“${columns.callTitles.text(call)}”`;
  if (omitted !== -1) {
    const edit = passes.edits.get(omitted);
    const result = refAs(session, omitted, "its result");
    if (edit === undefined)
      return [`The call ${name} is not answered in this context: `, result, " is not part of it."];
    return [
      `The call ${name} is not answered in this context: `,
      result,
      " is omitted by the ",
      refTo(session, edit),
      ".",
    ];
  }
  if (later !== -1)
    return [`The call ${name} is not answered yet: `, refAs(session, later, "its result"), " comes later."];
  return [`The call ${name} has no result on this path.`];
}

/** True for rows of the path that buildContextEntries selects, but for system messages before the compaction. */
function isSelected(passes: Passes, row: number): boolean {
  const at = passes.pathIndex[row]!;
  return at !== -1 && at >= passes.keptFrom;
}
