import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens as piTokens } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js";
import { convertToLlm as piConvert } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/messages.js";
import {
  projectContextEntry,
  sessionEntryToContextMessages,
} from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import { ENTRY_TYPES, kindOf } from "../../../src/core/entries/kinds.ts";
import { convertToLlm, estimateTokens, roleOf } from "../../../src/core/messages/roles.ts";
import { EntryFacts, FLAG } from "../../../src/core/session/facts.ts";
import { field, isObject } from "../../../src/lib/json.ts";
import { contextAt, expectLawful } from "../messages/block-laws.ts";
import { answer, hasOddLength, nested, odd, spoiled } from "../messages/odd.ts";
import { piRow } from "../messages/pi-tree.ts";

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10, cost: { total: 0.5 } };
const base = { id: "e1", parentId: null, timestamp: "2026-01-02T03:04:05.000Z" };
const details = { readFiles: ["a.ts"], modifiedFiles: [], note: "x" };
const systemMessage = { role: "system", content: "base", sections: { cwd: "/srv" }, toolsAdded: [], timestamp: 1 };

interface Sample {
  readonly type: string;
  /** Its fields, beside id, parent and time. */
  readonly fields: object;
  readonly print: string;
  /** Hidden by Pi's default filter. */
  readonly bookkeeping?: true;
}

/** One line a kind. */
const samples: Sample[] = [
  {
    type: "message",
    fields: { message: { role: "user", content: [{ type: "text", text: "hi\nthere" }], timestamp: 1 } },
    print: String.raw`[e1] user: [{"type":"text","text":"hi\nthere"}]`,
  },
  {
    type: "model_change",
    fields: { provider: "demo", modelId: "beacon-1" },
    print: "[e1] Model: demo/beacon-1",
    bookkeeping: true,
  },
  { type: "thinking_level_change", fields: { thinkingLevel: "high" }, print: "[e1] Thinking: high", bookkeeping: true },
  {
    type: "usage",
    fields: { kind: "cache_warm", provider: "demo", model: "beacon-1", usage },
    print: "[e1] Usage (cache_warm): 10 tokens",
  },
  {
    type: "compaction",
    fields: {
      summary: "so far",
      firstKeptEntryId: "e0",
      tokensBefore: 45_210,
      systemMessage,
      usage,
      details,
      fromHook: true,
    },
    print: "[e1] Compaction: 45210 tokens in pre-compaction context",
  },
  {
    type: "context_edit",
    fields: { targetId: "e0", replacement: { content: "shorter" } },
    print: "[e1] Context edit for e0: replace content",
    bookkeeping: true,
  },
  {
    type: "branch_summary",
    fields: { fromId: "e0", summary: "we tried\tthis", usage, details },
    print: "[e1] Branch from e0",
  },
  {
    type: "custom",
    fields: { customType: "demo", data: { n: 1 } },
    print: '[e1] Custom (demo): {"n":1}',
    bookkeeping: true,
  },
  {
    type: "custom_message",
    fields: { customType: "demo", content: "note\nwell", display: true, details: { n: 1 } },
    print: String.raw`[e1] Extension message (demo): "note\nwell"`,
  },
  { type: "label", fields: { targetId: "e0", label: "start" }, print: '[e1] Label "start" on e0', bookkeeping: true },
  { type: "session_info", fields: { name: "A name" }, print: "[e1] Session name: A name", bookkeeping: true },
  {
    type: "weather",
    fields: { wind: 9 },
    print: `[e1] weather: ${JSON.stringify({ type: "weather", ...base, wind: 9 })}`,
  },
];

function collected(entry: unknown): EntryFacts {
  const facts = new EntryFacts();
  kindOf(field(entry, "type")).collect(entry, facts);
  return facts;
}

const has = (facts: EntryFacts, flag: number) => (facts.flags & flag) !== 0;

/** Everything that must hold for any value that stands for an entry. */
function expectLaws(entry: unknown): void {
  const kind = kindOf(field(entry, "type"));
  const messages = kind.messages(entry);
  const made = answer(() => sessionEntryToContextMessages(entry as never) as unknown[]);
  if (made) expect(messages).toStrictEqual(made.value);
  const facts = collected(entry);
  expect(has(facts, FLAG.message)).toBe(messages.length > 0);
  expect(has(facts, FLAG.notSent)).toBe(messages.length > 0 && convertToLlm(messages).length === 0);
  expect(has(facts, FLAG.checkpoint)).toBe(messages.length > 1);
  expect(facts.tokens).toBe(messages.reduce<number>((sum, message) => sum + estimateTokens(message), 0));
  const tokens = answer(() => messages.reduce<number>((sum, message) => sum + piTokens(message as never), 0));
  if (tokens && Number.isFinite(tokens.value) && !hasOddLength(messages)) expect(facts.tokens).toBe(tokens.value);
  const edited = answer(
    () => projectContextEntry(entry as never, { replacement: { content: "@" } } as never) as unknown[],
  );
  if (edited) expect(has(facts, FLAG.editable)).toBe(edited.value.some((message, i) => isEdited(message, messages[i])));
  expect(facts.preview.length).toBeLessThanOrEqual(200);
  expect(facts.preview).not.toMatch(/[\n\t]/);
  expect(facts.role).toBe(
    kind.type === "message" && isObject(field(entry, "message"))
      ? textOf(field(field(entry, "message"), "role"))
      : undefined,
  );
  expectLawful(kind.blocks(entry, contextAt()), entry);
  structuredClone(kind.fields(entry));
  expect(kind.print(entry).length).toBeLessThanOrEqual(400);
}

function isEdited(after: unknown, before: unknown): boolean {
  return JSON.stringify(field(after, "content")) !== JSON.stringify(field(before, "content"));
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

describe.each(samples)("entry $type", ({ type, fields, print, bookkeeping }) => {
  const entry = { type, ...base, ...fields };
  const kind = kindOf(type);

  it("is found by its type, worded and printed", () => {
    expect(kind.type).toBe(type === "weather" ? "unknown" : type);
    expect(kind.bookkeeping).toBe(bookkeeping ?? false);
    expect(kind.print(entry)).toBe(print);
    const { preview, role } = collected(entry);
    const { lead } = role === undefined ? kind : roleOf({ role });
    // Pi never shows a usage entry or an unknown one, and has no words for them.
    const row = { usage: "[usage: cache_warm]", weather: "[weather]" }[type] ?? piRow(entry);
    expect(lead === "" ? preview : `${lead} ${preview}`).toBe(row);
  });

  it("is lawful", () => {
    expectLaws(entry);
    expect(kind.messages(entry)).toStrictEqual(sessionEntryToContextMessages(entry as never));
    expect(convertToLlm(kind.messages(entry))).toStrictEqual(piConvert(kind.messages(entry) as never));
  });

  it("holds whatever its fields hold", () => {
    fc.assert(
      fc.property(spoiled({ ...base, ...fields }), (bad) => expectLaws({ ...bad, type })),
      { numRuns: 400 },
    );
  });

  it("holds for each field missing, and for nesting beyond the stack in it", () => {
    for (const key of Object.keys(fields)) {
      expectLaws({ ...entry, [key]: undefined });
      const deep = { ...entry, [key]: nested(20_000) };
      kind.messages(deep);
      collected(deep);
      structuredClone(kind.blocks(deep, contextAt()));
      structuredClone(kind.fields(deep));
      expect(kind.print(deep).length).toBeLessThanOrEqual(400);
    }
  });
});

describe("the table", () => {
  it("knows Pi's types", () => {
    expect(ENTRY_TYPES).toEqual(samples.map(({ type }) => type).filter((type) => type !== "weather"));
  });

  it("takes any value for an entry", () => {
    fc.assert(
      fc.property(
        odd.filter((value) => value !== undefined && value !== null),
        expectLaws,
      ),
    );
    for (const value of [42, "x", [], true, { type: "constructor" }, { type: 5 }, {}]) {
      expect(kindOf(field(value, "type")).type).toBe("unknown");
      expectLaws(value);
    }
    expect(collected(42).preview).toBe("42");
    expect(kindOf(undefined).print("x")).toBe('"x"');
  });
});

describe("details of a summary", () => {
  it.each<[string, unknown, unknown]>([
    [
      "files",
      details,
      [
        { name: "Files read", look: "mono", text: "a.ts" },
        { name: "note", look: "mono", text: "x" },
      ],
    ],
    ["files that are no list", { readFiles: "a.ts" }, [{ name: "Files read", look: "mono", text: "a.ts" }]],
    [
      "files that are no texts",
      { modifiedFiles: ["a", 5] },
      [{ name: "Files changed", look: "mono", text: '[\n  "a",\n  5\n]' }],
    ],
    ["no files", { readFiles: [], modifiedFiles: [] }, undefined],
  ])("show %s", (_title, details, fields) => {
    const [, block] = kindOf("branch_summary").blocks({ summary: "s", details }, contextAt());
    expect(block).toEqual(fields === undefined ? undefined : { kind: "fields", title: "Details", fields });
  });

  it("are bounded", () => {
    const entry = {
      type: "compaction",
      summary: "s",
      details: { readFiles: Array.from({ length: 300 }, (_, i) => `${i}`.repeat(200)) },
    };
    const blocks = kindOf("compaction").blocks(entry, contextAt());
    expectLawful(blocks, entry);
    expect(JSON.stringify(blocks)).toContain("… 200 more");
  });
});

describe("messages", () => {
  it.each([[null], [undefined]])("are none for a message of %s, where Pi fails", (message) => {
    const entry = { type: "message", ...base, message };
    expect(answer(() => sessionEntryToContextMessages(entry as never))).toBeUndefined();
    expect(kindOf("message").messages(entry)).toEqual([]);
    expect(collected(entry)).toMatchObject({ flags: 0, tokens: 0, role: undefined });
  });

  it.each([42, "x", false, 0, ""])("pass %j through as it is", (message) => {
    const entry = { type: "message", ...base, message };
    expect(kindOf("message").messages(entry)).toEqual(sessionEntryToContextMessages(entry as never));
    expect(collected(entry).flags).toBe(FLAG.message | FLAG.notSent);
  });

  it.each(["system", "user", "assistant", "toolResult", "custom", "oracle"])(
    "of role %s without content are Pi's",
    (role) => {
      for (const message of [{ role }, { role, content: null, timestamp: 1 }]) {
        const entry = { type: "message", ...base, message };
        expect(kindOf("message").messages(entry)).toStrictEqual(sessionEntryToContextMessages(entry as never));
      }
    },
  );

  it("are dated as Pi dates them", () => {
    const times = fc.oneof(
      odd,
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom("soon", "2026", ["2026-01-02"]),
    );
    fc.assert(
      fc.property(times, fc.constantFrom("custom_message", "branch_summary", "compaction"), (timestamp, type) => {
        const entry = { type, summary: "s", content: "c", timestamp };
        const made = answer(() => sessionEntryToContextMessages(entry as never) as unknown[]);
        const own = kindOf(type).messages(entry);
        if (made) expect(own).toStrictEqual(made.value);
      }),
    );
  });
});
