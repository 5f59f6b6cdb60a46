import { ints } from "../../lib/growing.ts";
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
  const { pathIndex } = session.passes(query.point ?? -1);
  const folds = new Uint8Array(index.count);
  for (const row of query.folded) folds[row] = 1;
  const list = flatten(index, shownRows(index, query), folds, pathIndex);
  const { rows } = list;
  const { depth, marks, guides } = indent(list.parents);
  const loops = index.relations.loopRoots.length > 0;
  for (let i = 0; i < marks.length; i++) {
    const row = rows[i]!;
    if (folds[row] === 1 && index.childCount(row) > 0) marks[i]! |= MARK.folded | MARK.foldable;
    if (pathIndex[row] !== -1) marks[i]! |= MARK.path;
    if (loops && isLooped(index.relations, row)) marks[i]! |= MARK.loop;
  }
  return {
    rows,
    depth,
    marks,
    guides,
    pointAt: query.point === null ? -1 : nearest(index, list.place, query.point),
    leafAt: nearest(index, list.place, index.leaf),
    total: index.count,
  };
}

const LOOP_ROOT = -2;

interface FlatList {
  readonly rows: Int32Array<ArrayBuffer>;
  /** Position of the nearest visible entry above; -1 for a root, LOOP_ROOT for the start of a loop. */
  readonly parents: Int32Array<ArrayBuffer>;
  /** For each row its position in the list, one more; not above 0 when it is not in it. */
  readonly place: Int32Array;
}

function flatten(index: SessionIndex, shown: Uint8Array, folds: Uint8Array, pathIndex: Int32Array): FlatList {
  const { childStart, children, roots, loopRoots } = index.relations;
  const rows = ints(index.count);
  const parents = ints(index.count);
  const place = ints(index.count);
  let length = 0;
  const stack: number[] = [];
  const above: number[] = [];
  let top = 0;
  const push = (list: Int32Array, from: number, to: number, parent: number): void => {
    let first = -1;
    for (let i = to - 1; i >= from; i--) {
      const row = list[i]!;
      if (first === -1 && pathIndex[row] !== -1) first = row;
      else {
        stack[top] = row;
        above[top++] = parent;
      }
    }
    if (first === -1) return;
    stack[top] = first;
    above[top++] = parent;
  };
  // What no root reaches comes last, and moves nothing that a root does reach.
  push(Int32Array.from(loopRoots), 0, loopRoots.length, LOOP_ROOT);
  push(roots, 0, roots.length, -1);
  while (top > 0) {
    const row = stack[--top]!;
    let parent = above[top]!;
    if (place[row] !== 0) continue; // closes a loop
    place[row] = -1;
    if (shown[row] === 1) {
      rows[length] = row;
      parents[length] = parent;
      parent = length++;
      place[row] = length;
    }
    if (folds[row] === 0) push(children, childStart[row]!, childStart[row + 1]!, parent);
  }
  return { rows: length === rows.length ? rows : rows.slice(0, length), parents: parents.subarray(0, length), place };
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
function nearest(index: SessionIndex, place: Int32Array, row: number): number {
  let at = row;
  for (let steps = 0; at !== -1 && steps <= index.count; steps++) {
    if (place[at]! > 0) return place[at]! - 1;
    const above = index.parent(at);
    if (above === at) return -1;
    at = above;
  }
  return -1;
}
