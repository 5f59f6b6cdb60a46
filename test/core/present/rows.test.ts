import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../src/core/present/rows.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { Row } from "../../../src/core/view/row.ts";
import { header, jsonl, START } from "../../make/entries.ts";
import { openDrawing } from "./open-drawing.ts";

async function rowsAt(drawing: string, point?: string): Promise<{ [id: string]: Row }> {
  const session = await openDrawing(drawing);
  const all = Array.from({ length: session.index.count }, (_, row) => row);
  const at = point === undefined ? session.index.leaf : session.rowOf(point);
  return Object.fromEntries(rowsOf(session, all, at).map((row) => [row.id, row]));
}

describe("a row says what Pi says", () => {
  it.each([
    [`user "Hello\n there"`, "user", "user:", "Hello  there"],
    [
      `user [{"type":"text","text":"one "},{"type":"image","data":"AAAA"},{"type":"text","text":"two"}]`,
      "user",
      "user:",
      "one two",
    ],
    [`assistant ~"hm" "Done."`, "assistant", "assistant:", "Done."],
    [`assistant c1:read{"path":"a"}`, "assistant", "assistant:", "(no content)"],
    ["assistant content=[] stopReason=aborted", "assistant", "assistant:", "(aborted)"],
    [
      `assistant content=[] stopReason=error errorMessage="429:\\ttoo many"`,
      "assistant",
      "assistant:",
      "429: too many",
    ],
    [`result c9 "out"`, "tool", "", "[read]"],
    [`result c9 "out" toolName=`, "tool", "", "[tool]"],
    [`bash "npm\\ttest" "fine"`, "tool", "[bash]:", "npm test"],
    [`system "prompt"`, "system", "", "[system]"],
    [`role custom content="words"`, "custom", "", "[custom]"],
    [`role oracle content="words"`, "unknown", "", "[oracle]"],
    [`compaction "sum" keep=`, "summary", "", "[compaction: 51k tokens]"],
    [`branch "The other\\nway" from=u0`, "summary", "[branch summary]:", "The other way"],
    [`model demo/beacon-2`, "setting", "", "[model: beacon-2]"],
    [`thinking high`, "setting", "", "[thinking: high]"],
    [`omit u0`, "setting", "", "[context omit: u0]"],
    [`replace u0 "x"`, "setting", "", "[context replace: u0]"],
    [`label u0 "kept"`, "setting", "", "[label: kept]"],
    [`label u0`, "setting", "", "[label: (cleared)]"],
    [`name "A name"`, "setting", "", "[title: A name]"],
    [`name ""`, "setting", "", "[title: empty]"],
    [`usage cache_warm`, "setting", "", "[usage: cache_warm]"],
    [`custom demo.state {"a":1}`, "custom", "", "[custom: demo.state]"],
    [`extension demo.note "words"`, "custom", "", "[demo.note]: words"],
    [`entry git_state`, "unknown", "", "[git_state]"],
  ])("of `%s`", async (drawn, tone, lead, text) => {
    const { x1 } = await rowsAt(`u0 user\nx1 ${drawn.replaceAll("\n", "\\n")}`);
    expect(x1).toMatchObject({ tone, lead, text });
  });

  it("of a result by the call it answers on its own path", async () => {
    const rows = await rowsAt(`
      u1 user
        a1 assistant c1:read{"path":"src/a.ts","offset":1,"limit":20}
        r1 result c1
      a2 < u1 assistant c1:bash{"command":"npm run build"}
      r2 result c1
    `);
    expect([rows["r1"]?.text, rows["r2"]?.text]).toEqual(["[read: src/a.ts:1-20]", "[bash: npm run build]"]);
  });

  it("of a line that is no object by its value", async () => {
    const session = await openSession(new Blob([jsonl([header()]), `42\n"text"\n[1]\n`]));
    expect(rowsOf(session, [0, 1, 2], null).map(({ id, text, tone }) => [id, text, tone])).toEqual([
      ["#2", "42", "unknown"],
      ["#3", '"text"', "unknown"],
      ["#4", "[1]", "unknown"],
    ]);
  });

  it("in at most 200 units, cut between characters", async () => {
    const { x1 } = await rowsAt(`x1 user "${"🙂".repeat(150)}"`);
    expect(x1?.text).toBe("🙂".repeat(100));
    const { x2 } = await rowsAt(`x2 user "x${"🙂".repeat(150)}"`);
    expect(x2?.text).toBe(`x${"🙂".repeat(99)}`);
  });
});

describe("a row knows", () => {
  it("its label, fate, tokens and time", async () => {
    const rows = await rowsAt(`
      u1 user "eight ch"
      a1 assistant "1234567890"
      l1 label u1 "kept"
      o1 omit a1
        u2 user
      u3 user
    `);
    expect(rows["u1"]).toMatchObject({ row: 0, label: "kept", fate: "in context", tokens: 2 });
    expect(rows["u1"]?.time).toBe(Date.parse(START) + 1000);
    expect(rows["a1"]).toMatchObject({ row: 1, label: undefined, fate: "omitted", tokens: 3 });
    expect(rows["l1"]).toMatchObject({ fate: "no message", tokens: 0 });
    expect(rows["u2"]).toMatchObject({ fate: "other branch", leaf: false });
    expect(rows["u3"]).toMatchObject({ fate: "in context", leaf: true });
  });

  it("its fate at the point asked for; before any entry all are later", async () => {
    const session = await openDrawing("u1 user\na1 assistant");
    expect(rowsOf(session, [0, 1], 0).map(({ fate }) => fate)).toEqual(["in context", "later"]);
    expect(rowsOf(session, [0, 1], null).map(({ fate }) => fate)).toEqual(["later", "later"]);
  });

  it("failures: a tool's, an answer's, an aborted one", async () => {
    const rows = await rowsAt(`
      a1 assistant stopReason=error
      a2 assistant stopReason=aborted
      a3 assistant stopReason=length
      r1 result c1 isError=true
      r2 result c1
    `);
    expect(
      Object.values(rows)
        .filter(({ error }) => error)
        .map(({ id }) => id),
    ).toEqual(["a1", "a2", "r1"]);
  });

  it("how many problems its line has, and that it has no valid time", async () => {
    const rows = await rowsAt(`
      u1 user
      x1 < gone role oracle @timestamp="noon"
    `);
    expect(rows["u1"]).toMatchObject({ problems: 0 });
    expect(rows["x1"]).toMatchObject({ problems: 3, time: null });
  });

  it("that a later entry of the same id took its place", async () => {
    const lines = [header(), ...["a", "t", "t"].map((id) => ({ type: "custom", customType: "x", id, parentId: null }))];
    const session = await openSession(new Blob([jsonl(lines), `{"type":"custom"}\n{"type":"custom"}\n`]));
    const rows = rowsOf(session, [0, 1, 2, 3, 4], null);
    expect(rows.map(({ id, shadowed }) => [id, shadowed])).toEqual([
      ["a", false],
      ["t", true],
      ["t", false],
      ["#5", false],
      ["#6", false],
    ]);
  });

  it("its place: rows come in the order asked for", async () => {
    const session = await openDrawing("u1 user\na1 assistant\nu2 user");
    expect(rowsOf(session, [2, 0, 2], 2).map(({ id }) => id)).toEqual(["u2", "u1", "u2"]);
    expect(rowsOf(session, [], 2)).toEqual([]);
  });
});
