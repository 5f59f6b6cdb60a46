import fc from "fast-check";
import { isArray, isObject } from "../../../src/lib/json.ts";

/** Blocks as Pi and others write them, and things that stand in their place. */
const blocks: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  { type: "text", text: "a line\n\tand another" },
  { type: "text", text: "" },
  { type: "text" },
  { type: "text", text: 7 },
  { type: "text", text: ["a", "b"] },
  { type: "thinking", thinking: "hm", thinkingSignature: "abc" },
  { type: "thinking", redacted: true },
  { type: "thinking", thinking: 3 },
  { type: "redacted_thinking", data: "xyz" },
  { type: "toolCall", id: "c1", name: "read", arguments: { path: "src/a.ts", offset: 1, limit: 20 } },
  { type: "toolCall", id: 4, name: null, arguments: null },
  { type: "toolCall", name: "bash" },
  { type: "toolCall", name: ["x"], arguments: [1, "two"], partialJson: "{" },
  { type: "tool_use", id: "c2", name: "bash", input: { command: "ls" } },
  { toolCallId: "c3", toolName: "grep", input: { pattern: "x" } },
  { type: "image", data: "iVBORw0KGgoAAAANSUhEUg==", mimeType: "image/png" },
  { type: "image", data: 5 },
  { type: "image", source: { type: "base64", media_type: "image/gif", data: "R0lGODlhAQABAIAAAAUEBA==" } },
  { type: "image", source: { type: "url", url: "https://example.invalid/a.png" } },
  { type: "sparkle", x: 1 },
  { type: ["text"] },
  null,
  "bare",
  7,
  [{ type: "text", text: "in a list" }],
);

/** Any value a field may hold, in a session file nobody promised anything about. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, 0, -1, 1.5, 1e21, true, false, "", "text", "2026-01-02", [], {}, "42"),
  fc.constantFrom<unknown>(["2026-01-02"], { toString: 1 }, { content: "inner" }, [{ toString: null }], { length: 3 }),
  fc.array(blocks, { maxLength: 4 }),
  blocks,
  fc.jsonValue(),
);

/** The same object with some of its fields, or the fields of its fields, holding anything. */
export function spoiled(sample: object): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(sample);
  return fc
    .tuple(fc.subarray(names, { minLength: 1 }), fc.array(odd, { minLength: 4, maxLength: 4 }))
    .map(([chosen, values]): Record<string, unknown> => ({
      ...sample,
      ...Object.fromEntries(chosen.map((name, i) => [name, values[i % values.length]])),
    }));
}

/**
 * True when some object in the value says its own `length` and it is no count: Pi adds whatever it finds there to its
 * characters, minus signs and words included, which is not followed.
 */
export function hasOddLength(value: unknown): boolean {
  if (isArray(value)) return value.some(hasOddLength);
  if (!isObject(value)) return false;
  const length = value["length"];
  const bad = Object.hasOwn(value, "length") && (typeof length !== "number" || length < 0);
  return bad || Object.values(value).some(hasOddLength);
}

/** The answer, or undefined where Pi gives none. */
export function answer<T>(ask: () => T): { readonly value: T } | undefined {
  try {
    return { value: ask() };
  } catch {
    return undefined;
  }
}

/** Arrays and objects in one another, deeper than JSON.stringify can follow. */
export function nested(levels: number): unknown {
  let value: unknown = "core";
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { k: value };
  return value;
}
