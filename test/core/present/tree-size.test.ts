import { describe, expect, it } from "vitest";
import { treeView } from "../../../src/core/present/tree.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { TreeView } from "../../../src/core/view/row.ts";
import { header, jsonl } from "../../make/entries.ts";

describe("a tree of 100,000 entries is there in no time", { timeout: 60_000 }, () => {
  const COUNT = 100_000;
  const many = async (parent: (at: number) => number): Promise<TreeView> => {
    const lines = Array.from({ length: COUNT }, (_, at) => ({
      type: "custom",
      customType: "x",
      id: `e${at}`,
      parentId: at === 0 ? null : `e${parent(at)}`,
    }));
    const session = await openSession(new Blob([jsonl([header(), ...lines])]));
    return treeView(session, { filter: "all", query: "", folded: [], point: session.index.leaf });
  };

  it("as a chain", async () => {
    const { rows, depth } = await many((at) => at - 1);
    expect([rows.length, depth[COUNT - 1]]).toEqual([COUNT, 0]);
  });

  it("as a star, the branch of the point first", async () => {
    const { rows, depth } = await many(() => 0);
    expect([rows.length, rows[1], rows[2], depth[1]]).toEqual([COUNT, COUNT - 1, 1, 1]);
  });

  it("as a fork at every step", async () => {
    const { rows, depth } = await many((at) => Math.max(0, at - 1 - ((at + 1) % 2)));
    expect(rows.length).toBe(COUNT);
    expect(depth.some((steps) => steps > 40_000)).toBe(true);
  });
});
