import fc from "fast-check";
import { expect, it } from "vitest";
import { CASE, FoldedTexts, FoldedWord } from "../../src/lib/folded-word.ts";

const encoder = new TextEncoder();

/** Texts packed one after another, somewhere in a buffer that may end with them. */
function packed(texts: readonly string[], before: number, after: number): FoldedTexts {
  const all = encoder.encode(texts.join(""));
  const bytes = new Uint8Array(before + all.length + after).fill(0x61);
  bytes.set(all, before);
  const lengths = texts.map((text) => encoder.encode(text).length);
  const ends = Uint32Array.from(lengths, (_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length, 0));
  return new FoldedTexts({ bytes: bytes.subarray(before, before + all.length), ends });
}

const text = fc.string({
  unit: fc.constantFrom("a", "A", "b", "B", "z", "@", "`", "[", "{", "é", "—", "😀"),
  maxLength: 12,
});
const word = fc.string({
  unit: fc.constantFrom("a", "b", "z", "@", "`", "[", "{", "é", "—", "😀"),
  minLength: 1,
  maxLength: 4,
});

it("finds words in texts wherever these lie, and in no two of them together", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), word, fc.nat(5), fc.nat(5), (texts, word, before, after) => {
      const folded = packed(texts, before, after);
      const marks = new Uint8Array(texts.length);
      folded.mark(new FoldedWord(word, folded.counts), marks, 0, 1, CASE.letters);
      expect(Array.from(marks, Boolean)).toEqual(texts.map((text) => text.toLowerCase().includes(word)));
    }),
    { numRuns: 3000 },
  );
});

it("leaves alone what is not marked, and texts of the case it is told", () => {
  const folded = packed(["ab", "aB", "É ab", "k \u212a ab"], 0, 0);
  expect([...folded.cases]).toEqual([CASE.none, CASE.none, CASE.letters, CASE.ascii]);
  const marks = Uint8Array.of(7, 0, 0, 0);
  folded.mark(new FoldedWord("ab", folded.counts), marks, 0, 1, CASE.ascii);
  expect([...marks]).toEqual([7, 1, 1, 0]);
  folded.mark(new FoldedWord("ab", folded.counts), marks, 7, 2, CASE.letters);
  expect([...marks]).toEqual([2, 1, 1, 0]);
});

it("knows what lower-casing changes in a text", () => {
  const texts = ["ABC abc — ✓ 漢字 😀", "Я", "İ", "ß", "𐐀", "\u{20000}", "", "Σ"];
  const cases = [CASE.none, CASE.letters, CASE.ascii, CASE.none, CASE.letters, CASE.ascii, CASE.none, CASE.letters];
  expect([...packed(texts, 1, 0).cases]).toEqual(cases);
});
