import { describe, expect, it } from "vitest";
import type { ContextItem } from "../../src/core/view/context.ts";
import { shownContext, shownTree } from "../../src/worker/shown.ts";
import { contextOf, itemOf, treeOf } from "../state/fake-client.ts";
import { fakeCore, rowOf, type FakeSession } from "./fakes.ts";

const session: FakeSession = { lines: [], size: 0, from: undefined, content: "" };

describe("a tree that is shown", () => {
  const count = 1_000;
  const rows = Array.from({ length: count }, (_, at) => count - at);
  const core = fakeCore({ treeView: () => ({ ...treeOf(rows), pointAt: 999 }) });
  const near = (around: number | null): [from: number, first: number | undefined, length: number] => {
    const query = { filter: "all", query: "", folded: [], point: 7 } as const;
    const view = shownTree(core, session, { ...query, around });
    expect(view.near.point).toBe(7);
    return [view.near.from, view.near.rows[0]?.row, view.near.rows.length];
  };

  it("has the windows of its rows around the entry that is read", () => {
    // Row 500 stands at 500, row 1000 at 0.
    expect(near(500)).toEqual([384, 616, 192]);
    expect(near(1000)).toEqual([0, 1000, 128]);
  });

  it("has those around the point where the entry is not shown, or none is read", () => {
    expect(near(5_000)).toEqual([896, 104, 104]);
    expect(near(null)).toEqual([896, 104, 104]);
  });

  it("may have no rows", () => {
    const none = fakeCore({ treeView: () => treeOf([]) });
    const query = { filter: "all", query: "", folded: [], point: null, around: 3 } as const;
    expect(shownTree(none, session, query).near).toEqual({ from: 0, point: null, rows: [] });
  });
});

describe("a context that is shown", () => {
  const items = async (from: number, to: number): Promise<ContextItem[]> =>
    Array.from({ length: to - from }, (_, at) => itemOf(from + at));
  const core = fakeCore({
    contextView: async (_, form, point) => contextOf(form, point),
    contextItems: (_, _form, _point, from, to) => items(from, to),
  });

  it("has the items before and at the entry that is read, with their sources", async () => {
    const { near, rows } = await shownContext(core, session, { form: "sent", point: 99, around: 50 });
    expect(rows).toHaveLength(100);
    expect(near.from).toBe(36);
    expect(near.items.map(({ index }) => index)).toEqual(Array.from({ length: 24 }, (_, at) => 36 + at));
    expect(near.sources).toEqual(near.items.map(({ row }) => rowOf(row)));
  });

  it("has its last items where that entry is not part of it", async () => {
    for (const around of [null, 400]) {
      const { near } = await shownContext(core, session, { form: "sent", point: 99, around });
      expect([near.from, near.items.length]).toEqual([84, 16]);
    }
    const empty = await shownContext(core, session, { form: "sent", point: null, around: null });
    expect(empty.near).toEqual({ from: 0, items: [], sources: [] });
  });

  it("comes without items that cannot be made", async () => {
    const failing = { ...core, contextItems: () => Promise.reject(new Error("no")) };
    const { near, rows } = await shownContext(failing, session, { form: "sent", point: 99, around: null });
    expect([rows.length, near.items, near.sources]).toEqual([100, [], []]);
  });
});
