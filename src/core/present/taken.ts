import { FLAG } from "../session/facts.ts";
import { replacingEdit, runPasses, type Passes } from "../session/passes.ts";
import type { SessionIndex } from "../session/session-index.ts";

/** A compaction that took an entry out of the context, and the edit that had changed the entry by then. Rows. */
export interface Taken {
  readonly compaction: number;
  /** The context edit in force on the entry just before; -1 for none, or one without effect. */
  readonly edit: number;
}

/** A compaction of a path: its place there, and where the range it keeps begins. */
interface Compaction {
  readonly row: number;
  readonly at: number;
  readonly keptFrom: number;
}

interface Known {
  /** Of the path, the last first. */
  readonly compactions: readonly Compaction[];
  /** The passes just before the one asked about last: its entries are asked about together. */
  before: { readonly row: number; readonly passes: Passes } | null;
}

const known = new WeakMap<Passes, Known>();

/**
 * The compaction that summarised an entry of the path, which need not be the one in force, and what an edit had made of the entry just
 * before: what is omitted then is no part of what Pi summarises, what is replaced is summarised as replaced (Pi: prepareCompaction, which
 * goes by buildSessionProjection). Null where none on the path took it out of a context.
 */
export function takenBy(index: SessionIndex, passes: Passes, row: number): Taken | null {
  const at = passes.pathIndex[row] ?? -1;
  if (at === -1) return null;
  let found = known.get(passes);
  if (found === undefined) known.set(passes, (found = { compactions: compactionsOn(index, passes), before: null }));
  const { compactions } = found;
  const taker = compactions.find(
    (one, place) => one.at > at && one.keptFrom > at && isSelected(compactions[place + 1], at),
  );
  if (taker === undefined) return null;
  if (found.before?.row !== taker.row)
    found.before = { row: taker.row, passes: runPasses(index, passes.path[taker.at - 1] ?? -1) };
  const { passes: before } = found.before;
  const edit = before.edits.get(row) ?? -1;
  const omits = edit !== -1 && index.has(edit, FLAG.omits);
  return { compaction: taker.row, edit: omits ? edit : replacingEdit(index, before, row) };
}

/** True for a position of the path that the last compaction before the one asked about left in the context. */
function isSelected(previous: Compaction | undefined, at: number): boolean {
  return previous === undefined || at >= previous.keptFrom;
}

function compactionsOn(index: SessionIndex, { path }: Passes): Compaction[] {
  const { type, names, target, id } = index.columns;
  const name = names.find("compaction");
  const rows: [row: number, at: number][] = [];
  const first = new Map<number, number>();
  for (let at = 0; at < path.length; at++) if (type.at(path[at]!) === name) rows.push([path[at]!, at]);
  const targets = new Set(rows.map(([row]) => target.at(row)));
  for (let at = path.length - 1; at >= 0; at--) if (targets.has(id.at(path[at]!))) first.set(id.at(path[at]!), at);
  return rows.toReversed().map(([row, at]) => {
    const kept = target.at(row) === -1 ? undefined : first.get(target.at(row));
    return { row, at, keptFrom: kept === undefined || kept > at ? at : kept };
  });
}
