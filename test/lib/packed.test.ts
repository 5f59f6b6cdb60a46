import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Growing } from "../../src/lib/growing.ts";
import { Interner } from "../../src/lib/intern.ts";
import { PackedText } from "../../src/lib/packed-text.ts";

describe("Growing", () => {
  test("keeps what was pushed, through every doubling and a restart", () => {
    const column = new Growing(Int32Array);
    for (let i = 0; i < 1000; i++) column.push(i * 3);
    const again = new Growing(Int32Array, column.view());
    again.push(7);
    expect(again.length).toBe(1001);
    expect([again.at(0), again.at(999), again.at(1000)]).toEqual([0, 2997, 7]);
    expect(column.view(2)).toEqual(Int32Array.from([0, 3]));
  });
});

describe("Growing, while it grows", () => {
  test("a view keeps what it shows", () => {
    const column = new Growing(Uint16Array, Uint16Array.of(1, 2, 3));
    const view = column.view(2);
    for (let i = 0; i < 300; i++) column.push(9);
    expect(view).toEqual(Uint16Array.of(1, 2));
    expect(column.view(4)).toEqual(Uint16Array.of(1, 2, 3, 9));
  });
});

describe("Interner", () => {
  test("takes ASCII as bytes for the string it is", () => {
    const interner = new Interner();
    const bytes = new TextEncoder().encode("..bash..");
    expect(interner.findBytes(bytes, 2, 6)).toBe(-1);
    expect(interner.addBytes(bytes, 2, 6)).toBe(0);
    expect(interner.add("bash")).toBe(0);
    expect(interner.find("..bash")).toBe(-1);
    expect(interner.findBytes(bytes, 2, 6)).toBe(0);
    expect(interner.text(0)).toBe("bash");
  });

  test("agrees with a Map on any strings, lone surrogates and the empty one included", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\ud83d", "__proto__", "a"))),
        (texts) => {
          const map = new Map<string, number>();
          const interner = new Interner();
          for (const text of texts) {
            expect(interner.find(text)).toBe(map.get(text) ?? -1);
            if (!map.has(text)) map.set(text, map.size);
            expect(interner.add(text)).toBe(map.get(text));
          }
          const again = new Interner(interner.save());
          expect(again.size).toBe(map.size);
          for (const [text, number] of map) {
            expect(again.find(text)).toBe(number);
            expect(again.text(number)).toBe(text);
          }
        },
      ),
    );
  });

  test("grows to many strings, and takes long ones", () => {
    const interner = new Interner();
    for (let i = 0; i < 20_000; i++) interner.add(`id-${i}`);
    const long = "x".repeat(100_000);
    expect(interner.text(interner.add(long))).toBe(long);
    expect(interner.find("id-19999")).toBe(19_999);
    expect(interner.find("id-20000")).toBe(-1);
  });
});

describe("PackedText", () => {
  test("takes texts as bytes, in runs and out of them, between others", () => {
    const texts = new PackedText();
    const bytes = new TextEncoder().encode("oneżtwothree");
    texts.pushBytes(bytes, 0, 3);
    texts.pushBytes(bytes, 3, 2);
    texts.push("between");
    texts.pushBytes(bytes, 5, 3);
    expect(texts.text(3)).toBe("two");
    texts.pushBytes(bytes, 0, 0);
    texts.pushBytes(bytes, 8, 5);
    texts.pushBytes(bytes, 0, 3);
    texts.settle();
    bytes.fill(0);
    const again = new PackedText(texts.save());
    const all = Array.from({ length: again.length }, (_, i) => again.text(i));
    expect(all).toEqual(["one", "ż", "between", "two", "", "three", "one"]);
  });

  test("gives back every text by number, before and after being stored", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (texts) => {
        const packed = new PackedText();
        for (const text of texts) packed.push(text);
        const half = texts.length >> 1;
        const again = new PackedText(packed.save(half));
        expect(texts.map((_, i) => packed.text(i))).toEqual(texts);
        expect(again.length).toBe(half);
        expect(texts.slice(0, half).map((_, i) => again.text(i))).toEqual(texts.slice(0, half));
      }),
    );
  });

  test("a lone surrogate comes back as the replacement character", () => {
    const packed = new PackedText();
    packed.push("a\ud83d");
    expect(packed.text(0)).toBe("a\ufffd");
  });
});
