import { MARK, type TreeView } from "../../core/view/row.ts";
import { listMove } from "../list/kept-focus.ts";

/** What a key asks of the tree: to go to an item, to fold or unfold it, to set the point there. */
export interface TreeMove {
  readonly what: "go" | "fold" | "point";
  readonly index: number;
}

/** The keys of a tree widget. Null: not a key of the tree. `page` is how many rows fit in view. */
export function treeMove(key: string, at: number, view: TreeView, page: number): TreeMove | null {
  const last = view.rows.length - 1;
  if (last < 0) return null;
  const go = (index: number): TreeMove => ({ what: "go", index: Math.max(0, Math.min(last, index)) });
  switch (key) {
    case "ArrowLeft":
      return isOpen(view, at) ? { what: "fold", index: at } : go(outer(view, at));
    case "ArrowRight":
      if (has(view, at, MARK.folded)) return { what: "fold", index: at };
      return go(at + 1);
    case "Enter":
      return { what: "point", index: at };
    default: {
      const index = listMove(key, at, last + 1, page);
      return index === null ? null : go(index);
    }
  }
}

function has(view: TreeView, index: number, mark: number): boolean {
  return ((view.marks[index] ?? 0) & mark) !== 0;
}

function isOpen(view: TreeView, index: number): boolean {
  return has(view, index, MARK.foldable) && !has(view, index, MARK.folded);
}

/** One step out: from within a branch to where it begins, from there to the fork it left, from the trunk to its root. */
function outer(view: TreeView, at: number): number {
  const depth = view.depth[at] ?? 0;
  const atStart = has(view, at, MARK.elbow);
  for (let i = at - 1; i >= 0; i--) {
    const other = view.depth[i] ?? 0;
    if (other < depth) return i;
    if (other === depth && !atStart && has(view, i, MARK.elbow | MARK.foldable)) return i;
  }
  return atStart ? at : 0;
}
