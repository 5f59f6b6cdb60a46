import { FLAG } from "./facts.ts";
import { pathTo } from "./path.ts";
import type { SessionIndex } from "./session-index.ts";

/** The first two passes at a point, on columns alone. Rows throughout; -1 for none. */
export interface Passes {
  /** Row of the point; -1 for before any entry. */
  readonly point: number;
  readonly path: Int32Array<ArrayBuffer>;
  readonly endless: boolean;
  /** Position of each row on the path, -1 off it. */
  readonly pathIndex: Int32Array<ArrayBuffer>;
  /** The compaction in force: the last one on the path. */
  readonly compaction: number;
  /** Position on the path where the kept range begins; the compaction's own position when nothing before it is kept. */
  readonly keptFrom: number;
  /** What buildContextEntries selects, in its order: the compaction first. */
  readonly selected: Int32Array<ArrayBuffer>;
  /** The context edit in force on a row, by row of its target. */
  readonly edits: ReadonlyMap<number, number>;
}

/** Selects entries and edits as Pi's buildContextEntries and buildSessionProjection do. */
export function runPasses(index: SessionIndex, point: number): Passes {
  const { rows: path, endless } = pathTo(index, point);
  const pathIndex = new Int32Array(index.count).fill(-1);
  for (let i = 0; i < path.length; i++) pathIndex[path[i]!] = i;
  const at = lastOnPath(index, path, "compaction");
  const compaction = at === -1 ? -1 : path[at]!;
  const keptFrom = at === -1 ? 0 : keptPosition(index, path, at);
  const selected = select(index, path, at, keptFrom);
  return { point, path, endless, pathIndex, compaction, keptFrom, selected, edits: editsAmong(index, selected) };
}

function keptPosition(index: SessionIndex, path: Int32Array, at: number): number {
  const kept = index.columns.target.at(path[at]!);
  if (kept !== -1) for (let i = 0; i < at; i++) if (index.columns.id.at(path[i]!) === kept) return i;
  return at;
}

/** Position on a path of its last entry of a type; -1 for none. */
export function lastOnPath(index: SessionIndex, path: Int32Array, type: string): number {
  const name = index.columns.names.find(type);
  if (name === -1) return -1;
  const types = index.columns.type.array;
  let at = path.length - 1;
  while (at >= 0 && types[path[at]!] !== name) at -= 1;
  return at;
}

function select(
  index: SessionIndex,
  path: Int32Array<ArrayBuffer>,
  at: number,
  keptFrom: number,
): Int32Array<ArrayBuffer> {
  if (at === -1) return path;
  const kept = path.subarray(keptFrom, at).filter((row) => !isSystem(index, row));
  const after = path.subarray(at + 1);
  const selected = new Int32Array(1 + kept.length + after.length);
  selected[0] = path[at]!;
  selected.set(kept, 1);
  selected.set(after, 1 + kept.length);
  return selected;
}

/** A message entry of role system: its effect on a compacted context lives on in the checkpoint only. */
export function isSystem(index: SessionIndex, row: number): boolean {
  return index.type(row) === "message" && index.role(row) === "system";
}

function editsAmong(index: SessionIndex, selected: Int32Array): Map<number, number> {
  const edits = new Map<number, number>();
  const name = index.columns.names.find("context_edit");
  if (name === -1) return edits;
  const byTarget = new Map<number, number>();
  const types = index.columns.type.array;
  for (const row of selected) if (types[row] === name) byTarget.set(index.columns.target.at(row), row);
  if (byTarget.size === 0) return edits;
  for (const row of selected) {
    const edit = byTarget.get(index.columns.id.at(row));
    if (edit !== undefined) edits.set(row, edit);
  }
  return edits;
}

/** True when the row's messages are projected at all (Pi: projectContextEntry and the rule for older compactions). */
export function isProjected(index: SessionIndex, passes: Passes, row: number): boolean {
  if (!index.has(row, FLAG.message)) return false;
  if (index.type(row) === "compaction" && row !== passes.compaction) return false;
  const edit = passes.edits.get(row);
  return edit === undefined || !index.has(edit, FLAG.omits);
}

/** The edit that changes the row's content, or -1. An edit that Pi ignores for the role, or cannot apply, changes nothing. */
export function replacingEdit(index: SessionIndex, passes: Passes, row: number): number {
  const edit = passes.edits.get(row);
  if (edit === undefined || index.has(edit, FLAG.omits) || index.has(edit, FLAG.brokenEdit)) return -1;
  return index.has(row, FLAG.editable) ? edit : -1;
}
