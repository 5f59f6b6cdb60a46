import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { previewRows } from "../../../src/core/present/preview.ts";
import { rowsOf } from "../../../src/core/present/rows.ts";
import { FLAG } from "../../../src/core/session/facts.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Row } from "../../../src/core/view/row.ts";
import { draw } from "../../make/draw.ts";
import { oddSession, plainSession, wildSession } from "../../oracle/arbitrary.ts";
import { openDrawing } from "./open-drawing.ts";

/** What of a row is known while a file is being read. */
function early({ row, id, lead, text, tone, tokens, time, error }: Row): unknown {
  return { row, id, lead, text, tone, tokens, time, error };
}

describe("the rows shown while a file is read", () => {
  it("are the first ones of the default filter, in file order", async () => {
    const session = await openDrawing(`
      m1 model demo/beacon-1
      u1 user "look"
      a1 assistant c1:read{"path":"a.ts"}
      r1 result c1 "text"
      a2 assistant "Done."
        x1 user "another way"
      l1 label u1 "kept"
      w1 usage cache_warm
      r2 result c9 "text" isError=true
    `);
    const rows = previewRows(session.index.builder);
    expect(rows.map(({ id, lead, text, error }) => [id, lead, text, error])).toEqual([
      ["u1", "user:", "look", false],
      ["r1", "", "[read: a.ts]", false],
      ["a2", "assistant:", "Done.", false],
      ["x1", "user:", "another way", false],
      ["r2", "", "[read]", true],
    ]);
    expect(rows[0]).toMatchObject({ fate: "in context", label: undefined, problems: 0, shadowed: false, leaf: false });
  });

  it("are worded by the last call before them in the file", async () => {
    const session = await openDrawing(`
      a1 assistant c1:read{"path":"first.ts"}
      r1 result c1
      a2 assistant c1:read{"path":"second.ts"} c1:read{"path":"third.ts"}
      r2 result c1
      a3 assistant c1:read{"path":"later.ts"}
    `);
    const texts = previewRows(session.index.builder).map(({ text }) => text);
    expect(texts).toEqual(["[read: first.ts]", "[read: third.ts]"]);
  });

  it("are 120 at most, and fewer while there are fewer", async () => {
    const file = draw(Array.from({ length: 300 }, (_, at) => `u${at} user`).join("\n"));
    const seen: number[] = [];
    const session = await openSession(new Blob([file]), {
      onRows: (builder) => void seen.push(previewRows(builder).length),
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(120);
    expect(previewRows(session.index.builder)).toHaveLength(120);
    expect(previewRows((await openDrawing("")).index.builder)).toEqual([]);
  });

  it.each([
    ["as Pi writes them", plainSession],
    ["with odd contents", oddSession],
    ["gone wild", wildSession],
  ] as const)("say what the rows of the tree say, in sessions %s", { timeout: 120_000 }, async (_, sessions) => {
    const property = fc.asyncProperty(sessions, async (file) => {
      const session = await openSession(new Blob([file]));
      const shown = rowsOf(session, defaultRows(session), null);
      const previews = previewRows(session.index.builder);
      expect(previews.map(({ row }) => row)).toEqual(shown.map(({ row }) => row));
      // Which call a result answers is known with the tree.
      const same = (row: Row): boolean => !session.index.isResult(row.row);
      expect(previews.filter(same).map(early)).toEqual(shown.filter(same).map(early));
    });
    await fc.assert(property, { numRuns: 80 });
  });
});

/** Rows of the default filter in file order, but for the exemption of the last entry: what comes last is not known yet. */
function defaultRows({ index }: OpenedSession): number[] {
  return Array.from({ length: index.count }, (_, row) => row)
    .filter((row) => !index.kind(row).bookkeeping && index.type(row) !== "usage")
    .filter((row) => index.role(row) !== "assistant" || index.has(row, FLAG.text | FLAG.stopped))
    .slice(0, 120);
}
