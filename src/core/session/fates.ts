import { fateCode, FATES, type Fate } from "../view/fate.ts";
import { FLAG } from "./facts.ts";
import { isSystem, replacingEdit, type Passes } from "./passes.ts";
import { isBelow } from "./relations.ts";
import type { SessionIndex } from "./session-index.ts";

/** The fate of one row at the point of the passes: the first rule that applies, in the order of {@link FATES}. */
export function fateOf(index: SessionIndex, passes: Passes, row: number): Fate {
  const at = passes.pathIndex[row]!;
  if (at === -1) return passes.point === -1 || isBelow(index.relations, row, passes.point) ? "later" : "other branch";
  if (!index.has(row, FLAG.message)) return "no message";
  const edit = passes.edits.get(row);
  if (edit !== undefined && index.has(edit, FLAG.omits)) return "omitted";
  if (row === passes.compaction) return "checkpoint";
  if (index.type(row) === "compaction") return "superseded";
  if (passes.compaction !== -1) {
    const compactedAt = passes.pathIndex[passes.compaction]!;
    if (at < compactedAt && isSystem(index, row)) return "folded";
    if (at < passes.keptFrom) return "summarised";
  }
  if (index.has(row, FLAG.notSent)) return "not sent";
  return replacingEdit(index, passes, row) === -1 ? "in context" : "replaced";
}

/** Codes of all fates ({@link FATES}), one a row. */
export function fateColumn(index: SessionIndex, passes: Passes): Uint8Array<ArrayBuffer> {
  const codes = new Map(FATES.map((fate) => [fate, fateCode(fate)]));
  const later = fateCode("later");
  const column = new Uint8Array(index.count).fill(fateCode("other branch"));
  const { first, last } = index.relations;
  const { path, point } = passes;
  if (point === -1) return column.fill(later);
  for (let row = 0; row < column.length; row++) {
    if (first[row]! > first[point]! && first[row]! <= last[point]!) column[row] = later;
  }
  const { names, flags, type, role } = index.columns;
  const compaction = names.find("compaction");
  const system = names.find("system");
  const sent = fateCode("in context");
  const summarised = fateCode("summarised");
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    const bits = flags.array[row]! & (FLAG.message | FLAG.notSent);
    const isOther = type.array[row] === compaction || role.array[row] === system || passes.edits.has(row);
    // Most rows are none of what the other rules are about.
    if (!isOther && at < passes.keptFrom && (bits & FLAG.message) !== 0) column[row] = summarised;
    else if (!isOther && at >= passes.keptFrom && bits === FLAG.message) column[row] = sent;
    else column[row] = codes.get(fateOf(index, passes, row))!;
  }
  return column;
}

/**
 * The row that decided a fate, or -1: the context edit, the compaction in force, or for another branch the entry where it
 * leaves the path (its root when it shares nothing with the path).
 */
export function decidedBy(index: SessionIndex, passes: Passes, row: number, fate: Fate): number {
  switch (fate) {
    case "omitted":
      return passes.edits.get(row) ?? -1;
    case "replaced":
      return replacingEdit(index, passes, row);
    case "superseded":
    case "folded":
    case "summarised":
      return passes.compaction;
    case "other branch":
      return forkOf(index, passes, row);
    default:
      return -1;
  }
}

function forkOf(index: SessionIndex, passes: Passes, row: number): number {
  let at = row;
  for (let steps = 0; steps <= index.count; steps++) {
    const above = index.parent(at);
    if (above === -1 || above === at) return at;
    if (passes.pathIndex[above] !== -1) return above;
    at = above;
  }
  return -1; // a loop: there is no root
}
