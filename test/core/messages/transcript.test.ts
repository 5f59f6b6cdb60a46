import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as pi from "../../../node_modules/@earendil-works/pi-ai/dist/utils/transcript.js";
import {
  getCurrentSystemMessage,
  getCurrentSystemPrompt,
  getCurrentTools,
  replayPrompt,
} from "../../../src/core/messages/transcript.ts";
import { contextAt, expectLawful } from "./block-laws.ts";
import { answer, hasOddLength, odd } from "./odd.ts";

const tool = (name: string, description = "") => ({ name, description, parameters: {} });

/** Expects Pi's answers, key order included, wherever it gives one. */
function expectPis(messages: readonly unknown[]): void {
  const tools = answer(() => pi.getCurrentTools(messages as never));
  const message = answer(() => pi.getCurrentSystemMessage(messages as never));
  const prompt = answer(() => pi.getCurrentSystemPrompt(messages as never));
  const own = { tools: getCurrentTools(messages), message: getCurrentSystemMessage(messages) };
  const text = getCurrentSystemPrompt(messages);
  if (tools) expect(own.tools).toStrictEqual(tools.value);
  if (message) {
    expect(own.message).toStrictEqual(message.value);
    expect(Object.keys(own.message?.sections ?? {})).toEqual(Object.keys(message.value?.sections ?? {}));
  }
  if (prompt && !hasOddLength(messages)) expect(text).toBe(prompt.value);
}

const name = fc.constantFrom("cwd", "skills", "2", "1", "__proto__", "constructor");
const sections = fc
  .array(fc.tuple(name, fc.option(fc.constantFrom("a", "b", ""))))
  .map(Object.fromEntries<string | null>);
const tools = fc.array(name.map((n) => tool(n)));
const system = fc.record(
  {
    role: fc.constantFrom("system", "system", "user"),
    content: fc.constantFrom("", "base", [
      { type: "text", text: "x" },
      { type: "text", text: "y" },
    ]),
    sections,
    toolsAdded: tools,
    toolsRemoved: tools,
    timestamp: fc.nat(5),
  },
  { requiredKeys: ["role", "content"] },
);
const oddSystem = fc.tuple(
  system,
  fc.dictionary(fc.constantFrom("content", "sections", "toolsAdded", "toolsRemoved", "timestamp"), odd),
);

describe("the replay", () => {
  it("equals Pi's for what Pi writes", () => {
    fc.assert(fc.property(fc.array(system, { maxLength: 6 }), expectPis), { numRuns: 500 });
  });

  it("equals Pi's for anything it answers on, and answers on everything", () => {
    const any = fc.oneof({ weight: 4, arbitrary: oddSystem.map(([plain, bad]) => ({ ...plain, ...bad })) }, odd);
    fc.assert(fc.property(fc.array(any, { maxLength: 5 }), expectPis), { numRuns: 1000 });
  });

  it.each<[string, unknown[]]>([
    ["no messages", []],
    ["no system message", [{ role: "user", content: "x" }]],
    ["a system message without time or tools", [{ role: "system", content: "x" }]],
    [
      "a time of null, then one",
      [
        { role: "system", content: "x", timestamp: null },
        { role: "system", content: "", timestamp: 4 },
      ],
    ],
    ["text where lists belong", [{ role: "system", content: "", toolsAdded: "ab😀", sections: "xy", timestamp: 1 }]],
    [
      "a tool again after it was removed",
      [
        { role: "system", content: "", toolsAdded: [tool("a"), tool("b")], timestamp: 1 },
        {
          role: "system",
          content: "",
          toolsRemoved: [{ name: "a" }],
          toolsAdded: [tool("a", "new"), tool("b", "new")],
        },
      ],
    ],
  ])("equals Pi's for %s", (_title, messages) => {
    expectPis(messages);
  });

  it("passes over what Pi stumbles on", () => {
    const messages = [
      null,
      { role: "system", timestamp: 1, toolsAdded: [null, tool("a")], toolsRemoved: 5, sections: { cwd: "/srv" } },
      { role: "system", content: [null, { type: "text", text: "base" }] },
    ];
    expect(answer(() => pi.getCurrentSystemMessage(messages as never))).toBeUndefined();
    const expected = {
      role: "system",
      content: "base",
      sections: { cwd: "/srv" },
      toolsAdded: [tool("a")],
      timestamp: 1,
    };
    expect(getCurrentSystemMessage(messages)).toEqual(expected);
    expect(getCurrentSystemPrompt(messages)).toBe("base\n\n/srv");
  });
});

describe("the signed prompt", () => {
  const ref = (row: number) => ({ row, id: `e${row}`, text: `e${row}` });

  it("names the entry that last set each part", () => {
    const prompt = replayPrompt([
      {
        message: {
          role: "system",
          content: "base",
          sections: { a: "1", b: "2", c: "3" },
          toolsAdded: [tool("x"), tool("y")],
          timestamp: 1,
        },
        from: ref(0),
      },
      { message: { role: "user", content: "hi" }, from: ref(1) },
      {
        message: { role: "system", content: "", sections: { b: null, a: "1234567" }, toolsRemoved: [{ name: "x" }] },
        from: ref(2),
      },
    ]);
    expect(prompt?.content).toEqual([{ body: { text: "base" }, tokens: 1, setBy: ref(0) }]);
    expect(prompt?.sections).toEqual([
      { name: "a", body: { text: "1234567" }, tokens: 2, setBy: ref(2) },
      { name: "c", body: { text: "3" }, tokens: 1, setBy: ref(0) },
    ]);
    expect(prompt?.toolsAdded.map(({ name, setBy }) => [name, setBy])).toEqual([["y", ref(0)]]);
  });

  it("signs each piece of the base text, beyond the bound only all of them together", () => {
    const added = Array.from({ length: 102 }, (_, row) => ({
      message: { role: "system", content: `piece ${row}`, timestamp: 1 },
      from: ref(row),
    }));
    const pieces = replayPrompt(added)?.content ?? [];
    expect(pieces.slice(0, 2)).toEqual([
      { body: { text: "piece 0" }, tokens: 2, setBy: ref(0) },
      { body: { text: "piece 1" }, tokens: 2, setBy: ref(1) },
    ]);
    expect(pieces.slice(100)).toEqual([{ body: { text: "piece 100\n\npiece 101" }, tokens: 5, setBy: null }]);
  });

  it("is nothing where there is no prompt and no tool", () => {
    expect(replayPrompt([{ message: { role: "user", content: "x" }, from: null }])).toBeNull();
  });

  it("says where its long texts lie", () => {
    const message = {
      role: "system",
      content: "c".repeat(20_000),
      sections: { big: "s".repeat(20_000) },
      toolsAdded: [tool("t", "d".repeat(20_000))],
      timestamp: 1,
    };
    const prompt = replayPrompt([{ message, from: ref(3) }]);
    expect(prompt?.content[0]?.body.more?.chars).toBe(20_000);
    expectLawful(prompt === null ? [] : [prompt], { message });
    const checkpoint = replayPrompt([{ message, from: ref(3), place: contextAt("systemMessage").place }]);
    expectLawful(checkpoint === null ? [] : [checkpoint], { systemMessage: message });
  });

  it("survives anything", () => {
    const any = fc.oneof(
      oddSystem.map(([plain, bad]) => ({ ...plain, ...bad })),
      odd,
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (messages) => {
        const prompt = replayPrompt(messages.map((message, row) => ({ message, from: ref(row) })));
        expect(prompt === null).toBe(getCurrentSystemMessage(messages) === undefined);
        structuredClone(prompt);
      }),
    );
  });
});
