import { ints } from "../../lib/growing.ts";
import type { SessionIndex } from "./session-index.ts";
import { isLooped } from "./relations.ts";

/** A path from root to leaf. */
export interface Path {
  readonly rows: Int32Array<ArrayBuffer>;
  /** True when Pi would never return from it: it runs into a loop or a self-parent. Here each entry stands once. */
  readonly endless: boolean;
}

/** The path to a row (Pi: buildSessionPath): up by parent until there is none, or until an entry would come again. */
export function pathTo(index: SessionIndex, leaf: number): Path {
  if (leaf < 0) return { rows: new Int32Array(0), endless: false };
  const { parent } = index.relations;
  const seen = isLooped(index.relations, leaf) ? new Set<number>() : undefined;
  const rows = ints(index.count);
  let first = rows.length;
  let endless = false;
  for (let row = leaf; row !== -1;) {
    if (seen?.has(row) === true) {
      endless = true;
      break;
    }
    seen?.add(row);
    rows[--first] = row;
    const above = parent[row]!;
    if (above === row) {
      endless = true;
      break;
    }
    row = above;
  }
  return { rows: rows.slice(first), endless };
}
