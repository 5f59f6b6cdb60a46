import { asString, field } from "../../lib/json.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, isSystem, runPasses, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";

/** What one compaction or branch summary is about. Rows throughout, in path order; -1 for none. */
export interface SummaryScope {
  readonly row: number;
  readonly kind: "compaction" | "branch";
  /** At the moment before: at a compaction's parent, or at the leaf that was left. */
  readonly before: Passes;
  /** Right after it. */
  readonly after: Passes;
  /** Entries whose messages were summarised. */
  readonly summarised: readonly number[];
  /** Entries beside them that an edit had omitted: no part of what was summarised. */
  readonly omitted: readonly number[];
  /** Position among `summarised` from which they belong to the prompt whose span the cut divides; -1 when it divides none. */
  readonly splitAt: number;
  /** Entries from before a compaction that are projected after it as they are. */
  readonly kept: readonly number[];
  /** Kept by this compaction, but not in the context just before it. */
  readonly returned: readonly number[];
  /** The compaction whose summary was handed on to be carried forward. */
  readonly previous: number;
  /** Earlier summaries whose lists of files are carried on. */
  readonly listing: readonly number[];
  /** Where the branch that was left leaves the path of its summary. */
  readonly ancestor: number;
  /** The context edit in force on each summarised row. */
  readonly edits: ReadonlyMap<number, number>;
}

/** True for the entries that summarise others. */
export function isSummary(index: SessionIndex, row: number): boolean {
  const type = index.type(row);
  return type === "compaction" || type === "branch_summary";
}

/** Rows of all compactions and branch summaries of the file, on any branch, in file order. */
export function summaryRows(index: SessionIndex): number[] {
  const { names, type } = index.columns;
  const wanted = new Set([names.find("compaction"), names.find("branch_summary")]);
  const rows: number[] = [];
  for (let row = 0; row < index.count; row++) if (wanted.has(type.at(row))) rows.push(row);
  return rows;
}

/** The scope of a compaction or of a branch summary, from the columns alone. */
export function scopeOf(session: OpenedSession, row: number): SummaryScope {
  const { index } = session;
  return index.type(row) === "compaction" ? compactionScope(index, row) : branchScope(index, row);
}

/** The passes at the moment before an entry; in a loop of parents, at no entry. */
export function passesBefore(index: SessionIndex, row: number): Passes {
  const before = runPasses(index, index.parent(row));
  return before.pathIndex[row] === -1 ? before : runPasses(index, -1);
}

/**
 * What a compaction summarised: what the context of the moment before holds before the first entry it keeps, without
 * summaries of older compactions and without system messages (Pi: prepareCompaction).
 */
function compactionScope(index: SessionIndex, row: number): SummaryScope {
  const before = passesBefore(index, row);
  const after = runPasses(index, row);
  const at = after.pathIndex[row] ?? -1;
  const first = after.keptFrom < at ? (after.path[after.keptFrom] ?? -1) : -1;
  const cut = first === -1 ? Infinity : (before.pathIndex[first] ?? -1);
  const isTalk = (one: number): boolean =>
    index.type(one) !== "compaction" && !isSystem(index, one) && isProjected(index, before, one);
  const summarised = Array.from(before.selected).filter((one) => (before.pathIndex[one] ?? -1) < cut && isTalk(one));
  const omitted = Array.from(before.edits.keys()).filter(
    (one) =>
      (before.pathIndex[one] ?? -1) < cut &&
      index.has(one, FLAG.message) &&
      index.type(one) !== "compaction" &&
      !isSystem(index, one) &&
      !isProjected(index, before, one),
  );
  const kept = Array.from(after.selected).filter(
    (one) => one !== row && (after.pathIndex[one] ?? -1) < at && isProjected(index, after, one),
  );
  const wasIn = new Set(Array.from(before.selected).filter((one) => isProjected(index, before, one)));
  const { compaction } = before;
  const previous = compaction !== -1 && isProjected(index, before, compaction) ? compaction : -1;
  return {
    row,
    kind: "compaction",
    before,
    after,
    summarised,
    omitted,
    splitAt: splitPosition(index, before, first, summarised),
    kept,
    returned: kept.filter((one) => !wasIn.has(one)),
    previous,
    listing: previous === -1 ? [] : [previous],
    ancestor: -1,
    edits: before.edits,
  };
}

/**
 * Where among the summarised entries the span begins that the cut divides (Pi: findProjectedCutPoint, findProjectedTurnStartIndex):
 * the first kept entry begins no span, and one that does stands before it.
 */
function splitPosition(index: SessionIndex, before: Passes, first: number, summarised: readonly number[]): number {
  if (first === -1 || !before.selected.includes(first)) return -1;
  if (beginsSpan(index, before, first)) return -1;
  return summarised.findLastIndex((row) => beginsSpan(index, before, row));
}

/** Roles that begin a span of turns (Pi: isTurnStartMessage). */
const spanRoles = new Set(["user", "bashExecution", "custom", "branchSummary", "compactionSummary"]);

function beginsSpan(index: SessionIndex, passes: Passes, row: number): boolean {
  const type = index.type(row);
  if (type === "compaction" || !isProjected(index, passes, row)) return false;
  return type === "message" ? spanRoles.has(index.role(row)) : true;
}

/**
 * The branch a summary is about: from the leaf that was left up to the deepest entry it shares with the path of the summary
 * (Pi: collectEntriesForBranchSummary, asked for the summary's own parent). Of these entries Pi summarises the messages but for
 * tool results, with the edits among them applied, and the summaries (getMessageFromEntry in branch-summarization.js).
 */
function branchScope(index: SessionIndex, row: number): SummaryScope {
  const target = index.columns.target.at(row);
  const from = target === -1 ? -1 : (index.relations.rowOfId[target] ?? -1);
  const before = runPasses(index, from);
  const after = runPasses(index, row);
  const above = Array.from(passesBefore(index, row).path);
  const ancestor = above.findLast((one) => before.pathIndex[one] !== -1) ?? -1;
  const left = Array.from(before.path.subarray(ancestor === -1 ? 0 : (before.pathIndex[ancestor] ?? -1) + 1));
  const edits = lastEdits(index, left);
  return {
    row,
    kind: "branch",
    before,
    after,
    summarised: left.filter((one) => one !== row && isCollected(index, edits, one)),
    omitted: left.filter((one) => one !== row && !index.isResult(one) && isOmitted(index, edits, one)),
    splitAt: -1,
    kept: [],
    returned: [],
    previous: -1,
    listing: left.filter((one) => one !== row && index.type(one) === "branch_summary"),
    ancestor,
    edits,
  };
}

function lastEdits(index: SessionIndex, rows: readonly number[]): Map<number, number> {
  const byTarget = new Map<number, number>();
  for (const row of rows) if (index.type(row) === "context_edit") byTarget.set(index.columns.target.at(row), row);
  const edits = new Map<number, number>();
  for (const row of rows) {
    const edit = byTarget.get(index.columns.id.at(row));
    if (edit !== undefined && (index.type(row) === "message" || index.type(row) === "custom_message"))
      edits.set(row, edit);
  }
  return edits;
}

function isCollected(index: SessionIndex, edits: ReadonlyMap<number, number>, row: number): boolean {
  return index.has(row, FLAG.message) && !isOmitted(index, edits, row) && !index.isResult(row);
}

function isOmitted(index: SessionIndex, edits: ReadonlyMap<number, number>, row: number): boolean {
  const edit = edits.get(row);
  return edit !== undefined && index.has(edit, FLAG.omits) && index.has(row, FLAG.message);
}

/** `true` when an extension made it: Pi's `fromHook`. */
export function isByExtension(entry: unknown): boolean {
  return Boolean(field(entry, "fromHook"));
}

/** The summary as text; empty when it is none. */
export function summaryText(entry: unknown): string {
  return asString(field(entry, "summary")) ?? "";
}
