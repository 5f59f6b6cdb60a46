import { FLAG } from "../session/facts.ts";
import { decidedBy } from "../session/fates.ts";
import { shownId } from "../session/id-key.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Fate } from "../view/fate.ts";
import type { Sentence } from "../view/ref.ts";
import { editEffect, ignoredEdit } from "./edit-words.ts";
import { pathRef, refTo } from "./refs.ts";
import { takenBy } from "./taken.ts";

/** Said beside an answer that failed or was aborted: it is in the context by the session's own rules. */
export const FAILED_TURN =
  "A failed or aborted answer: it is part of this context, and conversion for the provider drops it later.";

/** What happened to an entry at the point of the passes, in plain words with links to what decided it. One or two sentences. */
export function why(session: OpenedSession, passes: Passes, row: number, fate: Fate): Sentence {
  switch (fate) {
    case "later":
      return later(session, passes);
    case "other branch":
      return otherBranch(session, passes, row);
    case "no message":
      return noMessage(session, passes, row);
    case "omitted":
      return omitted(session, passes, row);
    case "checkpoint":
      return checkpoint(session, passes, row);
    case "superseded":
      return [
        "Superseded by the ",
        refTo(session, passes.compaction),
        ": only the last compaction on the path counts.",
      ];
    case "folded":
      return folded(session, passes);
    case "summarised":
      return summarised(session, passes, row);
    case "not sent":
      return [notSentReason(session.index, row)];
    case "replaced":
      return [
        "In this context with other content, set by the ",
        refTo(session, decidedBy(session.index, passes, row, fate)),
        ".",
      ];
    case "in context":
      return inContext(session, passes, row);
  }
}

/** Why convertToLlm drops a message that is projected. */
export function notSentReason(index: SessionIndex, row: number): string {
  const role = index.role(row);
  if (role === "bashExecution") return "Projected, but not sent: the user kept this command out of the context.";
  if (role === "") return "Projected, but not sent: the message has no role.";
  return `Projected, but not sent: Pi converts no messages of role “${role.slice(0, 80)}”.`;
}

/** What a compaction keeps of the path before it, as the end of a sentence about it. */
export function keptWords(session: OpenedSession, passes: Passes): Sentence {
  const { compaction, keptFrom, path, pathIndex } = passes;
  if (keptFrom < pathIndex[compaction]!)
    return [" kept everything from ", pathRef(session, passes, path[keptFrom]!), " on"];
  const { columns } = session.index;
  const key = columns.target.at(compaction);
  if (key === columns.id.at(compaction)) return [" kept nothing of what came before it"];
  return [`${firstKept(session.index, compaction)}, so nothing before it is kept`];
}

/** What is wrong with the first kept entry a compaction names, when it is not on the path before it. */
export function firstKept(index: SessionIndex, compaction: number): string {
  const key = index.columns.target.at(compaction);
  const id = key === -1 ? undefined : shownId(index.columns.ids.text(key));
  return id === undefined
    ? " names no first kept entry"
    : ` names ${id.slice(0, 80)} as its first kept entry, but that is not on the path before it`;
}

/** True when a later line has the same id: Pi's paths go through that one. */
export function isShadowed(index: SessionIndex, row: number): boolean {
  return !index.hasNoId(row) && index.relations.rowOfId[index.columns.id.at(row)] !== row;
}

/** True for an entry whose stored parent is not in the file. */
export function hasMissingParent(index: SessionIndex, row: number): boolean {
  return index.parent(row) === -1 && index.columns.parent.at(row) !== -1;
}

function later(session: OpenedSession, passes: Passes): Sentence {
  if (passes.point === -1) return ["Later than the point, which stands before any entry."];
  return ["Later than the point: the branch comes to it after ", refTo(session, passes.point), "."];
}

function otherBranch(session: OpenedSession, passes: Passes, row: number): Sentence {
  const { index } = session;
  if (isShadowed(index, row)) {
    const last = index.relations.rowOfId[index.columns.id.at(row)]!;
    return [
      `Line ${index.columns.line.at(last)} repeats its id: every path goes through `,
      refTo(session, last),
      " instead.",
    ];
  }
  const fork = decidedBy(index, passes, row, "other branch");
  if (fork === -1) return ["It stands in a loop of parents, or hangs from one: no root reaches it."];
  if (passes.pathIndex[fork] !== -1)
    return ["On another branch, which leaves this path at ", refTo(session, fork), "."];
  if (hasMissingParent(index, fork)) {
    const missing = `parent ${index.missingParent(fork)} is not in the file.`;
    return fork === row
      ? [`Cut off: its ${missing}`]
      : ["Cut off: its chain breaks at ", refTo(session, fork), `, whose ${missing}`];
  }
  if (fork === row) return ["A root of its own: it shares nothing with this path."];
  return ["On another branch, which begins at ", refTo(session, fork), " and shares nothing with this path."];
}

function noMessage(session: OpenedSession, passes: Passes, row: number): Sentence {
  const { index } = session;
  const type = index.type(row);
  if (type === "context_edit") return editEffect(session, passes, row);
  if (type === "message") return ["Makes no message: the entry holds none. Pi fails on a path through it."];
  if (type === "branch_summary") return ["Makes no message: its summary is empty."];
  if (type === "") return ["Makes no message: the line holds no entry of any type."];
  if (index.kind(row).type !== type) return [`Makes no message: Pi knows no entries of type “${type.slice(0, 80)}”.`];
  return [`Makes no message: entries of type ${type} never do.`];
}

function omitted(session: OpenedSession, passes: Passes, row: number): Sentence {
  const edit = passes.edits.get(row)!;
  const start: Sentence = ["Omitted by the ", refTo(session, edit)];
  if (row === passes.compaction) return [...start, ": neither its summary nor its checkpoint is in this context."];
  if (passes.pathIndex[edit]! < passes.pathIndex[row]!) {
    return [...start, ". The edit stands before it on the path, which makes no difference."];
  }
  return [...start, "."];
}

function checkpoint(session: OpenedSession, passes: Passes, row: number): Sentence {
  const leads = session.index.has(row, FLAG.checkpoint)
    ? "Its system checkpoint and its summary stand"
    : "Its summary stands";
  const ignored = ignoredEdit(session, passes, row);
  return [
    `The compaction in force. ${leads} first in this context; it`,
    ...keptWords(session, passes),
    ".",
    ...(ignored === undefined ? [] : [" ", ...ignored]),
  ];
}

function folded(session: OpenedSession, passes: Passes): Sentence {
  const { compaction } = passes;
  const start: Sentence = ["Folded: a system message before the ", refTo(session, compaction)];
  const edit = passes.edits.get(compaction);
  if (!session.index.has(compaction, FLAG.checkpoint))
    return [...start, ", which carries no checkpoint, so its effect is gone."];
  if (edit !== undefined && session.index.has(edit, FLAG.omits)) {
    return [...start, ", whose checkpoint is omitted by the ", refTo(session, edit), ", so its effect is gone."];
  }
  return [...start, ". Its effect lives on only in that compaction’s checkpoint."];
}

function summarised(session: OpenedSession, passes: Passes, row: number): Sentence {
  const { compaction, keptFrom, pathIndex } = passes;
  const edit = passes.edits.get(compaction);
  const gone: Sentence =
    edit !== undefined && session.index.has(edit, FLAG.omits)
      ? [" The summary itself is omitted by the ", refTo(session, edit), "."]
      : [];
  const before = keptFrom < pathIndex[compaction]! ? "the range kept by the " : "the ";
  return [
    `Not in this context. It lies before ${before}`,
    refTo(session, compaction),
    ", which",
    ...keptWords(session, passes),
    ...takenWords(session, passes, row),
    ".",
    ...gone,
  ];
}

/** What the summary was made of where that is not the entry as stored, as the end of a sentence about the compaction in force. */
function takenWords(session: OpenedSession, passes: Passes, row: number): Sentence {
  const { index } = session;
  const taken = takenBy(index, passes, row);
  if (taken === null) return [];
  const isInForce = taken.compaction === passes.compaction;
  const made = isInForce ? "the summary was made" : "that one’s summary was made";
  const when: Sentence = isInForce ? [" before"] : [" before the ", refTo(session, taken.compaction)];
  if (taken.edit === -1) {
    if (!index.has(row, FLAG.notSent)) return [];
    return isInForce
      ? ["; it is never sent, so the summary was made without it"]
      : ["; it is never sent, so the summary of the ", refTo(session, taken.compaction), " was made without it"];
  }
  const edit = refTo(session, taken.edit);
  return index.has(taken.edit, FLAG.omits)
    ? ["; it had been omitted by the ", edit, ...when, `, so ${made} without it`]
    : ["; its content had been replaced by the ", edit, ...when, `, so ${made} of the replacement`];
}

function inContext(session: OpenedSession, passes: Passes, row: number): Sentence {
  const ignored = ignoredEdit(session, passes, row);
  return [
    "In this context as stored.",
    ...(ignored === undefined ? [] : [" ", ...ignored]),
    ...(session.index.has(row, FLAG.failedTurn) ? [` ${FAILED_TURN}`] : []),
  ];
}
