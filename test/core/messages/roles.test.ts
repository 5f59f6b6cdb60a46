import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens as piTokens } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js";
import { convertToLlm as piConvert } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/messages.js";
import { projectContextEntry } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import { convertToLlm, estimateTokens, roleOf, ROLES } from "../../../src/core/messages/roles.ts";
import { EntryFacts, FLAG } from "../../../src/core/session/facts.ts";
import { contextAt, expectLawful } from "./block-laws.ts";
import { answer, hasOddLength, nested, odd, spoiled } from "./odd.ts";

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10, cost: { total: 0.5 } };
const text = { type: "text", text: "one\ntwo" };

/** One sample a role: every field it may have. */
const samples: [role: string, message: Record<string, unknown>][] = [
  [
    "system",
    {
      role: "system",
      content: "Be brief.",
      sections: { cwd: "/srv/demo", skills: null },
      toolsAdded: [{ name: "read", description: "Reads", parameters: { type: "object" } }],
      toolsRemoved: [{ name: "write" }],
      timestamp: 1,
    },
  ],
  [
    "user",
    { role: "user", content: [text, { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" }], timestamp: 2 },
  ],
  [
    "assistant",
    {
      role: "assistant",
      content: [{ type: "thinking", thinking: "hm" }, text, { type: "toolCall", id: "c1", name: "ls", arguments: {} }],
      api: "demo",
      provider: "demo",
      model: "beacon-1",
      responseModel: "beacon-1-turbo",
      usage,
      stopReason: "toolUse",
      errorMessage: "busy",
      timestamp: 3,
    },
  ],
  [
    "toolResult",
    {
      role: "toolResult",
      toolCallId: "c1",
      toolName: "ls",
      content: [text],
      details: { diff: "-a\n+b", lines: 2 },
      nestedCalls: { complete: false, calls: [{ id: "n1", name: "read", arguments: {}, status: "ok", durationMs: 4 }] },
      usage,
      isError: true,
      timestamp: 4,
    },
  ],
  [
    "bashExecution",
    {
      role: "bashExecution",
      command: "npm test",
      output: "failed",
      exitCode: 1,
      cancelled: false,
      truncated: true,
      fullOutputPath: "/tmp/out",
      excludeFromContext: false,
      timestamp: 5,
    },
  ],
  ["custom", { role: "custom", customType: "demo", content: "note", display: false, details: { a: 1 }, timestamp: 6 }],
  ["branchSummary", { role: "branchSummary", summary: "we tried", fromId: "e1", timestamp: 7 }],
  ["compactionSummary", { role: "compactionSummary", summary: "so far", tokensBefore: 5000, timestamp: 8 }],
  ["unknown", { role: "oracle", content: [text], timestamp: 9 }],
];

/** Everything that must hold for any value that stands for a message. */
function expectLaws(message: unknown): void {
  const role = roleOf(message);
  const sent = answer(() => piConvert([message] as never));
  if (sent) expect(convertToLlm([message])).toStrictEqual(sent.value);
  const tokens = answer(() => piTokens(message as never));
  const own = estimateTokens(message);
  expect(own).toBeGreaterThanOrEqual(0);
  if (tokens && Number.isFinite(tokens.value) && !hasOddLength(message)) expect(own).toBe(tokens.value);
  const facts = new EntryFacts();
  role.collect(message, facts);
  expect((facts.flags & FLAG.notSent) !== 0).toBe(convertToLlm([message]).length === 0);
  expect(facts.preview.length).toBeLessThanOrEqual(200);
  expect(facts.preview).not.toMatch(/[\n\t]/);
  expectLawful(role.blocks(message, contextAt("message")), { message });
  structuredClone(role.fields(message));
}

describe.each(samples)("role %s", (name, sample) => {
  it("is found by its name, edited as Pi does, and lawful", () => {
    const role = roleOf(sample);
    expect(role.role).toBe(name);
    const entry = { type: "message", id: "e", message: sample };
    const [edited] = projectContextEntry(entry as never, { replacement: { content: "@" } } as never);
    expect(edited !== sample).toBe(role.editable);
    expect(estimateTokens(sample)).toBe(piTokens(sample as never));
    expect(convertToLlm([sample])).toStrictEqual(piConvert([sample] as never));
    expectLaws(sample);
  });

  it("holds whatever its fields hold", () => {
    fc.assert(fc.property(spoiled(sample), expectLaws), { numRuns: 400 });
  });

  it("holds for each field missing", () => {
    for (const key of Object.keys(sample)) expectLaws({ ...sample, [key]: undefined });
  });

  it("survives nesting beyond the stack in every field", () => {
    const deep = nested(20_000);
    for (const key of Object.keys(sample)) {
      const message = { ...sample, [key]: deep };
      const role = roleOf(message);
      expect(role.estimateTokens(message)).toBeGreaterThanOrEqual(0);
      convertToLlm([message]);
      role.collect(message, new EntryFacts());
      structuredClone(role.blocks(message, contextAt()));
      structuredClone(role.fields(message));
    }
  });
});

describe("the table", () => {
  it("knows Pi's roles", () => {
    expect(ROLES).toEqual(samples.map(([role]) => role).filter((role) => role !== "unknown"));
  });

  it.each([[null], [undefined], [42], ["x"], [[]], [{}], [{ role: "constructor" }], [{ role: ["user"] }], [true]])(
    "takes %j for an unknown role",
    (value) => {
      expect(roleOf(value).role).toBe("unknown");
      expectLaws(value);
    },
  );

  it("converts lists with holes in them", () => {
    fc.assert(
      fc.property(fc.array(odd), (messages) => {
        expect(convertToLlm(messages)).toEqual([]);
      }),
    );
    const user = { role: "user", content: "x" };
    expect(convertToLlm([null, user, undefined, 7])).toEqual([user]);
  });
});

describe("where Pi gives no answer", () => {
  it.each([
    [3, { role: "user", content: [null, { type: "text", text: "12345678" }, "bare", { type: "text", text: "1" }] }],
    [2, { role: "user", content: { type: "text", text: "12345678" } }],
    [
      3,
      {
        role: "assistant",
        content: [{ type: "text" }, { type: "toolCall", name: "read" }, { type: "thinking", thinking: "12345678" }],
      },
    ],
    [4, { role: "assistant", content: [{ type: "toolCall", toolName: "read", input: { a: "12" } }] }],
    [1, { role: "bashExecution", command: "ls" }],
    [1, { role: "system", content: null, sections: { a: "1234", b: 5 } }],
    [0, { role: "branchSummary" }],
  ])("counts %i tokens of what is readable", (tokens, message) => {
    expect(answer(() => piTokens(message as never))?.value ?? NaN).toBeNaN();
    expect(estimateTokens(message)).toBe(tokens);
  });

  it("counts deep arguments without recursion", () => {
    const call = { type: "toolCall", name: "x", arguments: nested(20_000) };
    expect(estimateTokens({ role: "assistant", content: [call] })).toBe(Math.ceil((1 + 80_006) / 4));
  });
});
