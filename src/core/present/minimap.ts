import { fateColumn } from "../session/fates.ts";
import { FLAG } from "../session/facts.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { FATES } from "../view/fate.ts";
import { MAP_MARK, type Minimap, type PathStrip } from "../view/row.ts";
import { passesAt } from "./at.ts";

const columns = new WeakMap<Passes, Uint8Array<ArrayBuffer>>();

/** Fates of all rows at a point (codes of FATES), computed once a point. Not to be changed. */
export function fatesAt(session: OpenedSession, passes: Passes): Uint8Array<ArrayBuffer> {
  let column = columns.get(passes);
  if (column === undefined) {
    column = fateColumn(session.index, passes);
    columns.set(passes, column);
  }
  return column;
}

/** The file in `slices` equal parts by rows (fewer when it has fewer entries: none of an empty one), file order. */
export function minimapOf(session: OpenedSession, slices: number, point: number | null): Minimap {
  const { fates, marks } = sliced(session, session.passes(point ?? -1), session.index.count, slices, (at) => at);
  return { fates, marks };
}

/** The path to a point in `slices` equal parts by entries (fewer when it has fewer). */
export function pathStrip(session: OpenedSession, slices: number, point: number | null): PathStrip {
  const passes = passesAt(session, point);
  return sliced(session, passes, passes.path.length, slices, (at) => passes.path[at]!);
}

/** `count` entries in equal parts: the commonest fate of each, the marks of all that is in it, and its first row. */
function sliced(
  session: OpenedSession,
  passes: Passes,
  count: number,
  slices: number,
  rowAt: (at: number) => number,
): PathStrip {
  const length = Math.min(Math.max(1, Math.floor(slices)), count);
  const column = fatesAt(session, passes);
  const marksOf = marker(session);
  const fates = new Uint8Array(length);
  const marks = new Uint8Array(length);
  const rows = new Int32Array(length);
  const votes = new Uint32Array(FATES.length);
  for (let slice = 0; slice < length; slice++) {
    votes.fill(0);
    const start = Math.floor((slice * count) / length);
    const end = Math.floor(((slice + 1) * count) / length);
    rows[slice] = rowAt(start);
    for (let at = start; at < end; at++) {
      const row = rowAt(at);
      votes[column[row]!]! += 1;
      marks[slice]! |= marksOf(row);
    }
    fates[slice] = votes.indexOf(Math.max(...votes));
  }
  return { fates, marks, rows };
}

/** Marks of a row, with what is the same for all rows worked out. */
function marker(session: OpenedSession): (row: number) => number {
  const { index, problems } = session;
  const types = index.columns.type.array;
  const { childStart } = index.relations;
  const ofType = new Uint8Array(index.columns.names.size);
  const compaction = index.columns.names.find("compaction");
  const edit = index.columns.names.find("context_edit");
  if (compaction !== -1) ofType[compaction] = MAP_MARK.compaction;
  if (edit !== -1) ofType[edit] = MAP_MARK.edit;
  const ofProblems = new Uint8Array(problems.length === 0 ? 0 : index.count);
  for (const { row, severity } of problems) {
    if (row !== undefined && severity !== "info") ofProblems[row] = MAP_MARK.problem;
  }
  return (row) =>
    ofType[types[row]!]! |
    (childStart[row + 1]! - childStart[row]! > 1 ? MAP_MARK.fork : 0) |
    (index.label(row) === undefined ? 0 : MAP_MARK.label) |
    (index.has(row, FLAG.error) ? MAP_MARK.error : 0) |
    (ofProblems.length === 0 ? 0 : ofProblems[row]!);
}
