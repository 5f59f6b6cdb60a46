import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LINE, LINE_FIELDS, Scanner } from "../../../src/core/scan/scanner.ts";
import { compileScanner } from "../../../src/worker/scanner.ts";
import { CUT_MARK, isCut, jsonTextLength, textLength } from "../../../src/lib/cut-text.ts";

const encoder = new TextEncoder();

/** Scans lines; the value is undefined for a blank line and where the scanner was not sure. */
const scanner = new Scanner(compileScanner()!, "(none)", 1 << 12);

function scanAll(bytes: Uint8Array): { status: number; value: unknown }[] {
  scanner.clear();
  scanner.take(bytes);
  const found: { status: number; value: unknown }[] = [];
  for (let scanned = scanner.scan(false); scanned !== undefined; scanned = scanner.scan(false)) {
    const { count, lines, values } = scanned;
    let next = 0;
    for (let i = 0; i < count; i++) {
      const status = lines[i * LINE_FIELDS + 2]!;
      found.push({ status, value: status === LINE.shortened ? values[next++] : undefined });
    }
    expect(next).toBe(values.length);
  }
  return found;
}

/** True when `cut` is `whole` but for texts that were cut: same shape, same beginnings, same lengths. */
function expectSame(cut: unknown, whole: unknown): void {
  if (typeof cut === "string" && typeof whole === "string" && isCut(cut)) {
    expect(textLength(cut)).toBe(whole.length);
    expect(whole.startsWith(cut.slice(0, cut.indexOf(CUT_MARK)))).toBe(true);
    return;
  }
  if (typeof whole !== "object" || whole === null) return expect(cut).toBe(whole);
  if (Array.isArray(whole)) {
    if (!Array.isArray(cut)) return expect(cut).toEqual(whole);
    expect(cut.length).toBe(whole.length);
    for (const [i, value] of whole.entries()) expectSame(cut[i], value);
    return;
  }
  if (typeof cut !== "object" || cut === null) return expect(cut).toEqual(whole);
  expect(Object.keys(cut)).toEqual(Object.keys(whole));
  const own = new Map(Object.entries(cut));
  for (const [key, value] of Object.entries(whole)) expectSame(own.get(key), value);
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme", minLength: 60, maxLength: 700, size: "max" }),
  fc.constantFrom(
    "",
    "\ud83d",
    "\u0000",
    "x".repeat(301),
    "é\n".repeat(160),
    "日本".repeat(200),
    "🙂".repeat(151),
    " ".repeat(400),
  ),
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(text, fc.constantFrom("thinking", "data", "thinkingSignature", "text", "__proto__")),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;
const object = fc.dictionary(fc.oneof(text, fc.constantFrom("thinking", "data", "textSignature")), json, {
  maxKeys: 5,
});

/** JSON text as other writers make it: odd spaces, and escapes where none are needed. */
function rewritten(line: string, turn: number): string {
  const spaced = turn % 2 === 0 ? line.replaceAll(/^\{/g, "{ \t") : `${line}\r`;
  return turn % 3 === 0 ? spaced.replaceAll("x", "\\u0078").replaceAll("/", "\\/") : spaced;
}

/** The status of one line, where messages may be given as records. */
function statusOf(line: string): number {
  scanner.clear();
  scanner.take(encoder.encode(`${line}\n`));
  return scanner.scan(true)!.lines[2]!;
}

const prompt = '{"role":"user","content":[{"type":"text","text":"hi"}],"timestamp":1}';
const answer =
  '{"role":"assistant","content":[{"type":"thinking","thinking":"t"},{"type":"toolCall","id":"c","name":"bash","arguments":{"command":"ls"}}],"model":"m","usage":{"input":1,"cost":{"total":0.1}},"stopReason":"toolUse"}';
const result =
  '{"role":"toolResult","toolCallId":"c","toolName":"bash","content":[{"type":"image","data":"aa"}],"isError":false}';

/** An entry line around a message; `fields` go before it. */
function entryLine(
  message: string,
  fields = '"id":"a","parentId":null,"timestamp":"2026-02-28T23:59:59.999Z"',
): string {
  return `{"type":"message",${fields},"message":${message}}`;
}

describe("Scanner", () => {
  test.each([prompt, answer, result, prompt.replace(/\[.*\]/, '"hi"'), prompt.replace(/\[.*\]/, "[]")])(
    "gives a usual message as a record: %s",
    (message) => {
      expect(statusOf(entryLine(message))).toBe(LINE.message);
    },
  );

  test.each([
    ["another type", entryLine(prompt).replace('"message",', '"custom",')],
    ["no id", entryLine(prompt, '"parentId":null,"timestamp":"2026-02-28T23:59:59.999Z"')],
    ["no parent", entryLine(prompt, '"id":"a","timestamp":"2026-02-28T23:59:59.999Z"')],
    ["an empty parent", entryLine(prompt, '"id":"a","parentId":"","timestamp":"2026-02-28T23:59:59.999Z"')],
    ["an id twice", entryLine(prompt, '"id":"a","id":"b","parentId":null,"timestamp":"2026-02-28T23:59:59.999Z"')],
    ["an escape in the id", entryLine(prompt, '"id":"\\u0061","parentId":null,"timestamp":"2026-02-28T23:59:59.999Z"')],
    ["an escape in a key", entryLine(prompt, '"i\\u0064":"a","parentId":null,"timestamp":"2026-02-28T23:59:59.999Z"')],
    ["no such day", entryLine(prompt, '"id":"a","parentId":null,"timestamp":"2026-02-29T23:59:59.999Z"')],
    ["a time of another form", entryLine(prompt, '"id":"a","parentId":null,"timestamp":"2026-02-28T23:59:59Z"')],
    ["another role", entryLine(prompt.replace("user", "custom"))],
    [
      "more images than can be counted",
      entryLine(prompt.replace(/\[.*\]/, `[${'{"type":"image"},'.repeat(100_001)}{"type":"image"}]`)),
    ],
    ["an unknown block", entryLine(prompt.replace('"text","text"', '"video","text"'))],
    ["a thought of the user", entryLine(prompt.replace('"text","text"', '"thinking","thinking"'))],
    ["an answer that failed", entryLine(answer.replace('"toolUse"', '"error"'))],
    ["an answer with an error message", entryLine(answer.replace('"model"', '"errorMessage"'))],
    ["an answer without usage", entryLine(answer.replace('"usage"', '"spent"'))],
    ["a call without arguments", entryLine(answer.replace('"arguments"', '"args"'))],
    ["a call with two ids", entryLine(answer.replace('"name"', '"id":"d","name"'))],
    ["arguments as text", entryLine(answer.replace('{"command":"ls"}', '"ls"'))],
    ["a result without call", entryLine(result.replace('"toolCallId"', '"x"'))],
    ["a failure that is no truth value", entryLine(result.replace("false", "null"))],
  ])("gives no record of %s", (_what, line) => {
    expect(JSON.parse(line)).toBeTypeOf("object");
    expect(statusOf(line)).toBe(LINE.shortened);
  });

  test("gives what JSON.parse gives, but for the texts it cut", () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 8 }), fc.nat(5), (values, turn) => {
        const lines = values.map((value) => rewritten(JSON.stringify(value), turn));
        const scanned = scanAll(encoder.encode(`${lines.join("\n")}\n`));
        expect(scanned.length).toBe(lines.length);
        for (const [i, { status, value }] of scanned.entries()) {
          const whole = parsed(lines[i]!)!.value;
          if (status !== LINE.shortened) continue;
          expectSame(value, whole);
          expect(jsonTextLength(JSON.stringify(value))).toBe(JSON.stringify(whole).length);
        }
      }),
      { numRuns: 1000 },
    );
  }, 60_000);

  test("accepts no line that JSON.parse refuses, whatever byte is changed, added or lost", () => {
    const edit = fc.record({
      at: fc.nat(),
      byte: fc.integer({ min: 0, max: 255 }),
      how: fc.constantFrom("set", "insert", "delete"),
    });
    fc.assert(
      fc.property(object, fc.array(edit, { minLength: 1, maxLength: 3 }), (value, edits) => {
        const bytes = [...encoder.encode(JSON.stringify(value))];
        for (const { at, byte, how } of edits) {
          const where = at % (bytes.length + 1);
          if (how === "set") bytes[where] = byte;
          else if (how === "insert") bytes.splice(where, 0, byte);
          else bytes.splice(where, 1);
        }
        const line = Uint8Array.from(bytes.filter((byte) => byte !== 10));
        const [found] = scanAll(Uint8Array.from([...line, 10]));
        const whole = parsed(new TextDecoder("utf-8", { ignoreBOM: true }).decode(line));
        if (found!.status !== LINE.shortened) return;
        expect(whole).toBeDefined();
        expectSame(found!.value, whole!.value);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  test.each([
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":1e}',
    '{"a":-}',
    '{"a":+1}',
    '{"a":tru}',
    '{"a":nulll}',
    '{"a":"\t"}',
    '{"a":"\\x"}',
    '{"a":"\\u12g4"}',
    '{"a":1,}',
    '{,"a":1}',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":1}}',
    '{"a":1]',
    '{"a":[1}',
    '{"a":1}x',
    "{a:1}",
    "{",
    '{"a',
    '{"a":"',
    '{"a":1}{"b":2}',
    "[1]",
    "42",
    '"x"',
    "null",
    "\ufeff{}",
    "\u00a0",
  ])("leaves %j to JSON.parse", (line) => {
    expect(scanAll(encoder.encode(`${line}\n`))).toEqual([{ status: LINE.unsure, value: undefined }]);
  });

  test.each(["", " ", "\t\r", "   \r"])("%j is blank", (line) => {
    expect(scanAll(encoder.encode(`${line}\n`))).toEqual([{ status: LINE.blank, value: undefined }]);
  });

  test("is sure of what sessions hold: most lines are shortened", () => {
    const lines = ["x".repeat(5000), "日本語\n".repeat(500), 'a\\b"c\u001b[0m 🙂\n'.repeat(90)].map((long) =>
      JSON.stringify({
        type: "message",
        id: "a",
        parentId: null,
        message: { role: "user", content: [{ type: "text", text: long }], n: [-1.5e-3, 0, true, false, null, {}, []] },
      }),
    );
    const scanned = scanAll(encoder.encode(`${lines.join("\n")}\n`));
    expect(scanned.map(({ status }) => status)).toEqual([LINE.shortened, LINE.shortened, LINE.shortened]);
    for (const [i, { value }] of scanned.entries()) expectSame(value, JSON.parse(lines[i]!));
    expect(JSON.stringify(scanned[0]!.value).length).toBeLessThan(600);
  });

  test("a text that may be blank, and values nested very deep, are left to JSON.parse", () => {
    const lines = [JSON.stringify({ text: " \n".repeat(400) }), `{"a":${"[".repeat(600)}${"]".repeat(600)}}`];
    expect(scanAll(encoder.encode(`${lines.join("\n")}\n`)).map(({ status }) => status)).toEqual([
      LINE.unsure,
      LINE.unsure,
    ]);
  });

  test("grows to a long line, and keeps a rest for later", () => {
    const growing = new Scanner(compileScanner()!, "(none)", 1 << 12);
    const line = encoder.encode(`{"text":"${"y".repeat(200_000)}"}\n{"b"`);
    for (let i = 0; i < line.length; i += 999) growing.take(line.subarray(i, i + 999));
    const scanned = growing.scan(false);
    expect(scanned?.count).toBe(1);
    expectSame(scanned?.values[0], { text: "y".repeat(200_000) });
    expect(growing.scan(false)).toBeUndefined();
    expect(new TextDecoder().decode(growing.rest())).toBe('{"b"');
    growing.take(encoder.encode(":1}\n"));
    expect(growing.scan(false)?.values).toEqual([{ b: 1 }]);
  });
});
