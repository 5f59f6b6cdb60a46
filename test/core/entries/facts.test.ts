import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kindOf } from "../../../src/core/entries/kinds.ts";
import { estimateTokens, roleOf } from "../../../src/core/messages/roles.ts";
import { EntryFacts, FLAG } from "../../../src/core/session/facts.ts";
import { answer, odd } from "../messages/odd.ts";
import { piHasText, piRow } from "../messages/pi-tree.ts";

function collected(type: string, fields: object): EntryFacts {
  const facts = new EntryFacts();
  kindOf(type).collect({ type, id: "e1", parentId: null, timestamp: "2026-01-02T03:04:05.000Z", ...fields }, facts);
  return facts;
}

const message = (fields: object) => collected("message", { message: fields });

/** Names of the flags set. */
function flags(facts: EntryFacts): string[] {
  return Object.entries(FLAG)
    .flatMap(([name, bit]) => ((facts.flags & bit) === 0 ? [] : [name]))
    .toSorted();
}

const text = { type: "text", text: "x" };
const image = { type: "image", data: "", mimeType: "image/png" };
const call = { type: "toolCall", id: "c1", name: "read", arguments: { path: "a.ts", offset: 1, limit: 20 } };

describe("flags", () => {
  it.each<[string, EntryFacts, string[]]>([
    ["user", message({ role: "user", content: "x" }), ["editable", "message"]],
    ["user with an image", message({ role: "user", content: [image] }), ["editable", "image", "message"]],
    ["system", message({ role: "system", content: "x" }), ["message"]],
    ["answer", message({ role: "assistant", content: [text], stopReason: "stop" }), ["editable", "message", "text"]],
    [
      "answer of calls alone",
      message({ role: "assistant", content: [call], stopReason: "toolUse" }),
      ["editable", "message"],
    ],
    ["answer of blanks", message({ role: "assistant", content: " \n" }), ["editable", "message"]],
    [
      "answer cut off",
      message({ role: "assistant", content: [], stopReason: "length" }),
      ["editable", "message", "stopped"],
    ],
    [
      "aborted answer",
      message({ role: "assistant", content: [], stopReason: "aborted" }),
      ["editable", "error", "failedTurn", "message", "stopped"],
    ],
    [
      "failed answer",
      message({ role: "assistant", content: [text], stopReason: "error" }),
      ["editable", "error", "failedTurn", "message", "stopped", "text"],
    ],
    ["failed tool", message({ role: "toolResult", content: [], isError: true }), ["editable", "error", "message"]],
    ["shell", message({ role: "bashExecution", command: "ls" }), ["message"]],
    [
      "private shell",
      message({ role: "bashExecution", command: "ls", excludeFromContext: true }),
      ["message", "notSent"],
    ],
    ["custom role", message({ role: "custom", content: "x" }), ["editable", "message"]],
    ["unknown role", message({ role: "oracle", content: [image] }), ["image", "message", "notSent"]],
    ["no message", collected("message", {}), []],
    ["extension message", collected("custom_message", { content: [image] }), ["editable", "image", "message"]],
    ["compaction", collected("compaction", { summary: "x" }), ["message"]],
    ["compaction with checkpoint", collected("compaction", { systemMessage: {} }), ["checkpoint", "message"]],
    ["branch summary", collected("branch_summary", { summary: "x" }), ["message"]],
    ["empty branch summary", collected("branch_summary", { summary: "" }), []],
    ["omitting edit", collected("context_edit", { replacement: null }), ["omits"]],
    ["replacing edit", collected("context_edit", { replacement: 5 }), []],
    ["edit without replacement", collected("context_edit", {}), ["brokenEdit"]],
    ["label", collected("label", { label: "x" }), []],
    ["clearing label", collected("label", { label: "" }), ["clears"]],
    ["usage", collected("usage", { usage: {} }), []],
  ])("of %s", (_title, facts, names) => {
    expect(flags(facts)).toEqual(names);
  });
});

describe("what is kept", () => {
  const usage = { input: 1, totalTokens: 9 };

  it.each<[string, EntryFacts, object | undefined]>([
    ["an answer", message({ role: "assistant", usage }), usage],
    ["a tool result", message({ role: "toolResult", usage }), usage],
    ["a usage entry of any kind", collected("usage", { kind: 5, usage }), usage],
    ["a compaction", collected("compaction", { usage }), usage],
    ["a branch summary without text", collected("branch_summary", { usage }), usage],
    ["a user message", message({ role: "user", usage }), undefined],
    ["a custom entry", collected("custom", { usage }), undefined],
    ["usage that is no object", message({ role: "assistant", usage: [1] }), undefined],
  ])("usage of %s", (_title, facts, found) => {
    expect(facts.usage).toBe(found);
  });

  it("targets, labels, names and calls", () => {
    expect(collected("context_edit", { targetId: "t" }).target).toBe("t");
    expect(collected("label", { targetId: 5, label: "x" })).toMatchObject({ target: 5, text: "x" });
    expect(collected("compaction", { firstKeptEntryId: "k" }).target).toBe("k");
    expect(collected("branch_summary", { fromId: null }).target).toBeNull();
    expect(collected("session_info", { name: " N " }).text).toBe(" N ");
    expect(message({ role: "toolResult", toolCallId: "c1", toolName: "read" })).toMatchObject({
      callId: "c1",
      toolName: "read",
    });
    expect(message({ role: "assistant", content: [call, text, { toolCallId: "c2", toolName: "ls" }] }).calls).toEqual([
      { id: "c1", name: "read", title: "read: a.ts:1-20" },
      { id: "c2", name: "ls", title: "ls" },
    ]);
  });

  it("a checkpoint's tokens with the summary's", () => {
    const systemMessage = { role: "system", content: "12345678", toolsAdded: [] };
    const facts = collected("compaction", { summary: "1234", systemMessage });
    expect(facts.tokens).toBe(estimateTokens(systemMessage) + 1);
  });

  it("what blocks are not known, once each", () => {
    const content = [
      { type: "sparkle" },
      { type: "sparkle" },
      null,
      "bare",
      {},
      [text],
      { type: 5 },
      call,
      image,
      text,
    ];
    expect(message({ role: "assistant", content }).unknownBlocks).toEqual([
      "sparkle",
      "(null)",
      "(string)",
      "(no type)",
      "(list)",
    ]);
    expect(message({ role: "user", content: 42 }).unknownBlocks).toEqual(["(number)"]);
    expect(message({ role: "user", content: text }).unknownBlocks).toEqual([]);
  });
});

describe("previews", () => {
  const words = fc.oneof(fc.string({ maxLength: 300 }), fc.constantFrom("  a\n\tb ", "x".repeat(250), "\r\n", " "));
  const block = fc.oneof(
    words.map((text): unknown => ({ type: "text", text })),
    fc.constantFrom<unknown>(call, image, null, "bare"),
  );
  const content = fc.oneof(words, fc.array(block, { maxLength: 4 }));

  it("of users and answers are Pi's", () => {
    const stop = fc.constantFrom("stop", "aborted", "error", undefined);
    const error = fc.option(words, { nil: undefined });
    fc.assert(
      fc.property(
        fc.constantFrom("user", "assistant"),
        content,
        stop,
        error,
        (role, content, stopReason, errorMessage) => {
          const fields = { role, content, stopReason, errorMessage };
          const row = piRow({ type: "message", message: fields });
          const facts = message(fields);
          // A cut never splits a character in two here.
          expect(`${roleOf(fields).lead} ${facts.preview}`).toBe(row.replace(/[\ud800-\udbff]$/, ""));
          expect((facts.flags & FLAG.text) !== 0).toBe(role === "assistant" && piHasText(content));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each<[string, object]>([
    ["message", { message: { role: "system", content: "x" } }],
    ["message", { message: { role: "bashExecution", command: " ls\n-la\t" } }],
    ["message", { message: { role: "custom", content: "x" } }],
    ["message", { message: { role: "oracle" } }],
    ["custom_message", { customType: "demo", content: [text, image, { type: "text", text: "\ny" }] }],
    ["compaction", { tokensBefore: 45_499 }],
    ["compaction", { tokensBefore: -700 }],
    ["context_edit", { targetId: "e0", replacement: null }],
    ["label", { targetId: "e0" }],
    ["session_info", {}],
    ["session_info", { name: "" }],
  ])("of %s %j are Pi's", (type, fields) => {
    const { preview, role } = collected(type, fields);
    const lead = role === undefined ? kindOf(type).lead : roleOf({ role }).lead;
    expect(lead === "" ? preview : `${lead} ${preview}`).toBe(piRow({ type, ...fields }));
  });

  it.each<[string, object, string]>([
    ["compaction", {}, "[compaction]"],
    ["compaction", { tokensBefore: "many" }, "[compaction]"],
    ["model_change", {}, "[model]"],
    ["thinking_level_change", { thinkingLevel: { a: 1 } }, '[thinking: {"a":1}]'],
    ["context_edit", {}, "[context replace]"],
    ["custom", { customType: "a\nb" }, "[custom: a b]"],
    ["label", { label: "" }, "[label: (cleared)]"],
    ["usage", {}, "[usage]"],
    ["custom_message", {}, "[custom message]:"],
    ["branch_summary", {}, ""],
    ["message", {}, "[no message]"],
    ["message", { message: {} }, "[no role]"],
    ["message", { message: 5 }, "[no message]"],
    ["weather", {}, "[weather]"],
    ["", {}, "[no type]"],
  ])("of %s %j say what there is: %s", (type, fields, preview) => {
    expect(collected(type, fields).preview).toBe(preview);
  });

  it("keep nothing of a long line alive", () => {
    const facts = message({ role: "user", content: `${"y".repeat(100)}${"x".repeat(1 << 20)}` });
    expect(facts.preview).toHaveLength(200);
  });
});

describe("print", () => {
  it.each<[string, object, string]>([
    ["message", {}, "[e1] undefined: undefined"],
    ["message", { message: { role: "bashExecution", command: "ls" } }, '[e1] bashExecution: "ls"'],
    ["usage", {}, "[e1] Usage (undefined): undefined tokens"],
    ["context_edit", { targetId: "t", replacement: null }, "[e1] Context edit for t: omit"],
    ["label", { targetId: "t" }, '[e1] Label "undefined" on t'],
    ["session_info", {}, "[e1] Session name: (cleared)"],
    ["custom", {}, "[e1] Custom (undefined): undefined"],
    ["model_change", { provider: { a: 1 }, modelId: null }, '[e1] Model: {"a":1}/null'],
  ])("of %s %j is %s", (type, fields, line) => {
    expect(kindOf(type).print({ id: "e1", type, ...fields })).toBe(line);
  });

  it("is one line without an id, and short", () => {
    expect(kindOf("label").print({ type: "label" })).toBe('[?] Label "undefined" on undefined');
    const long = kindOf("custom").print({ id: "e1", customType: "d", data: "x".repeat(1000) });
    expect(long).toHaveLength(400);
    fc.assert(
      fc.property(odd, odd, (id, customType) => {
        expect(answer(() => kindOf("custom").print({ id, customType }))?.value.length).toBeLessThanOrEqual(400);
      }),
    );
  });
});
