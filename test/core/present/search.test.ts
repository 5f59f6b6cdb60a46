import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowWording } from "../../../src/core/present/rows.ts";
import { Search } from "../../../src/core/present/search.ts";
import type { SessionIndex } from "../../../src/core/session/session-index.ts";
import { indexOf } from "../session/build.ts";

/** What a search looks at, one row at a time, as text. */
function searchText(index: SessionIndex, row: number): string {
  const words = index.type(row) === "message" ? index.role(row) : index.type(row).replaceAll("_", " ");
  const output = index.isResult(row) ? index.columns.previews.text(row) : "";
  return `${index.label(row) ?? ""} ${words} ${rowWording(index, row).text} ${output}`.toLowerCase();
}

const letters = [
  ...Array.from("aAbBsSzk Kß ΣσςΟο[]._-éÉ"),
  "İ",
  "ı",
  "\u212a",
  "\u212b",
  "й",
  "Й",
  "漢",
  "字",
  "—",
  "😀",
  "𐐀",
  "𐐨",
  "\ufeff",
  "\0",
  "\ud83d",
];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }),
  fc.string({ unit: fc.constantFrom("a", "b", "S", "["), maxLength: 40 }),
  fc.constantFrom("", "[bash]", "bash: npm test", "ΟΔΟΣ", "toolResult", "[", "]", "[]"),
);

const entry = fc.oneof(
  fc.record({
    type: fc.constant("message"),
    message: fc.record({ role: fc.constantFrom("user", "assistant", "Odd_Role", "ΣΟΣ"), content: text }),
  }),
  fc.record({
    type: fc.constant("message"),
    message: fc.record({
      role: fc.constant("assistant"),
      content: fc.tuple(
        fc.record({
          type: fc.constant("toolCall"),
          id: fc.constantFrom("c1", "c2"),
          name: text,
          arguments: fc.record({ x: text }),
        }),
      ),
    }),
  }),
  fc.record({
    type: fc.constant("message"),
    message: fc.record({
      role: fc.constant("toolResult"),
      toolCallId: fc.constantFrom("c1", "c2", "c3"),
      toolName: text,
      content: fc.tuple(fc.record({ type: fc.constant("text"), text })),
    }),
  }),
  fc.record({ type: fc.constantFrom("branch_summary", "Odd_Type", "ΟΔΟΣ"), summary: text }),
  fc.record({ type: fc.constant("label"), targetId: fc.constantFrom("e0", "e1", "e2"), label: text }),
);

const session = fc.array(entry, { minLength: 1, maxLength: 20 }).map((entries) => {
  const lines = entries.map((line, at) => ({ id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}`, ...line }));
  return indexOf(lines);
});

const query = fc.array(text, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));

/** Words as they change while somebody types: made longer and shorter, and others in between. */
const queries = fc
  .tuple(query, query)
  .map(([one, other]) => [
    ...Array.from(one, (_, at) => one.slice(0, at + 1)),
    one.slice(0, 2),
    other,
    one,
    `${one} ${other}`,
    other,
  ]);

describe("a search", { timeout: 60_000 }, () => {
  it("finds what the lower-cased text of a row holds, in whatever order words are asked for", () => {
    fc.assert(
      fc.property(session, queries, fc.infiniteStream(fc.boolean()), (index, asked, coins) => {
        const search = new Search(index);
        for (const one of asked) {
          const words = one.toLowerCase().split(/\s+/).filter(Boolean);
          if (words.length === 0) continue;
          const shown = Uint8Array.from({ length: index.count }, () => (coins.next().value === true ? 1 : 0));
          const expected = shown.map((mark, row) => {
            const whole = searchText(index, row);
            return words.every((word) => whole.includes(word)) ? mark : 0;
          });
          search.narrow(shown, words);
          expect([one, ...shown]).toEqual([one, ...expected]);
        }
      }),
      { numRuns: 600 },
    );
  });

  it("finds pieces of a text wherever they stand in it", () => {
    const whole = "The quick brown fox, 16 Bytes and more: [jumps] over É";
    const index = indexOf(
      Array.from({ length: 9 }, (_, at) => ({
        type: "message",
        id: `e${at}`,
        message: { role: "user", content: "x".repeat(at) + whole },
      })),
    );
    const search = new Search(index);
    for (let from = 0; from < whole.length; from++) {
      for (let to = from + 1; to <= whole.length; to++) {
        const shown = new Uint8Array(9).fill(1);
        search.narrow(shown, [whole.slice(from, to).toLowerCase()]);
        expect(shown, whole.slice(from, to)).toEqual(new Uint8Array(9).fill(1));
      }
    }
  });
});
