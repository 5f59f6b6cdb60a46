import fc from "fast-check";
import type { Fields } from "../make/messages.ts";

/**
 * Random messages as session files hold them. `oddness` is the weight, out of ten, of what no Pi would write: nulls,
 * missing fields, other types. At 0 everything is as the documents say.
 */

/** Mostly `plain`; `odd` with a weight out of ten. */
export function mostly<T>(oddness: number, plain: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return oddness === 0
    ? plain
    : fc.oneof({ weight: 10 - oddness, arbitrary: plain }, { weight: oddness, arbitrary: odd });
}

/** The value, or nothing: an undefined field is not written. */
export function maybe<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined });
}

/** Names that are dangerous as keys of plain objects, and a few that are not. */
export const names: fc.Arbitrary<string> = fc.constantFrom(
  "cwd",
  "tools",
  "skills",
  "1",
  "__proto__",
  "constructor",
  "toString",
);

export const words: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom("alpha", "beta gamma", "delta\nepsilon", "ζ η θ", "🙂 fine", "a\u2028b", ""),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(400), "</summary>", "\ud83d", '"quoted" \\ `code`') },
);

/** Anything JSON can hold, small. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, 0, 1, 42, -1.5, true, false, "", "text", [], {}, [null], { type: "text" }),
  fc.constantFrom<unknown>({ content: "inner" }, { role: "user", content: "nested" }, ["a", 1], { length: 3 }),
);

function object(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.fromEntries(entries);
}

const toolName = fc.constantFrom("read", "bash", "edit", "__proto__", "mcp.search");

const toolDeclaration: fc.Arbitrary<unknown> = fc.record({
  name: toolName,
  description: words,
  parameters: fc.constantFrom({}, { type: "object", properties: { path: { type: "string" } } }),
});

export function usageObject(oddness: number): fc.Arbitrary<unknown> {
  const tokens = mostly<unknown>(oddness, fc.nat(50_000), fc.constantFrom(undefined, null, 0, "12"));
  const cost = fc.record({
    input: fc.constant(0),
    output: fc.constant(0),
    cacheRead: fc.constant(0),
    cacheWrite: fc.constant(0),
    total: mostly<unknown>(
      oddness,
      fc.nat(400).map((n) => n / 1000),
      fc.constantFrom(undefined, null, "1"),
    ),
  });
  const whole = fc.record({
    input: tokens,
    output: tokens,
    cacheRead: tokens,
    cacheWrite: tokens,
    reasoning: maybe(fc.nat(100)),
    totalTokens: mostly<unknown>(oddness, fc.nat(200_000), fc.constantFrom(undefined, 0, null, -3)),
    cost: mostly<unknown>(oddness, cost, fc.constantFrom(undefined, null, 0.5)),
  });
  const zero = fc.constant({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } });
  return mostly<unknown>(oddness, fc.oneof({ weight: 5, arbitrary: whole }, { weight: 1, arbitrary: zero }), junk);
}

const textBlock = words.map((text): unknown => ({ type: "text", text }));
const imageBlock = fc.constantFrom<unknown>(
  { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
);
const thinkingBlock: fc.Arbitrary<unknown> = fc.record({
  type: fc.constant("thinking"),
  thinking: words,
  thinkingSignature: maybe(fc.constant("c2lnbmF0dXJl")),
  redacted: maybe(fc.boolean()),
});

function callBlock(oddness: number): fc.Arbitrary<unknown> {
  const args = fc.constantFrom<unknown>({}, { path: "src/a.ts", offset: 1, limit: 20 }, { command: "ls -la" });
  return fc.record({
    type: fc.constant("toolCall"),
    id: fc.constantFrom("c1", "c2", "c3"),
    name: mostly<unknown>(oddness, toolName, junk),
    arguments: mostly<unknown>(oddness, args, fc.oneof(junk, fc.constant('{"path":"a"}'))),
  });
}

const oddBlock: fc.Arbitrary<unknown> = fc.oneof(
  junk,
  fc.constantFrom<unknown>(
    { type: "text" },
    { type: "text", text: null },
    { type: "text", text: 7 },
    { type: "thinking" },
    { type: "toolCall", toolCallId: "c1", toolName: "read", input: { path: "a" } },
    { type: "future", data: "block" },
    { text: "no type" },
  ),
);

/** Content for a role: its usual shape, or with some weight anything at all. */
export function content(role: string, oddness: number): fc.Arbitrary<unknown> {
  const blocks =
    role === "assistant" ? [textBlock, thinkingBlock, callBlock(oddness)] : [textBlock, textBlock, imageBlock];
  const block = mostly(oddness, fc.oneof(...blocks), oddBlock);
  const list = fc.array(block, { maxLength: 3 });
  const plain =
    role === "assistant" || role === "toolResult"
      ? list
      : fc.oneof(words, role === "system" ? fc.array(textBlock, { maxLength: 2 }) : list);
  return mostly<unknown>(oddness, plain, fc.oneof(words, junk, list));
}

const sections = fc.array(fc.tuple(names, fc.option(words)), { maxLength: 3 }).map(object);

/** A system message, as an entry's message or as a compaction's checkpoint. */
export function systemMessage(oddness: number): fc.Arbitrary<Fields> {
  return fc.record({
    role: fc.constant("system"),
    content: content("system", oddness),
    sections: mostly<unknown>(
      oddness,
      maybe(sections),
      fc.oneof(junk, fc.array(fc.tuple(names, junk), { maxLength: 2 }).map(object)),
    ),
    toolsAdded: mostly<unknown>(
      oddness,
      maybe(fc.array(toolDeclaration, { maxLength: 2 })),
      fc.oneof(junk, fc.constant([{}, null])),
    ),
    toolsRemoved: mostly<unknown>(
      oddness,
      maybe(
        fc.array(
          toolName.map((name) => ({ name })),
          { maxLength: 2 },
        ),
      ),
      junk,
    ),
    timestamp: mostly<unknown>(oddness, fc.constant(1_773_306_000_000), junk),
  });
}

function assistantMessage(oddness: number): fc.Arbitrary<Fields> {
  return fc.record({
    role: fc.constant("assistant"),
    content: content("assistant", oddness),
    api: fc.constant("demo-messages"),
    provider: mostly<unknown>(oddness, fc.constantFrom("demo", "other"), junk),
    model: mostly<unknown>(oddness, fc.constantFrom("beacon-1", "beacon-2"), junk),
    responseModel: maybe(fc.constant("beacon-1-2026")),
    usage: usageObject(oddness),
    stopReason: fc.constantFrom("stop", "stop", "toolUse", "length", "aborted", "error", undefined),
    errorMessage: maybe(fc.constant("overloaded")),
    timestamp: fc.constant(1_773_306_001_000),
  });
}

function bashExecution(oddness: number): fc.Arbitrary<Fields> {
  return fc.record({
    role: fc.constant("bashExecution"),
    command: mostly<unknown>(oddness, fc.constantFrom("ls", "npm test"), junk),
    output: mostly<unknown>(oddness, words, junk),
    exitCode: fc.constantFrom<unknown>(0, 0, 1, undefined, null),
    cancelled: fc.boolean(),
    truncated: fc.boolean(),
    fullOutputPath: maybe(fc.constant("/tmp/out.log")),
    excludeFromContext: mostly<unknown>(oddness, fc.constantFrom(undefined, false, true), junk),
    timestamp: fc.constant(1_773_306_002_000),
  });
}

function otherRole(role: string, oddness: number): fc.Arbitrary<Fields> {
  return fc.record({
    role: fc.constant(role),
    content: content(role, oddness),
    toolCallId: fc.constantFrom("c1", "c2", "c9"),
    toolName: toolName,
    customType: fc.constant("demo.note"),
    summary: mostly<unknown>(oddness, words, junk),
    usage: mostly<unknown>(3, fc.constant(undefined), usageObject(oddness)),
    isError: fc.boolean(),
    timestamp: fc.constant(1_773_306_003_000),
  });
}

/** Any message, the usual roles most. */
export function message(oddness: number): fc.Arbitrary<unknown> {
  const of = (weight: number, arbitrary: fc.Arbitrary<Fields>) => ({ weight, arbitrary });
  const known = fc.oneof(
    of(8, otherRole("user", oddness)),
    of(8, assistantMessage(oddness)),
    of(5, otherRole("toolResult", oddness)),
    of(3, systemMessage(oddness)),
    of(2, bashExecution(oddness)),
    of(1, otherRole("custom", oddness)),
    of(1, otherRole("hookMessage", oddness)),
    of(1, otherRole("branchSummary", oddness)),
    of(1, otherRole("compactionSummary", oddness)),
    of(1, otherRole("oracle", oddness)),
  );
  const oddRole = fc.tuple(known, junk).map(([fields, role]): unknown => ({ ...fields, role }));
  return mostly<unknown>(oddness, known, fc.oneof(junk, oddRole));
}
