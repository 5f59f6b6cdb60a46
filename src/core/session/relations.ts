import { ints } from "../../lib/growing.ts";
import type { Columns } from "./columns.ts";

/**
 * How entries hang together, computed from the columns once reading is done. Rows throughout; -1 for none. Nothing here
 * recurses: chains are tens of thousands of entries deep.
 */
export interface Relations {
  /** Row an id number stands for: the last entry with it (Pi's byId map). */
  readonly rowOfId: Int32Array<ArrayBuffer>;
  /** Parent row; its own row for a self-parent; -1 for a root or an orphan. */
  readonly parent: Int32Array<ArrayBuffer>;
  /** Children of row r: `children[childStart[r]]` up to `childStart[r + 1]`, by time as Pi sorts them. */
  readonly childStart: Int32Array<ArrayBuffer>;
  readonly children: Int32Array<ArrayBuffer>;
  /** Roots as Pi's getTree lists them, in file order: no parent, itself as parent, or a parent that is not there. */
  readonly roots: Int32Array<ArrayBuffer>;
  /** One member of each parent loop: where drawing starts for what no root reaches. */
  readonly loopRoots: readonly number[];
  /** Depth-first order: entries below row r are those numbered `first[r] + 1` to `last[r]`. */
  readonly first: Int32Array<ArrayBuffer>;
  readonly last: Int32Array<ArrayBuffer>;
  /** True from this number on: the row stands in a loop or below one. */
  readonly loopsFrom: number;
}

export function relate(columns: Columns): Relations {
  const count = columns.count;
  const id = columns.id.array;
  const parentId = columns.parent.array;
  const rowOfId = ints(columns.ids.size).fill(-1);
  for (let row = 0; row < count; row++) rowOfId[id[row]!] = row;
  const parent = ints(count);
  const roots: number[] = [];
  for (let row = 0; row < count; row++) {
    const key = parentId[row]!;
    const ownParent = key !== -1 && key === id[row];
    const above = ownParent ? row : key === -1 ? -1 : rowOfId[key]!;
    parent[row] = above;
    if (ownParent || above === -1) roots.push(row);
  }
  const { childStart, children } = childLists(columns, parent, rowOfId);
  const walk = new DepthFirst(parent, childStart, children);
  for (const root of roots) walk.from(root);
  const loopsFrom = walk.next;
  const loopRoots: number[] = [];
  for (let row = 0; row < count && walk.next < count; row++) {
    if (walk.first[row] !== -1) continue;
    const start = loopMember(row, parent);
    loopRoots.push(start);
    walk.from(start);
  }
  return {
    rowOfId,
    parent,
    childStart,
    children,
    roots: Int32Array.from(roots),
    loopRoots,
    first: walk.first,
    last: walk.last,
    loopsFrom,
  };
}

/** True when `row` hangs below `above`, at any depth. */
export function isBelow(relations: Relations, row: number, above: number): boolean {
  const at = relations.first[row]!;
  return at > relations.first[above]! && at <= relations.last[above]!;
}

/** True when the row stands in a parent loop, or hangs below one. */
export function isLooped(relations: Relations, row: number): boolean {
  return relations.first[row]! >= relations.loopsFrom;
}

function childLists(
  columns: Columns,
  parent: Int32Array<ArrayBuffer>,
  rowOfId: Int32Array<ArrayBuffer>,
): { childStart: Int32Array<ArrayBuffer>; children: Int32Array<ArrayBuffer> } {
  const count = parent.length;
  const childStart = ints(count + 1);
  for (let row = 0; row < count; row++) {
    const above = parent[row]!;
    if (above !== -1 && above !== row) childStart[above + 1]! += 1;
  }
  let forks = false;
  for (let row = 0; row < count; row++) {
    forks ||= childStart[row + 1]! > 1;
    childStart[row + 1]! += childStart[row]!;
  }
  const children = ints(childStart[count]!);
  const fill = childStart.slice();
  for (let row = 0; row < count; row++) {
    const above = parent[row]!;
    if (above !== -1 && above !== row) children[fill[above]!++] = row;
  }
  if (!forks) return { childStart, children };
  // Pi sorts by the time of the entry its map holds: the last one of a repeated id.
  const time = (row: number): number => columns.time.at(rowOfId[columns.id.at(row)]!);
  for (let row = 0; row < count; row++) {
    const from = childStart[row]!;
    const to = childStart[row + 1]!;
    if (to - from < 2) continue;
    // A plain array: typed arrays sort without the stability and the NaN rules of Array.prototype.sort.
    children.set(
      Array.from(children.subarray(from, to)).toSorted((a, b) => time(a) - time(b)),
      from,
    );
  }
  return { childStart, children };
}

/** Numbers rows in depth-first order. It climbs back by parents: a stack would be as long as the file. */
class DepthFirst {
  readonly first: Int32Array<ArrayBuffer>;
  readonly last: Int32Array<ArrayBuffer>;
  next = 0;
  readonly #parent: Int32Array<ArrayBuffer>;
  readonly #childStart: Int32Array<ArrayBuffer>;
  readonly #children: Int32Array<ArrayBuffer>;

  constructor(parent: Int32Array<ArrayBuffer>, childStart: Int32Array<ArrayBuffer>, children: Int32Array<ArrayBuffer>) {
    this.first = ints(parent.length).fill(-1);
    this.last = ints(parent.length).fill(-1);
    this.#parent = parent;
    this.#childStart = childStart;
    this.#children = children;
  }

  from(root: number): void {
    const { first, last } = this;
    const parent = this.#parent;
    const childStart = this.#childStart;
    const children = this.#children;
    let { next } = this;
    let row = root;
    first[row] = next++;
    // Until a row is left, `last` says where among the children the walk stands.
    last[row] = childStart[row]!;
    for (;;) {
      const at = last[row]!;
      if (at < childStart[row + 1]!) {
        last[row] = at + 1;
        const child = children[at]!;
        if (first[child] !== -1) continue; // closes a loop
        first[child] = next++;
        last[child] = childStart[child]!;
        row = child;
        continue;
      }
      last[row] = next - 1;
      if (row === root) break;
      row = parent[row]!;
    }
    this.next = next;
  }
}

/** The first row, in file order, of the loop that lies above a row no root reaches. */
function loopMember(row: number, parent: Int32Array<ArrayBuffer>): number {
  const seen = new Set<number>();
  let at = row;
  while (!seen.has(at)) {
    seen.add(at);
    at = parent[at]!;
  }
  let lowest = at;
  for (let member = parent[at]!; member !== at; member = parent[member]!) lowest = Math.min(lowest, member);
  return lowest;
}
