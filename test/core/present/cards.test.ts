import { expect, it } from "vitest";
import { contextItems } from "../../../src/core/present/items.ts";
import { entryView } from "../../../src/core/present/entry.ts";
import { readStyled } from "../../../src/core/present/styled.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Block } from "../../../src/core/view/block.ts";
import { openDrawing, rowIn } from "./open-drawing.ts";

const DRAWING = `
  u user "go"
  a +2s assistant same:edit{"path":"a.ts","oldText":"x","newText":"y"} same:bash{"command":"make"} other:read{"path":"b.ts","offset":3}
  r1 +3s result same "done" details={"diff":"-7 x\\n+7 y"}
  r2 +1s result same "two" isError=true
    r3 +9s result other "elsewhere"
  o +1s result nobody "orphan"
`;

async function blocksAt(session: OpenedSession, point: string): Promise<Record<string, readonly Block[]>> {
  const items = await contextItems(session, "projected", rowIn(session, point), 0, 20);
  return Object.fromEntries(items.map(({ id, blocks }) => [id, blocks]));
}

it("calls and results know each other, in their order, with status and time", async () => {
  const session = await openDrawing(DRAWING);
  const { a, r1, r2, o } = await blocksAt(session, "o");
  expect(a?.slice(-4)).toMatchObject([
    { kind: "toolCall", name: "edit", status: "ok", ms: 3000, result: { id: "r1" } },
    { kind: "toolCall", name: "bash", status: "failed", ms: 4000, result: { id: "r2" } },
    { kind: "toolCall", name: "read", status: "ok", ms: 13_000, result: { id: "r3" } },
    { kind: "usage" },
  ]);
  // The diff of the result tells the call the lines.
  expect(a?.at(-4)).toMatchObject({ body: [{ kind: "diff", lines: [{ old: 7 }, { new: 7 }] }], args: [] });
  expect(r1?.[0]).toMatchObject({
    kind: "toolResult",
    call: { id: "a" },
    ms: 3000,
    words: [{ text: "edit" }, { text: "a.ts" }],
  });
  expect(r2?.[0]).toMatchObject({ status: "failed", ms: 4000, words: [{ text: "$" }, { text: "make" }] });
  expect(o?.[0]).toMatchObject({ call: null, orphan: true, ms: null });
});

it("a result on its branch and its entry say the same", async () => {
  const session = await openDrawing(DRAWING);
  const { r3 } = await blocksAt(session, "r3");
  const lead = { kind: "toolResult", words: [{ text: "read" }, { text: "b.ts" }, { text: ":3" }], ms: 13_000 };
  expect(r3?.[0]).toMatchObject(lead);
  const row = rowIn(session, "r3");
  expect((await entryView(session, row, row)).blocks[0]).toMatchObject(lead);
});

it("time that runs backwards is no running time", async () => {
  const entry = (id: string, parentId: string | null, second: number, message: object): string =>
    JSON.stringify({ type: "message", id, parentId, timestamp: `2026-03-12T09:00:0${second}.000Z`, message });
  const call = { type: "toolCall", id: "c", name: "bash", arguments: { command: "x" } };
  const lines = [
    JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-03-12T09:00:00.000Z", cwd: "/" }),
    entry("a", null, 5, { role: "assistant", content: [call] }),
    entry("r", "a", 1, { role: "toolResult", toolCallId: "c", toolName: "bash", content: "t", isError: false }),
  ];
  const session = await openSession(new Blob([lines.join("\n")]));
  const { a, r } = await blocksAt(session, "r");
  expect(a?.[0]).toMatchObject({ ms: null, status: "ok", result: { id: "r" } });
  expect(r?.[0]).toMatchObject({ ms: null, call: { id: "a" } });
});

it("more of an output is read in its looks, from either end", async () => {
  const session = await openDrawing('u user "a\\u001b[31mb\\rc\\nend"');
  const content = { row: 0, path: ["message", "content"] };
  const whole = { text: "cb\nend", left: 0 };
  const runs = [{ chars: 2, fg: 1 }, { chars: 1 }, { chars: 3, fg: 1 }];
  expect(await readStyled(session, content, "terminal", false, 10)).toEqual({ ...whole, runs });
  expect(await readStyled(session, content, "terminal", true, 3)).toEqual({
    text: "end",
    left: 3,
    runs: runs.slice(2),
  });
});
