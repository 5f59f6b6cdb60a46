import { ints } from "../../lib/growing.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { isLooped } from "../session/relations.ts";
import { MARK, type TreeQuery, type TreeView } from "../view/row.ts";
import { rowFilter } from "./filter.ts";

/**
 * The visible tree: filtered, searched, folded, with the branch of the point first (Pi: TreeList.flattenTree and
 * recalculateVisualStructure). A hidden entry's descendants hang from the nearest visible entry above.
 */
export function treeView(session: OpenedSession, query: TreeQuery): TreeView {
  const { index } = session;
  const passes = session.passes(query.point ?? -1);
  const onPath = (row: number): boolean => passes.pathIndex[row] !== -1;
  const list = flatten(index, rowFilter(index, query), new Set(query.folded), onPath);
  const drawn = indent(list.parents);
  const marks = new Uint8Array(list.rows.length);
  for (let i = 0; i < marks.length; i++) {
    const row = list.rows[i]!;
    marks[i] =
      drawn.marks[i]! |
      (list.folded[i] === 1 ? MARK.folded | MARK.foldable : 0) |
      (onPath(row) ? MARK.path : 0) |
      (isLooped(index.relations, row) ? MARK.loop : 0);
  }
  const at = nearest(index, list.rows);
  return {
    rows: list.rows,
    depth: drawn.depth,
    marks,
    guides: drawn.guides,
    pointAt: query.point === null ? -1 : at(query.point),
    leafAt: at(index.leaf),
    total: index.count,
  };
}

const LOOP_ROOT = -2;

interface FlatList {
  readonly rows: Int32Array<ArrayBuffer>;
  /** Position of the nearest visible entry above; -1 for a root, LOOP_ROOT for the start of a loop. */
  readonly parents: Int32Array<ArrayBuffer>;
  readonly folded: Uint8Array<ArrayBuffer>;
}

function flatten(
  index: SessionIndex,
  shown: (row: number) => boolean,
  folds: ReadonlySet<number>,
  onPath: (row: number) => boolean,
): FlatList {
  const rows = ints(index.count);
  const parents = ints(index.count);
  const folded = new Uint8Array(index.count);
  const visited = new Uint8Array(index.count);
  let length = 0;
  const stack: number[] = [];
  const above: number[] = [];
  const put = (row: number, parent: number): void => {
    stack.push(row);
    above.push(parent);
  };
  const push = (children: ArrayLike<number>, parent: number): void => {
    let first = -1;
    for (let i = children.length - 1; i >= 0; i--) {
      if (first === -1 && onPath(children[i]!)) first = children[i]!;
      else put(children[i]!, parent);
    }
    if (first !== -1) put(first, parent);
  };
  // What no root reaches comes last, and moves nothing that a root does reach.
  push(index.relations.loopRoots, LOOP_ROOT);
  push(index.relations.roots, -1);
  while (stack.length > 0) {
    const row = stack.pop()!;
    const parent = above.pop()!;
    if (visited[row] === 1) continue; // closes a loop
    visited[row] = 1;
    let below = parent;
    if (shown(row)) {
      below = length;
      rows[length] = row;
      parents[length] = parent;
      folded[length] = folds.has(row) && index.childCount(row) > 0 ? 1 : 0;
      length += 1;
    }
    if (!folds.has(row)) push(index.children(row), below);
  }
  return { rows: rows.slice(0, length), parents: parents.slice(0, length), folded: folded.slice(0, length) };
}

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
  const childCount = ints(length);
  let rootCount = 0;
  for (const parent of parents) {
    if (parent === -1) rootCount += 1;
    else if (parent !== LOOP_ROOT) childCount[parent]! += 1;
  }
  const manyRoots = rootCount > 1;
  const seen = ints(length);
  const steps = ints(length); // Pi's indent, before several roots are moved back to 0
  const branched = new Uint8Array(length);
  const depth = new Uint16Array(length);
  const marks = new Uint8Array(length);
  const guides = new Uint32Array(length);
  let rootsSeen = 0;
  for (let i = 0; i < length; i++) {
    const parent = parents[i]!;
    const root = parent < 0;
    const oneOfRoots = manyRoots || parent === LOOP_ROOT;
    const fork = root ? oneOfRoots : childCount[parent]! > 1;
    const last = root ? parent === LOOP_ROOT || ++rootsSeen === rootCount : ++seen[parent]! === childCount[parent]!;
    const deeper = root ? manyRoots : fork || (branched[parent] === 1 && steps[parent]! > 0);
    steps[i] = (root ? 0 : steps[parent]!) + (deeper ? 1 : 0);
    branched[i] = fork ? 1 : 0;
    depth[i] = Math.min(0xffff, Math.max(0, steps[i]! - (manyRoots ? 1 : 0)));
    const elbow = fork && !root;
    marks[i] = (elbow ? MARK.elbow : 0) | (last ? MARK.last : 0) | (fork || root ? foldable(childCount[i]!) : 0);
    if (!root) guides[i] = guides[parent]! | lineBelow(marks[parent]!, depth[parent]!);
  }
  return { depth, marks, guides };
}

function foldable(children: number): number {
  return children > 0 ? MARK.foldable : 0;
}

/** The guide a row leaves for its descendants: its siblings' line, unless it is the last of them. */
function lineBelow(marks: number, depth: number): number {
  const drawn = (marks & MARK.elbow) !== 0 && (marks & MARK.last) === 0 && depth <= 32;
  return drawn ? 1 << Math.max(0, depth - 1) : 0;
}

/** Finds a row among the visible ones, or the nearest visible entry above it (Pi: findNearestVisibleIndex). */
function nearest(index: SessionIndex, rows: Int32Array): (row: number) => number {
  const position = ints(index.count).fill(-1);
  for (let i = 0; i < rows.length; i++) position[rows[i]!] = i;
  return (row) => {
    let at = row;
    for (let steps = 0; at !== -1 && steps <= index.count; steps++) {
      if (position[at] !== -1) return position[at]!;
      const above = index.parent(at);
      if (above === at) return -1;
      at = above;
    }
    return -1;
  };
}
