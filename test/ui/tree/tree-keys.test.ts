import { describe, expect, test } from "vitest";
import { MARK, type TreeView } from "../../../src/core/view/row.ts";
import { treeMove } from "../../../src/ui/tree/tree-keys.ts";

/**
 *     0  root            foldable
 *     1  fork
 *     2  ├ first branch  foldable
 *     3  │   its child
 *     4  └ second branch foldable, folded
 *     5  another root
 */
const view: TreeView = {
  rows: Int32Array.from([10, 11, 12, 13, 14, 15]),
  depth: Uint16Array.from([0, 0, 1, 2, 1, 0]),
  marks: Uint8Array.from([
    MARK.foldable,
    0,
    MARK.elbow | MARK.foldable,
    0,
    MARK.elbow | MARK.last | MARK.foldable | MARK.folded,
    0,
  ]),
  guides: new Uint32Array(6),
  total: 9,
  pointAt: 3,
  leafAt: 5,
};

function move(key: string, at: number): string {
  const made = treeMove(key, at, view, 4);
  return made === null ? "none" : `${made.what} ${made.index}`;
}

describe("keys of the tree", () => {
  test("go up and down, a page, and to both ends, and stop there", () => {
    expect(move("ArrowDown", 2)).toBe("go 3");
    expect(move("ArrowDown", 5)).toBe("go 5");
    expect(move("ArrowUp", 0)).toBe("go 0");
    expect(move("PageDown", 1)).toBe("go 4");
    expect(move("PageUp", 2)).toBe("go 0");
    expect(move("Home", 4)).toBe("go 0");
    expect(move("End", 0)).toBe("go 5");
  });

  test("left folds what is open, else goes out: to the start of the branch, its fork, the root", () => {
    expect(move("ArrowLeft", 0)).toBe("fold 0");
    expect(move("ArrowLeft", 2)).toBe("fold 2");
    expect(move("ArrowLeft", 3)).toBe("go 2");
    expect(move("ArrowLeft", 4)).toBe("go 1");
    expect(move("ArrowLeft", 1)).toBe("go 0");
  });

  test("right opens what is folded, else goes in", () => {
    expect(move("ArrowRight", 4)).toBe("fold 4");
    expect(move("ArrowRight", 2)).toBe("go 3");
    expect(move("ArrowRight", 5)).toBe("go 5");
  });

  test("Enter sets the point; other keys are not the tree's", () => {
    expect(move("Enter", 3)).toBe("point 3");
    expect(move("j", 3)).toBe("none");
    expect(treeMove("Enter", 0, { ...view, rows: new Int32Array(0) }, 4)).toBeNull();
  });
});
