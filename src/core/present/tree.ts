import { ints } from "../../lib/growing.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { isLooped } from "../session/relations.ts";
import { MARK, type TreeQuery, type TreeView } from "../view/row.ts";
import { shownRows } from "./filter.ts";

/**
 * The visible tree: filtered, searched, folded, with the branch of the point first (Pi: TreeList.flattenTree and
 * recalculateVisualStructure). A hidden entry's descendants hang from the nearest visible entry above.
 */
export function treeView(session: OpenedSession, query: TreeQuery): TreeView {
  const { index } = session;
  const passes = session.passes(query.point ?? -1);
  const list = listed(index, walkAt(index, passes, query.folded), shownRows(session, passes, query));
  const { rows } = list;
  const { depth, marks, guides } = indent(list.parents);
  markPath(rows, marks, passes.pathIndex);
  if (query.folded.length > 0) markFolds(index, rows, marks, query.folded);
  if (index.relations.loopRoots.length > 0) {
    for (let i = 0; i < marks.length; i++) if (isLooped(index.relations, rows[i]!)) marks[i]! |= MARK.loop;
  }
  return {
    rows,
    depth,
    marks,
    guides,
    pointAt: query.point === null ? -1 : nearest(index, list, query.point),
    leafAt: nearest(index, list, index.leaf),
    total: index.count,
  };
}

function markPath(rows: Int32Array, marks: Uint8Array, pathIndex: Int32Array): void {
  for (let i = 0; i < marks.length; i++) if (pathIndex[rows[i]!] !== -1) marks[i]! |= MARK.path;
}

function markFolds(index: SessionIndex, rows: Int32Array, marks: Uint8Array, folded: readonly number[]): void {
  const folds = new Set(folded);
  for (let i = 0; i < marks.length; i++) {
    const row = rows[i]!;
    if (folds.has(row) && index.childCount(row) > 0) marks[i]! |= MARK.folded | MARK.foldable;
  }
}

interface Walk {
  readonly passes: Passes;
  readonly folded: string;
  readonly order: Int32Array;
}

const walks = new WeakMap<SessionIndex, Walk>();

/** The last order is kept: while a filter is typed, only what is shown of it changes. */
function walkAt(index: SessionIndex, passes: Passes, folded: readonly number[]): Int32Array {
  const kept = walks.get(index);
  const key = folded.join();
  if (kept?.passes === passes && kept.folded === key) return kept.order;
  const order = walk(index, folded, passes.pathIndex);
  walks.set(index, { passes, folded: key, order });
  return order;
}

/** All rows that are not folded away, parents before children, the branch of the point first. */
function walk(index: SessionIndex, folded: readonly number[], pathIndex: Int32Array): Int32Array {
  const { childStart, children, roots, loopRoots } = index.relations;
  const folds = new Uint8Array(index.count);
  for (const row of folded) folds[row] = 1;
  const order = ints(index.count);
  const met = new Uint8Array(index.count);
  let length = 0;
  const stack: number[] = [];
  let top = 0;
  const push = (list: Int32Array, from: number, to: number): void => {
    let first = -1;
    for (let i = to - 1; i >= from; i--) {
      const row = list[i]!;
      if (first === -1 && pathIndex[row] !== -1) first = row;
      else stack[top++] = row;
    }
    if (first !== -1) stack[top++] = first;
  };
  // What no root reaches comes last, and moves nothing that a root does reach.
  push(Int32Array.from(loopRoots), 0, loopRoots.length);
  push(roots, 0, roots.length);
  while (top > 0) {
    let row = stack[--top]!;
    // A row that closes a loop was met before.
    while (met[row] === 0) {
      met[row] = 1;
      order[length++] = row;
      if (folds[row] === 1) break;
      const from = childStart[row]!;
      const to = childStart[row + 1]!;
      // Most rows have one child, which comes next.
      if (to - from === 1) row = children[from]!;
      else push(children, from, to);
    }
  }
  return length === order.length ? order : order.slice(0, length);
}

const LOOP_ROOT = -2;

interface FlatList {
  readonly rows: Int32Array<ArrayBuffer>;
  /** Position of the nearest visible entry above; -1 for a root, LOOP_ROOT for the start of a loop. */
  readonly parents: Int32Array<ArrayBuffer>;
  /** For each row the position of the nearest visible entry at or above it, and 3 more; less than 3 where there is none. */
  readonly near: Int32Array;
}

/** Added to a position, so that 0 is left for rows that no order holds, 1 and 2 for LOOP_ROOT and -1. */
const NEAR = 3;

/** What is shown of an order. */
function listed(index: SessionIndex, order: Int32Array, shown: Uint8Array): FlatList {
  const { parent } = index.relations;
  const rows = ints(order.length);
  const parents = ints(order.length);
  const near = ints(index.count);
  let length = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    const up = parent[row]!;
    // A parent that was not met yet: the row is the start of a loop.
    const above = up === -1 || up === row ? NEAR - 1 : near[up]! || NEAR + LOOP_ROOT;
    if (shown[row] === 1) {
      rows[length] = row;
      parents[length] = above - NEAR;
      near[row] = NEAR + length++;
    } else near[row] = above;
  }
  return { rows: length === rows.length ? rows : rows.slice(0, length), parents: parents.subarray(0, length), near };
}

/** Shape of a row: it is one of several children, it has several. */
const BRANCH = 1;
const FORKS = 2;

/**
 * Indentation by Pi's rules: a straight chain stays flat, children of a fork move one step right, and so does the first
 * generation after it; several roots count as children of a fork that is not drawn.
 */
function indent(parents: Int32Array): {
  depth: Uint16Array<ArrayBuffer>;
  marks: Uint8Array<ArrayBuffer>;
  guides: Uint32Array<ArrayBuffer>;
} {
  const length = parents.length;
  /** Children still to come of each row. */
  const left = ints(length);
  let rootsLeft = 0;
  for (let i = 0; i < length; i++) {
    const parent = parents[i]!;
    if (parent >= 0) left[parent]! += 1;
    else if (parent === -1) rootsLeft += 1;
  }
  const manyRoots = rootsLeft > 1;
  const steps = ints(length); // Pi's indent, before several roots are moved back to 0
  const shape = new Uint8Array(length);
  const depth = new Uint16Array(length);
  const marks = new Uint8Array(length);
  const guides = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const parent = parents[i]!;
    const root = parent < 0;
    const above = root ? 0 : shape[parent]!;
    const branch = root ? manyRoots || parent === LOOP_ROOT : (above & FORKS) !== 0;
    const last = root ? parent === LOOP_ROOT || --rootsLeft === 0 : --left[parent]! === 0;
    const deeper = root ? manyRoots : branch || ((above & BRANCH) !== 0 && steps[parent]! > 0);
    steps[i] = (root ? 0 : steps[parent]!) + (deeper ? 1 : 0);
    shape[i] = (branch ? BRANCH : 0) | (left[i]! > 1 ? FORKS : 0);
    depth[i] = Math.min(0xffff, Math.max(0, steps[i]! - (manyRoots ? 1 : 0)));
    marks[i] =
      (branch && !root ? MARK.elbow : 0) |
      (last ? MARK.last : 0) |
      ((branch || root) && left[i]! > 0 ? MARK.foldable : 0);
    if (!root) guides[i] = guides[parent]! | lineBelow(marks[parent]!, depth[parent]!);
  }
  return { depth, marks, guides };
}

/** The guide a row leaves for its descendants: its siblings' line, unless it is the last of them. */
function lineBelow(marks: number, depth: number): number {
  const drawn = (marks & MARK.elbow) !== 0 && (marks & MARK.last) === 0 && depth <= 32;
  return drawn ? 1 << Math.max(0, depth - 1) : 0;
}

/** Position in the list of a row, or of the nearest visible entry above it; -1 for none (Pi: findNearestVisibleIndex). */
function nearest(index: SessionIndex, { rows, near }: FlatList, row: number): number {
  let at = row;
  for (let steps = 0; at !== -1 && steps <= index.count; steps++) {
    const place = near[at]! - NEAR;
    if (place >= 0 && rows[place] === at) return place;
    const above = index.parent(at);
    if (above === at) return -1;
    at = above;
  }
  return -1;
}
