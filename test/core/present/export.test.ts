import { afterEach, describe, expect, it, vi } from "vitest";
import { convertToLlm } from "../../../src/core/index.ts";
import { exportBranch, exportMessages } from "../../../src/core/present/export.ts";
import { ExportError } from "../../../src/core/present/json-writer.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { draw, type DrawOptions } from "../../make/draw.ts";
import { header, SESSION_ID } from "../../make/entries.ts";
import type { Fields } from "../../make/messages.ts";
import { openWithPi } from "../../oracle/pi.ts";
import { difference } from "../../oracle/same.ts";
import { branchHolds, openBranch } from "./laws.ts";

function open(drawing: string, options?: DrawOptions): Promise<OpenedSession> {
  return openSession(new Blob([draw(drawing, options)]));
}

async function linesOf(session: OpenedSession, point: number | null): Promise<Fields[]> {
  const text = await (await exportBranch(session, point, "origin.jsonl")).text();
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Fields);
}

async function messagesOf(session: OpenedSession, form: "projected" | "sent"): Promise<unknown> {
  return JSON.parse(await (await exportMessages(session, form, session.index.leaf)).text());
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const MIXED = `
m model demo/beacon-1
t thinking high
s system "Be brief." sections={"style":"dry"} tools=["read"]
u1 user "one 😀"
a1 assistant ~"hm" "Reading." c1:read{"path":"a.ts"}
r1 result c1 "text of a"
  x1 user "another way"
  l1 label u1 "start"
  n1 name "Named elsewhere"
k compaction "So far." keep=a1 systemMessage={"role":"system","content":"Be brief.","timestamp":1}
e replace a1 "short"
o omit r1
l2 label x1 "off this branch"
b bash "ls" "x" excludeFromContext=true
g branch "It failed." from=x1
a2 assistant "done" use=[100,20,3,4]
u2 user "more"
l3 label u2 "here"
`;

describe("exported messages", () => {
  it("are what Pi has, projected and sent", async () => {
    const text = draw(MIXED);
    const session = await openSession(new Blob([text]));
    const opened = openWithPi(text);
    const point = "value" in opened ? opened.value?.at(undefined) : undefined;
    if (point === undefined || "hang" in point) throw new Error("Pi does not open the drawing");
    const messages = "value" in point.projection ? point.projection.value.messages : undefined;
    expect(difference(await messagesOf(session, "projected"), messages)).toBeUndefined();
    expect(difference({ value: await messagesOf(session, "sent") }, point.llm)).toBeUndefined();
  });

  it("are pretty, and an empty list is one", async () => {
    const session = await open('u user "x"\no role oracle content="y"');
    const blob = await exportMessages(session, "sent", session.index.leaf);
    expect(blob.type).toBe("application/json");
    expect(await blob.text()).toBe(
      '[\n  {\n    "role": "user",\n    "content": "x",\n    "timestamp": 1773306001000\n  }\n]\n',
    );
    expect(await (await exportMessages(session, "projected", null)).text()).toBe("[]\n");
    expect(await messagesOf(session, "projected")).toHaveLength(2);
  });

  it("are written in parts that fit together, characters whole", async () => {
    const big = "😀".repeat(3_000_000);
    const session = await open("u user $big\na assistant $big\nu2 user $big", {
      values: { big: `x${big}` },
    });
    const messages = (await messagesOf(session, "projected")) as { content: unknown }[];
    expect(messages).toHaveLength(3);
    expect(messages.every(({ content }) => typeof content === "string" || Array.isArray(content))).toBe(true);
    expect(messages[2]?.content === `x${big}`).toBe(true);
  });

  it("hold what is nested too deep for JSON.stringify, lone surrogates, and any value for a message", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const file = [
      '{"type":"session","version":3,"id":"x","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}',
      `{"type":"message","id":"a","parentId":null,"timestamp":"","message":{"role":"user","content":${deep}}}`,
      '{"type":"message","id":"b","parentId":"a","timestamp":"","message":{"role":"user","content":"\\ud83d"}}',
      '{"type":"message","id":"c","parentId":"b","timestamp":"","message":42}',
      '{"type":"message","id":"d","parentId":"c","timestamp":"","message":{"role":"user","__proto__":{"a":1},"content":"p"}}',
    ].join("\n");
    const session = await openSession(new Blob([file]));
    const text = await (await exportMessages(session, "projected", 3)).text();
    expect(text.slice(0, 4 + '{"role":"user","content":'.length + deep.length + 2)).toBe(
      `[\n  {"role":"user","content":${deep}},`,
    );
    const messages = JSON.parse(text) as unknown[];
    expect(messages.slice(1)).toEqual([
      { role: "user", content: "\ud83d" },
      42,
      JSON.parse('{"role":"user","__proto__":{"a":1},"content":"p"}'),
    ]);
    expect(Object.hasOwn(messages[3] as object, "__proto__")).toBe(true);
    expect((JSON.parse(await (await exportMessages(session, "sent", 3)).text()) as unknown[]).length).toBe(3);
  });

  it("equal convertToLlm of the projected ones", async () => {
    const session = await open(MIXED);
    const projected = (await messagesOf(session, "projected")) as unknown[];
    expect(await messagesOf(session, "sent")).toEqual(JSON.parse(JSON.stringify(convertToLlm(projected))));
  });
});

describe("an exported branch", () => {
  it("is a session of its own: a new header, the path as it is, names and labels from elsewhere", async () => {
    const text = draw(MIXED, { header: { custom: { a: 1 }, parentSession: "before.jsonl" } });
    const session = await openSession(new Blob([text]));
    const [head, ...entries] = await linesOf(session, session.rowOf("u2"));
    expect(head).toMatchObject({
      type: "session",
      version: 3,
      cwd: "/srv/demo/lighthouse",
      custom: { a: 1 },
      parentSession: "origin.jsonl",
    });
    expect(head?.["id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(head?.["id"]).not.toBe(SESSION_ID);
    expect(Math.abs(Date.parse(String(head?.["timestamp"])) - Date.now())).toBeLessThan(60_000);
    const path = "m t s u1 a1 r1 k e o l2 b g a2 u2".split(" ");
    expect(entries.slice(0, path.length).map(({ id }) => id)).toEqual(path);
    const [start, here, name] = entries.slice(path.length);
    expect(start).toMatchObject({
      type: "label",
      parentId: "u2",
      targetId: "u1",
      label: "start",
      timestamp: "2026-03-12T09:00:08.000Z",
    });
    expect(here).toMatchObject({ type: "label", parentId: start?.["id"], targetId: "u2", label: "here" });
    expect(name).toMatchObject({ type: "session_info", parentId: here?.["id"], name: "Named elsewhere" });
    expect(entries).toHaveLength(path.length + 3);
    for (const added of [start, here, name]) expect(added?.["id"]).toMatch(/^[0-9a-f]{8}$/);
  });

  it("holds the lines of the file byte for byte", async () => {
    // Written by hand: odd spacing, escapes, a carriage return, a blank line and a broken one between.
    const odd = '  {"type":"message", "id":"b","parentId":"a","message":{"role":"user","content":"\\u00fc ü"} }\r';
    const first = '{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"x"}}';
    const last = '{"parentId":"b","id":"c","type":"message","message":{"role":"user","content":"y"}}';
    const session = await openSession(
      new Blob([['{"type":"session","version":3,"id":"x"}', first, odd, "", "{broken", last].join("\n")]),
    );
    const text = await (await exportBranch(session, 2, "f")).text();
    expect(text.split("\n").slice(1)).toEqual([first, odd, last, ""]);
  });

  it.each([
    ["a fork", "u user\na assistant\n  x user\n  y assistant\nz user\nl label x cleared\n"],
    [
      "compactions",
      'u user\nk compaction keep=u\na assistant\nv user\nk2 compaction keep=a systemMessage={"role":"system","content":"s","timestamp":1}\nw user\n',
    ],
    [
      "edits of everything",
      's system "x"\nu user\na assistant\nk compaction keep=u\ne omit k\ne2 replace u "1"\ne3 omit gone\ne4 omit a\n',
    ],
    ["an orphan", 'u user\no < gone user "x"\na assistant use=[1,2,3,4]\n'],
    ["a loop", 'u user\nx < y user "x"\ny < x assistant\nz < z user "self"\nz2 user\n'],
    ["repeated ids", 'u user\na < u assistant "first"\na < u assistant "second"\nv user\n'],
    ["parents that are no text", 'u user\nb user @parentId=0\nc < b user\nd user @parentId=""\ne < d assistant\n'],
    ["ids that are no text", "u user @id=1\na assistant @parentId=1 @id=2\nv user @parentId=2 @id=\n"],
    [
      "labels cleared elsewhere",
      'u user\nl label u "x"\nn name "one"\na assistant\n  b user\n  c label u\n  d name\nz user\n',
    ],
    ["the whole of it", MIXED],
  ])("opens in Pi with the same context at every entry: %s", async (_name, drawing) => {
    const session = await open(drawing);
    expect(await branchHolds(session, null)).toBeUndefined();
    for (let row = 0; row < session.index.count; row++)
      expect(await branchHolds(session, row), `row ${row}`).toBeUndefined();
  });

  it("is migrated from versions 1 and 2", async () => {
    const old = (version: number) =>
      [
        { ...header({ version }), provider: "demo", modelId: "beacon-0", thinkingLevel: "low" },
        { type: "message", id: "u", parentId: null, message: { role: "user", content: "one" } },
        { type: "message", id: "h", parentId: "u", message: { role: "hookMessage", customType: "x", content: "hook" } },
        {
          type: "compaction",
          id: "k",
          parentId: "h",
          summary: "s",
          ...(version === 1 ? { firstKeptEntryIndex: 2 } : { firstKeptEntryId: "h" }),
        },
        42,
        { type: "message", id: "v", parentId: "k", message: { role: "user", content: "two" } },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n");
    for (const version of [1, 2]) {
      const session = await openSession(new Blob([old(version)]));
      expect(await branchHolds(session, session.index.leaf)).toBeUndefined();
      const [head, ...entries] = await linesOf(session, session.index.leaf);
      expect(head).toMatchObject({ version: 3, provider: "demo", thinkingLevel: "low" });
      expect(entries.map(({ type }) => type)).toEqual(
        version === 1
          ? ["message", "message", "compaction", "value", "message"]
          : ["message", "message", "compaction", "message"],
      );
      expect(entries[1]?.["message"]).toMatchObject({ role: "custom" });
      expect(entries[2]).toMatchObject({ firstKeptEntryId: entries[1]?.["id"] });
      const messages = (await openBranch(await exportBranch(session, session.index.leaf, "f"))).point.sessionContext;
      expect(messages).toMatchObject({
        value: { messages: [{ role: "compactionSummary" }, { role: "custom" }, { role: "user" }] },
      });
    }
  });

  it("of a file without a header, with a byte order mark, or before any entry", async () => {
    const session = await openSession(new Blob([`\ufeff${draw("u user\na assistant", { header: null })}`]));
    expect(await branchHolds(session, 1)).toBeUndefined();
    const [head, first] = await linesOf(session, 1);
    expect(head).toMatchObject({ type: "session", version: 3 });
    expect(first?.["id"]).toBe("u");
    expect(await linesOf(session, null)).toHaveLength(1);
  });

  it("is refused where no file can hold it", async () => {
    const session = await open("x user\np < x user\nx < p user");
    // From the first x its parents lead to the second one, which hangs from p, which hangs from it.
    const twice = await open("x < p user\np < x user\nx < null user");
    await expect(exportBranch(twice, 0, "f")).rejects.toThrow(ExportError);
    expect(await branchHolds(session, 2)).toBeUndefined();
    await expect(exportBranch(session, 9, "f")).rejects.toThrow(RangeError);
  });

  it("gets its id where there is no randomUUID", async () => {
    vi.stubGlobal("crypto", { getRandomValues: (array: Uint8Array) => array.fill(0xff) });
    const session = await open("u user");
    expect((await linesOf(session, 0))[0]?.["id"]).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  });
});
