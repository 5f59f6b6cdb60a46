import fc from "fast-check";
import type { Fields } from "../make/messages.ts";
import { content, junk, maybe, message, mostly, systemMessage, usageObject, words } from "./arbitrary-content.ts";

/** Random entries, not yet placed in a tree: links are choices until the ids of the whole file are known. */

/** Which entry a link names, or a value that names none. */
export type Link =
  | { readonly to: "back"; readonly steps: number }
  | { readonly to: "any"; readonly index: number }
  | { readonly to: "self" }
  | { readonly to: "value"; readonly value: unknown };

/** An entry before it is placed: its own fields, and its links by the name of the field. */
export interface Loose {
  readonly type: unknown;
  readonly fields: Fields;
  readonly links: { readonly [field: string]: Link };
}

export interface Step {
  readonly entry: Loose;
  readonly parent: Link;
  /** Its own id; that of another entry; or an odd one. */
  readonly id: "own" | { readonly like: number } | { readonly value: unknown };
  readonly timestamp: { readonly after: number } | { readonly value: unknown };
  /** Lines that stand before it in the file. */
  readonly before: readonly string[];
}

const back = (most: number): fc.Arbitrary<Link> => fc.nat(most).map((steps) => ({ to: "back", steps }));
const anywhere: fc.Arbitrary<Link> = fc.nat(30).map((index) => ({ to: "any", index }));
const nowhere: fc.Arbitrary<Link> = fc
  .constantFrom<unknown>(undefined, null, "gone", "", 0, 5, false, "__proto__", "constructor", "toString", {}, [])
  .map((value) => ({ to: "value", value }));
const self: fc.Arbitrary<Link> = fc.constant({ to: "self" });

/** A link to an earlier entry, mostly; at times to any other, to itself, to nothing. */
function link(oddness: number, most: number): fc.Arbitrary<Link> {
  return fc.oneof(
    { weight: 8, arbitrary: back(most) },
    { weight: 1 + oddness, arbitrary: anywhere },
    { weight: 1, arbitrary: self },
    { weight: 1 + oddness, arbitrary: nowhere },
  );
}

function parentLink(oddness: number): fc.Arbitrary<Link> {
  return fc.oneof(
    { weight: 20, arbitrary: back(0) },
    { weight: 4, arbitrary: back(8) },
    { weight: 1, arbitrary: fc.constant<Link>({ to: "value", value: null }) },
    ...(oddness > 2 ? [fc.oneof(anywhere, nowhere, self)] : []),
  );
}

/** The weight comes first: entries are the more frequent the more there is to get wrong. */
function kind(
  weight: number,
  type: unknown,
  fields: { [field: string]: fc.Arbitrary<unknown> },
  links: { [field: string]: fc.Arbitrary<Link> } = {},
): { weight: number; arbitrary: fc.Arbitrary<Loose> } {
  const arbitrary = fc.record({ type: fc.constant(type), fields: fc.record(fields), links: fc.record(links) });
  return { weight, arbitrary };
}

const replacement = (oddness: number): fc.Arbitrary<unknown> =>
  mostly<unknown>(
    oddness,
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: words.map((text) => ({ content: text })) },
      { weight: 2, arbitrary: content("user", 0).map((found) => ({ content: found })) },
    ),
    fc.oneof(
      junk,
      junk.map((found) => ({ content: found })),
    ),
  );

/** One entry of any type. */
export function looseEntry(oddness: number): fc.Arbitrary<Loose> {
  const text = mostly<unknown>(oddness, words, junk);
  const usage = mostly<unknown>(5, fc.constant(undefined), usageObject(oddness));
  return fc.oneof(
    kind(30, "message", { message: message(oddness) }),
    kind(
      6,
      "compaction",
      {
        summary: text,
        tokensBefore: mostly<unknown>(oddness, fc.nat(90_000), junk),
        systemMessage: mostly<unknown>(oddness, maybe(systemMessage(oddness)), junk),
        usage,
      },
      { firstKeptEntryId: link(oddness, 8) },
    ),
    kind(8, "context_edit", { replacement: replacement(oddness) }, { targetId: link(oddness, 6) }),
    kind(3, "branch_summary", { summary: text, usage }, { fromId: link(oddness, 6) }),
    kind(3, "custom_message", {
      customType: fc.constant("demo.note"),
      content: content("custom", oddness),
      display: fc.boolean(),
      details: mostly<unknown>(5, fc.constant(undefined), junk),
    }),
    kind(1, "custom", { customType: fc.constantFrom("demo.state", "pi.virtual-model-state"), data: junk }),
    kind(
      3,
      "label",
      { label: mostly<unknown>(oddness, fc.constantFrom("start", "end", "", undefined), junk) },
      { targetId: link(oddness, 6) },
    ),
    kind(1, "session_info", {
      name: mostly<unknown>(oddness, fc.constantFrom("A name", "  padded ", "  ", "", undefined), junk),
    }),
    kind(1, "model_change", {
      provider: mostly<unknown>(oddness, fc.constant("demo"), junk),
      modelId: mostly<unknown>(oddness, fc.constant("beacon-2"), junk),
    }),
    kind(1, "thinking_level_change", { thinkingLevel: mostly<unknown>(oddness, fc.constantFrom("off", "high"), junk) }),
    kind(2, "usage", {
      kind: fc.constantFrom("cache_warm", "other"),
      provider: fc.constant("demo"),
      model: fc.constant("beacon-1"),
      usage: usageObject(oddness),
    }),
    kind(1, "git_state", { data: junk }),
    ...(oddness > 2
      ? [
          kind(1, undefined, { data: junk }),
          kind(1, "session", { version: fc.constantFrom(1, 3) }),
          kind(1, "__proto__", {}),
        ]
      : []),
  );
}

const oddId = fc.constantFrom<unknown>(
  undefined,
  null,
  7,
  0,
  "",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "🙂",
  "\ud83d",
  true,
  [],
  {},
);

const brokenLine = fc.constantFrom(
  "",
  "   ",
  "\t",
  "not json",
  '{"type":"message"',
  '{"a":1}{"b":2}',
  "undefined",
  "\u0000{}",
);
const ignoredLine = fc.constantFrom("null", "0", '""', "false");
/** Truthy values that Pi takes for entries. */
const valueLine = fc.constantFrom("42", '"text"', "[]", "true", "{}", '{"id":"bare"}', '[1,{"id":"e1"}]');
const headerLine = fc.constant('{"type":"session","version":3,"id":"second"}');

/** One entry and where it stands. Above an oddness of 2, ids, parents and neighbouring lines go wrong too. */
export function step(oddness: number): fc.Arbitrary<Step> {
  const wild = oddness > 2;
  const time = fc.constantFrom(1000, 1000, 1000, 0, -5000, 60_000).map((after) => ({ after }));
  const oddTime = fc
    .constantFrom<unknown>(undefined, null, "yesterday", 1_773_306_000_000, "2026-03-12", "", [], true)
    .map((value) => ({ value }));
  const id = fc.oneof(
    fc.nat(12).map((like) => ({ like })),
    oddId.map((value) => ({ value })),
  );
  const lines = wild ? fc.oneof(brokenLine, ignoredLine, valueLine, headerLine) : fc.oneof(brokenLine, ignoredLine);
  return fc.record({
    entry: looseEntry(oddness),
    parent: parentLink(oddness),
    id: wild ? mostly<Step["id"]>(1, fc.constant("own"), id) : fc.constant<Step["id"]>("own"),
    timestamp: mostly<Step["timestamp"]>(oddness > 0 ? 1 : 0, time, oddTime),
    before: mostly<string[]>(oddness > 0 ? 1 : 0, fc.constant([]), fc.array(lines, { minLength: 1, maxLength: 2 })),
  });
}
