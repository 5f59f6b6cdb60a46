import { fateColumn } from "../session/fates.ts";
import { FLAG } from "../session/facts.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { FATES } from "../view/fate.ts";
import { MAP_MARK, type Minimap } from "../view/row.ts";

const columns = new WeakMap<Passes, Uint8Array<ArrayBuffer>>();

/** Fates of all rows at a point (codes of FATES), computed once a point. */
export function fatesAt(session: OpenedSession, point: number | null): Uint8Array<ArrayBuffer> {
  const passes = session.passes(point ?? -1);
  let column = columns.get(passes);
  if (column === undefined) {
    column = fateColumn(session.index, passes);
    columns.set(passes, column);
  }
  return column;
}

/** The file in `slices` equal parts by rows (fewer when it has fewer entries: none of an empty one), file order. */
export function minimapOf(session: OpenedSession, slices: number, point: number | null): Minimap {
  const count = session.index.count;
  const length = Math.min(Math.max(1, Math.floor(slices)), count);
  const column = fatesAt(session, point);
  const fates = new Uint8Array(length);
  const marks = new Uint8Array(length);
  const votes = new Uint32Array(FATES.length);
  for (let slice = 0; slice < length; slice++) {
    votes.fill(0);
    const end = Math.floor(((slice + 1) * count) / length);
    for (let row = Math.floor((slice * count) / length); row < end; row++) {
      votes[column[row]!]! += 1;
      marks[slice]! |= marksOf(session, row);
    }
    fates[slice] = votes.indexOf(Math.max(...votes));
  }
  return { fates, marks };
}

function marksOf(session: OpenedSession, row: number): number {
  const { index } = session;
  let marks = 0;
  if (index.childCount(row) > 1) marks |= MAP_MARK.fork;
  if (index.type(row) === "compaction") marks |= MAP_MARK.compaction;
  if (index.type(row) === "context_edit") marks |= MAP_MARK.edit;
  if (index.label(row) !== undefined) marks |= MAP_MARK.label;
  if (index.has(row, FLAG.error)) marks |= MAP_MARK.error;
  if (session.problemsOf(row).some((problem) => problem.severity !== "info")) marks |= MAP_MARK.problem;
  return marks;
}
