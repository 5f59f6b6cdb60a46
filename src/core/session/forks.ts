import { ints } from "../../lib/growing.ts";
import type { Passes } from "./passes.ts";
import type { SessionIndex } from "./session-index.ts";

/**
 * For every row off the path, where its branch leaves the path: the last entry it shares with it, or its root when it shares
 * none; -1 on the path, and where a loop has neither. One pass in depth-first order, since branches may be as long as the
 * file.
 */
export function forkColumn(index: SessionIndex, passes: Passes): Int32Array<ArrayBuffer> {
  const { first } = index.relations;
  const order = ints(index.count);
  for (let row = 0; row < index.count; row++) order[first[row]!] = row;
  const forks = ints(index.count).fill(-1);
  for (let at = 0; at < index.count; at++) {
    const row = order[at]!;
    if (passes.pathIndex[row] !== -1) continue;
    const above = index.parent(row);
    if (above === -1 || above === row) forks[row] = row;
    // The first row of a loop comes before its parent, whose fork is still -1.
    else forks[row] = passes.pathIndex[above] === -1 ? forks[above]! : above;
  }
  return forks;
}
