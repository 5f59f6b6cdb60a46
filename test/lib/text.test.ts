import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, jsonLength, jsonPrefix, ownCopy, prettyJson, preview, toText } from "../../src/lib/text.ts";

/** `levels` arrays in one another: JSON.stringify overflows the stack on it. */
function nested(levels: number): unknown {
  let value: unknown = "core";
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { k: value };
  return value;
}

describe("JSON text", () => {
  it("is cut where JSON.stringify would be", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(60), (value, max) => {
        const whole = JSON.stringify(value);
        expect(jsonPrefix(value, whole.length + 1)).toBe(whole);
        expect(jsonPrefix(value, max)).toBe(cut(whole, max));
        expect(jsonLength(value)).toBe(whole.length);
      }),
    );
  });

  it("is measured with its escapes", () => {
    const texts = fc.array(fc.string({ unit: "binary" }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, fc.string({ unit: "binary" }), (list, key) => {
        const value = { [key]: list, halves: list.map((text) => text.slice(1)), c: "\u0000\b\t\n\v\f\r\u007f\u2028" };
        expect(jsonLength(value)).toBe(JSON.stringify(value).length);
      }),
    );
  });

  it("leaves out undefined as JSON does", () => {
    const value = { a: undefined, b: [undefined, 1], c: Infinity };
    expect(jsonPrefix(value, 100)).toBe(JSON.stringify(value));
    expect(jsonPrefix(undefined, 100)).toBe("");
    expect(jsonLength(value)).toBe(JSON.stringify(value).length);
    expect(jsonLength(undefined)).toBe(0);
  });

  it("survives nesting beyond the stack", () => {
    const deep = nested(20_000);
    expect(() => JSON.stringify(deep)).toThrow(RangeError);
    expect(jsonLength(deep)).toBe(10_000 * "[]".length + 10_000 * '{"k":}'.length + '"core"'.length);
    expect(jsonPrefix(deep, 12)).toBe('{"k":[{"k":[');
    expect(prettyJson(deep)).toBeUndefined();
  });
});

describe("short texts", () => {
  it("are cut between characters", () => {
    expect(cut("ab😀", 3)).toBe("ab");
    expect(cut("ab😀", 4)).toBe("ab😀");
  });

  it("become one line", () => {
    expect(preview(" a\n\tb\r", 200)).toBe("a  b");
    expect(preview("x".repeat(300), 200)).toHaveLength(200);
  });

  it("are copied as they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(ownCopy(text)).toBe(text);
      }),
    );
  });

  it("are made of any value", () => {
    expect(toText({ toString: 1 })).toBe("");
    expect(toText([1, [2, null]])).toBe("1,2,");
    expect(toText(nested(50_000))).toBe("[object Object]");
    expect(toText(undefined)).toBe("undefined");
  });
});
