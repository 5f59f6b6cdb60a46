import type { Link } from "./build.ts";

/** Relations between entries by their definitions, one entry at a time: slow, and obviously right. -1 for none. */
export class SlowTree {
  readonly links: readonly Link[];
  readonly rows: readonly number[];
  #cuts: number[] | undefined;

  constructor(links: readonly Link[]) {
    this.links = links;
    this.rows = links.map((_, row) => row);
  }

  /** The last entry with an id. */
  rowOf(id: string): number {
    return this.links.findLastIndex((link) => link.id === id);
  }

  /** The entry its parent's id stands for; the entry itself when it names its own id. */
  parent(row: number): number {
    const { id, parentId } = this.links[row]!;
    if (parentId === null) return -1;
    return parentId === id ? row : this.rowOf(parentId);
  }

  isRoot(row: number): boolean {
    const parent = this.parent(row);
    return parent === -1 || parent === row;
  }

  /** Pi's comparator over the entries that Pi's map holds, in file order before. */
  children(row: number): number[] {
    const time = (child: number): number =>
      new Date(this.links[this.rowOf(this.links[child]!.id)]!.timestamp).getTime();
    return this.rows
      .filter((child) => child !== row && this.parent(child) === row)
      .toSorted((a, b) => time(a) - time(b));
  }

  /** The entry and those above it, nearest first, each once; `endless` when no root ends the climb. */
  climb(row: number): { rows: number[]; endless: boolean } {
    const rows: number[] = [];
    let at = row;
    while (!rows.includes(at)) {
      rows.push(at);
      const above = this.parent(at);
      if (above === -1) return { rows, endless: false };
      at = above;
    }
    return { rows, endless: true };
  }

  /** True when no root reaches the entry: it stands in a loop of parents or below one. */
  isLooped(row: number): boolean {
    const { rows, endless } = this.climb(row);
    return endless && !this.isRoot(rows[rows.length - 1]!);
  }

  /** The first members, in file order, of each loop. */
  loopRoots(): number[] {
    const inLoop = (row: number): boolean => this.isLooped(row) && this.climb(this.parent(row)).rows.includes(row);
    return this.rows.filter((row) => inLoop(row) && this.climb(row).rows.every((other) => other >= row));
  }

  /** True when a climb from `row` meets `above`; loops are cut above their first member. */
  isBelow(row: number, above: number): boolean {
    const cuts = (this.#cuts ??= this.loopRoots());
    let at = row;
    while (!this.isRoot(at) && !cuts.includes(at)) {
      at = this.parent(at);
      if (at === above) return true;
    }
    return false;
  }

  /** Where the branch of `row` leaves a path: the first entry on it that a climb meets, else the root; -1 in a loop. */
  fork(row: number, path: ReadonlySet<number>): number {
    const { rows } = this.climb(row);
    const shared = rows.find((at) => path.has(at));
    if (shared !== undefined) return shared;
    return this.isLooped(row) ? -1 : rows[rows.length - 1]!;
  }
}
