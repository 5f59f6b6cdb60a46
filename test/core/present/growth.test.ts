import { describe, expect, it } from "vitest";
import { growthOf } from "../../../src/core/present/growth.ts";
import { GROWTH_KINDS, GROWTH_MARK, type Growth } from "../../../src/core/view/growth.ts";
import { idsOf, openDrawing, rowIn } from "./open-drawing.ts";

/** Kinds of a request by name, those that are not 0. */
function kindsOf(growth: Growth, request: number): Record<string, number> {
  const kinds = GROWTH_KINDS.map((kind, at): [string, number] => [kind, growth.kinds[at]![request]!]);
  return Object.fromEntries(kinds.filter(([, tokens]) => tokens > 0));
}

const MARKS = Object.entries(GROWTH_MARK);

function marksOf(growth: Growth): string[] {
  return Array.from(growth.marks, (marks) =>
    MARKS.filter(([, bit]) => (marks & bit) !== 0)
      .map(([name]) => name)
      .join(" "),
  );
}

// Texts of 4, 8, 12… characters: 1, 2, 3… tokens.
const four = (times: number): string => "abcd".repeat(times);

describe("growthOf", () => {
  it("weighs the context before each answer by kind", async () => {
    const session = await openDrawing(`
      s1 system "${four(3)}"
      u1 user "${four(1)}"
      a1 assistant "${four(2)}" use=[10,20,30,40]
      r1 result c1 "${four(5)}"
      x1 extension demo.note "${four(1)}"
      b1 branch "${four(4)}" from=u1
      a2 assistant "${four(1)}" usage=
      s2 system "${four(1)}"
      a3 assistant "${four(1)}"`);
    const growth = await growthOf(session, null);
    expect(idsOf(session, growth.rows)).toEqual(["a1", "a2", "a3"]);
    expect(kindsOf(growth, 0)).toEqual({ prompt: 3, user: 1 });
    expect(kindsOf(growth, 1)).toEqual({ prompt: 3, summary: 4, user: 1, assistant: 2, tool: 5, other: 1 });
    // 12 and 4 characters, joined by a blank line: 18.
    expect(kindsOf(growth, 2)).toEqual({ prompt: 5, summary: 4, user: 1, assistant: 3, tool: 5, other: 1 });
    expect([growth.input[0], growth.output[0], growth.cacheRead[0], growth.cacheWrite[0]]).toEqual([10, 20, 30, 40]);
    expect([growth.input[1], growth.cost[1]]).toEqual([NaN, NaN]);
    expect(growth.cost[0]).toBeCloseTo(0.000_489, 9);
    expect(growth.times[1]! - growth.times[0]!).toBe(4000);
  });

  it("applies edits from where they stand, and begins anew at a compaction", async () => {
    const session = await openDrawing(`
      u1 user "${four(1)}"
      u2 user "${four(2)}"
      a1 assistant "${four(4)}"
      o1 omit u2
      a2 assistant "${four(4)}"
      p1 replace u2 "${four(7)}"
      a3 assistant "${four(4)}"
      c1 compaction "${four(3)}" keep=u2 systemMessage={"role":"system","content":"${four(6)}","timestamp":1}
      a4 assistant "${four(4)}"
      o2 omit c1
      a5 assistant "${four(4)}"`);
    const growth = await growthOf(session, null);
    expect([0, 1, 2, 3, 4].map((request) => kindsOf(growth, request))).toEqual([
      { user: 3 },
      { user: 1, assistant: 4 },
      { user: 8, assistant: 8 },
      { prompt: 6, summary: 3, user: 7, assistant: 12 },
      { user: 7, assistant: 16 },
    ]);
    expect(marksOf(growth)).toEqual(["", "edit", "edit", "compaction", "edit"]);
  });

  it("marks what lies between a request and the one before it", async () => {
    const session = await openDrawing(`
      m0 model demo/beacon-1
      t0 thinking high
      s1 system "prompt"
      u1 user "hello"
      a1 assistant "one"
      t1 thinking low
      a2 +299s assistant "two" stopReason=aborted
      m1 model demo/beacon-2
      a3 +299s assistant "three"
      a4 +301s assistant "four" model=beacon-2
      a5 assistant "five" model=beacon-2
      c1 compaction "so far" keep=a4
      o1 omit u1
      o2 omit s1
      o3 omit c0
      a6 assistant "six" model=beacon-2`);
    // Neither what was before the first request, nor edits of what is not in the context.
    expect(marksOf(await growthOf(session, null))).toEqual([
      "",
      "thinking error idle",
      "model idle",
      "model idle",
      "",
      "compaction",
    ]);
  });

  it("marks no edit of a system message that a compaction has folded", async () => {
    const session = await openDrawing(`
      s1 system "prompt"
      u1 user "hello"
      a1 assistant "one"
      c1 compaction "so far" keep=s1
      o1 omit s1
      a2 assistant "two"
      o2 omit u1
      a3 assistant "three"`);
    expect(marksOf(await growthOf(session, null))).toEqual(["", "compaction", "edit"]);
  });

  it("finds no idle gap below five minutes, and none without times", async () => {
    const session = await openDrawing(`
      a1 assistant "one"
      a2 +299s assistant "two"
      a3 +300s assistant "three"
      a4 +9m assistant "four" @timestamp="yesterday"
      a5 assistant "five"`);
    expect(marksOf(await growthOf(session, null))).toEqual(["", "", "idle", "", ""]);
  });

  it("goes through the point down to the tip, and says where the point is", async () => {
    const session = await openDrawing(`
      u1 user "one"
      a1 assistant "one"
        u2 user "two"
        a2 assistant "two"
        u3 user "three"
        a3 assistant "three"
      a4 assistant "four"`);
    const at = async (name: string | null): Promise<[string[], number]> => {
      const growth = await growthOf(session, name === null ? null : rowIn(session, name));
      return [idsOf(session, growth.rows), growth.at];
    };
    expect(await at(null)).toEqual([["a1", "a4"], -1]);
    expect(await at("u1")).toEqual([["a1", "a4"], -1]);
    expect(await at("a4")).toEqual([["a1", "a4"], 1]);
    expect(await at("a2")).toEqual([["a1", "a2", "a3"], 1]);
    expect(await at("u3")).toEqual([["a1", "a2", "a3"], 1]);
  });

  it("has no prompt from a system message without a time, until one has it", async () => {
    const session = await openDrawing(`
      s1 entry message message={"role":"system","content":"${four(2)}"}
      a1 assistant "one"
      s2 system "${four(1)}"
      a2 assistant "two"`);
    const growth = await growthOf(session, null);
    // As pi-ai's getCurrentSystemMessage: then both count, joined by a blank line.
    expect([...growth.kinds[0]!]).toEqual([0, 4]);
  });

  it("is empty without answers, made anew for each call, and knows no other rows", async () => {
    const session = await openDrawing('u1 user "one"');
    expect((await growthOf(session, 0)).rows).toHaveLength(0);
    const [first, second] = [await growthOf(session, 0), await growthOf(session, 0)];
    expect(first.kinds[0]!.buffer).not.toBe(second.kinds[0]!.buffer);
    expect(first.rows.buffer).not.toBe(second.rows.buffer);
    await expect(growthOf(session, 5)).rejects.toThrow(RangeError);
    expect((await growthOf(await openDrawing(""), null)).at).toBe(-1);
  });
});
