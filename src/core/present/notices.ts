import { formatAmount, formatCount } from "../../lib/figures.ts";
import { asString, field } from "../../lib/json.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { ContextSummary } from "../view/context.ts";
import type { Sentence } from "../view/ref.ts";
import { refTo } from "./refs.ts";
import { firstKept, hasMissingParent, isShadowed } from "./why.ts";

type Notice = ContextSummary["notices"][number];

const warn = (...text: Sentence): Notice => ({ tone: "warning", text });
const tell = (...text: Sentence): Notice => ({ tone: "info", text });

/**
 * What to know before reading a context, most serious first. `messages`: how many the projection has. Reads only the point
 * itself, and only when it is a pointer of another writer.
 */
export async function contextNotices(session: OpenedSession, passes: Passes, messages: number): Promise<Notice[]> {
  return [
    ...endless(session, passes),
    ...brokenChain(session, passes),
    ...leafWithoutId(session, passes),
    ...shadowedPoint(session, passes),
    ...(await pointer(session, passes)),
    ...fatalForPi(session, passes),
    ...keptNotFound(session, passes),
    ...failedTurns(session, passes),
    ...(messages === 0 ? [emptyReason(session, passes)] : []),
  ];
}

function endless(session: OpenedSession, passes: Passes): Notice[] {
  if (!passes.endless) return [];
  const first = passes.path[0]!;
  const end = "Pi never returns from this path. Here each entry stands once.";
  const start = refTo(session, first);
  if (session.index.parent(first) === first) return [warn(start, ` is its own parent: ${end}`)];
  return [warn("Parents form a loop: the chain leads back to ", start, `. ${end}`)];
}

function brokenChain(session: OpenedSession, passes: Passes): Notice[] {
  const { index } = session;
  const first = passes.path[0];
  if (first === undefined || !hasMissingParent(index, first)) return [];
  // Entries after it may well be the beginning of another branch; those before it are what the chain has lost.
  let stranded = 0;
  for (let row = 0; row < first; row++) if (passes.pathIndex[row] === -1) stranded += 1;
  const amount = formatAmount(stranded, "earlier entry", "earlier entries");
  const lost = stranded === 0 ? "" : ` ${amount} ${stranded === 1 ? "is" : "are"} out of reach from here.`;
  return [
    warn(
      "The chain breaks at ",
      refTo(session, first),
      `: its parent ${index.missingParent(first)} is not in the file.${lost}`,
    ),
  ];
}

function leafWithoutId(session: OpenedSession, passes: Passes): Notice[] {
  const { index } = session;
  if (passes.point !== index.leaf || index.count === 0 || !index.hasNoId(index.last)) return [];
  const alone = passes.path.length === 1 ? " alone" : "";
  const text =
    passes.point === -1
      ? "Pi stands before any entry: the id of the last entry is null."
      : `Pi’s leaf points nowhere: the last entry has no id, and Pi falls back to that entry${alone}.`;
  let row = index.last;
  while (row >= 0 && index.hasNoId(row)) row -= 1;
  return row < 0 ? [warn(text)] : [warn(`${text} The last entry that has an id: `, refTo(session, row))];
}

function shadowedPoint(session: OpenedSession, passes: Passes): Notice[] {
  const { index } = session;
  const { point } = passes;
  if (point === -1 || !isShadowed(index, point)) return [];
  const last = index.relations.rowOfId[index.columns.id.at(point)]!;
  const line = index.columns.line.at(last);
  return [warn(`Line ${line} repeats the id of this entry. Pi knows only that one: `, refTo(session, last))];
}

/** A `leaf` record, by which Pi's agent harness and others move the branch; Pi itself does not know it. */
async function pointer(session: OpenedSession, passes: Passes): Promise<Notice[]> {
  const { index } = session;
  if (passes.point === -1 || index.type(passes.point) !== "leaf") return [];
  const targetId = asString(field(await session.bodies.entry(passes.point), "targetId"));
  if (targetId === undefined) return [];
  const target = index.rowOf(targetId);
  const text =
    "This entry is a pointer of another program, which Pi does not know: Pi stays on the branch it stands on.";
  if (target === -1) return [tell(`${text} It points to ${targetId.slice(0, 80)}, which is not in the file.`)];
  return [tell(`${text} It points to `, refTo(session, target))];
}

/** What Pi cannot read on this path. */
function fatalForPi(session: OpenedSession, passes: Passes): Notice[] {
  const { index } = session;
  const found: Notice[] = [];
  const empty = passes.path.find((row) => !index.has(row, FLAG.message) && index.type(row) === "message");
  if (empty !== undefined) found.push(warn("Pi fails on this path: ", refTo(session, empty), " holds no message."));
  for (const [target, edit] of passes.edits) {
    if (!index.has(edit, FLAG.brokenEdit) || !index.has(target, FLAG.editable)) continue;
    found.push(
      warn("Pi fails on this path: the ", refTo(session, edit), " has no replacement. Here it changes nothing."),
    );
    break;
  }
  return found;
}

function keptNotFound(session: OpenedSession, passes: Passes): Notice[] {
  const { index } = session;
  const { compaction, keptFrom, pathIndex } = passes;
  if (compaction === -1 || keptFrom < pathIndex[compaction]!) return [];
  if (index.columns.target.at(compaction) === index.columns.id.at(compaction)) return [];
  return [warn("The ", refTo(session, compaction), `${firstKept(index, compaction)}: nothing before it is kept.`)];
}

function failedTurns(session: OpenedSession, passes: Passes): Notice[] {
  const { index } = session;
  let failed = 0;
  let last = -1;
  for (const row of passes.selected) {
    if (!index.has(row, FLAG.failedTurn) || !isProjected(index, passes, row)) continue;
    failed += 1;
    last = row;
  }
  if (failed === 0) return [];
  const later = "by the session’s own rules. Conversion for the provider drops";
  if (failed === 1) {
    return [tell("A failed or aborted answer is in this context ", `${later} it later: `, refTo(session, last))];
  }
  const count = formatCount(failed);
  return [
    tell(
      `${count} failed or aborted answers are in this context ${later} them later. The last one: `,
      refTo(session, last),
    ),
  ];
}

function emptyReason(session: OpenedSession, passes: Passes): Notice {
  const { index } = session;
  if (index.count === 0) return tell("This session has no entries yet.");
  if (passes.point === -1) return tell("Nothing comes before the first entry.");
  const made = passes.path.filter((row) => index.has(row, FLAG.message)).length;
  if (made === 0) return tell("No entry on this path makes a message.");
  return tell("Every message on this path is omitted or summarised.");
}
