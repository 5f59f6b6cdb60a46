import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isString, type Path, stringPieces, stringText, valueSpans } from "../../../src/core/format/value-span.ts";
import { pathsOf, valueAt, written } from "../written-json.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** What the span at a path holds, parsed; undefined where there is none. */
function at(line: string, ...path: Path): unknown {
  const bytes = encode(line);
  const [span] = valueSpans(bytes, [path]);
  return span && (JSON.parse(new TextDecoder().decode(bytes.subarray(span.start, span.end))) as unknown);
}

describe("the span of a value", () => {
  it("is found at any depth, and for several paths at once", () => {
    const line = ' { "a" : [ 1 , {"b":"}\\"]"} , [ ] ] , "c" : null } ';
    const bytes = encode(line);
    const spans = valueSpans(bytes, [[], ["a"], ["a", 0], ["a", 1, "b"], ["a", 2], ["c"], ["a", 3], ["c", "d"]]);
    const texts = spans.map((span) => span && line.slice(span.start, span.end));
    expect(texts).toEqual([
      line.trim(),
      '[ 1 , {"b":"}\\"]"} , [ ] ]',
      "1",
      '"}\\"]"',
      "[ ]",
      "null",
      undefined,
      undefined,
    ]);
  });

  it("is that of the last of members with the same name, however it is written", () => {
    expect(at('{"a":1,"\\u0061":2}', "a")).toBe(2);
    expect(at('{"a":{"b":1},"a":{"c":2}}', "a", "b")).toBe(undefined);
    expect(at('{"a":{"b":1},"a":3}', "a", "b")).toBe(undefined);
    expect(at('{"__proto__":1,"constructor":[2]}', "__proto__")).toBe(1);
    expect(at('{"__proto__":1,"constructor":[2]}', "constructor", 0)).toBe(2);
    expect(at("{}", "constructor")).toBe(undefined);
  });

  it("takes numbers for names, and no names for positions", () => {
    expect(at('{"0":1}', 0)).toBe(1);
    expect(at("[1]", "0")).toBe(undefined);
    for (const position of [-1, 0.5, NaN, Infinity]) expect(at("[1,2]", position)).toBe(undefined);
  });

  it("is found behind and in what is nested deep", () => {
    const deep = `${"[".repeat(50_000)}1${"]".repeat(50_000)}`;
    expect(at(`{"a":${deep},"b":2}`, "b")).toBe(2);
    expect(at(deep, ...Array.from({ length: 50_000 }, () => 0))).toBe(1);
  });

  it("is given up, without end or error, where the line is cut or no JSON", () => {
    const line = '{"a":[1,{"b":"c\\\\"}],"d":true}';
    for (let length = 0; length < line.length; length++)
      expect(valueSpans(encode(line.slice(0, length)), [["d"]])).toEqual([undefined]);
    for (const odd of ["{,}", "{1:2}", '{"a" 1}', "[:]", "[1 2]", "[}", '{"a":}', "1 2", "]"])
      expect(valueSpans(encode(odd), [["d"]])).toEqual([undefined]);
    expect(() => valueSpans(encode('{"\\x":1}'), [["d"]])).toThrow(SyntaxError);
  });

  it("holds what JSON.parse has there, in any line", () => {
    fc.assert(
      fc.property(written, (line) => {
        const bytes = encode(line);
        const root: unknown = JSON.parse(line);
        const paths = [...pathsOf(root), ["a", "none"], ["none", 0]];
        const spans = valueSpans(bytes, paths);
        for (const [i, path] of paths.entries()) {
          const span = spans[i];
          const text = span && new TextDecoder().decode(bytes.subarray(span.start, span.end));
          expect(text === undefined ? undefined : JSON.parse(text)).toEqual(valueAt(root, path));
          expect(valueSpans(bytes, [path])[0]).toEqual(span);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("a string's text", () => {
  const unit = fc.constantFrom(
    "a",
    "é",
    "漢",
    "😀",
    '\\"',
    "\\\\",
    "\\n",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\ud83d",
    "/",
    " ",
  );
  const text = fc.array(unit, { maxLength: 60 }).map((units) => `"${units.join("")}"`);

  it("comes in pieces that are whole by themselves", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (line, size) => {
        const bytes = encode(line);
        const span = { start: 0, end: bytes.length };
        const whole: unknown = JSON.parse(line);
        const pieces = [...stringPieces(bytes, span, size)];
        expect(isString(bytes, span)).toBe(true);
        expect(stringText(bytes, span)).toBe(whole);
        expect(pieces.join("")).toBe(whole);
        // Encoded one by one they are the same bytes: no pair is torn.
        expect(pieces.map((piece) => Buffer.from(piece).toString("hex")).join("")).toBe(
          Buffer.from(String(whole)).toString("hex"),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("comes in pieces of about the size asked for", () => {
    const bytes = encode(`"${"twelve char\\n".repeat(1000)}"`);
    const lengths = [...stringPieces(bytes, { start: 0, end: bytes.length }, 100)].map((piece) => piece.length);
    expect(Math.max(...lengths)).toBeLessThan(120);
    expect(lengths.length).toBeGreaterThan(100);
  });

  it("reads bytes that are no UTF-8 as the whole line's decoder does", () => {
    const bytes = Uint8Array.from([0x22, 0x61, 0xe6, 0xbc, 0x62, 0xff, 0x22]);
    expect(stringText(bytes, { start: 0, end: 7 })).toBe("a\ufffdb\ufffd");
  });
});
