import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findText, type TextHit } from "../../../src/core/reports/find-text.ts";
import { jsonPattern } from "../../../src/core/reports/json-pattern.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { openDrawing } from "../present/open-drawing.ts";

const latin1 = new TextDecoder("latin1");
const bytesOf = (text: string): string => latin1.decode(new TextEncoder().encode(text));

/** A text as JSON may write it: each character plainly, by a short escape, or by its code. */
const written = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.nat({ max: 2 }), { minLength: text.length, maxLength: text.length }).map((ways) =>
    Array.from({ length: text.length }, (_, at) => {
      const unit = text.charAt(at);
      const code = `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      if (ways[at] === 2 || /[\uD800-\uDFFF]/.test(unit)) return code;
      if (ways[at] === 1) return code.replace(/[a-f]+/g, (hex) => hex.toUpperCase());
      return JSON.stringify(unit).slice(1, -1);
    }).join(""),
  );

describe("a text in the bytes of JSON", () => {
  it("is found however it is escaped", () => {
    const texts = fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text);
    fc.assert(
      fc.property(
        texts.chain((text) => fc.tuple(fc.constant(text), written(text), fc.string(), fc.string())),
        ([text, as, before, after]) => {
          const line = `{"a":${JSON.stringify(before).slice(0, -1)}${as}${JSON.stringify(after).slice(1)}}`;
          expect(JSON.parse(line)).toEqual({ a: before + text + after });
          expect(jsonPattern(text, false).test(bytesOf(line))).toBe(true);
          expect(jsonPattern(text, true).test(bytesOf(line))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("is not found where it is not", () => {
    expect(jsonPattern("a.c", false).test('{"a":"abc"}')).toBe(false);
    expect(jsonPattern("Token", false).test('{"a":"token"}')).toBe(false);
    expect(jsonPattern("Token", true).test('{"a":"tOKEN"}')).toBe(true);
    expect(jsonPattern("ÄRGER", true).test(bytesOf('{"a":"ärger"}'))).toBe(true);
  });

  it("may have other white space", () => {
    expect(jsonPattern("two words", false).test(String.raw`{"a":"two\n\t words"}`)).toBe(true);
    expect(jsonPattern("two words", false).test('{"a":"twowords"}')).toBe(false);
  });
});

const none = new AbortController().signal;

async function findAll(session: OpenedSession, text: string, anyCase: boolean, signal = none): Promise<TextHit[]> {
  const hits: TextHit[] = [];
  await findText(session, text, anyCase, signal, (hit) => hits.push(hit));
  return hits;
}

describe("the entries that hold a text", () => {
  const drawing = `
    u1 user "Look at the Token store"
    a1 assistant ~"the token is stale" c1:read{"path":"src/token.ts"}
    r1 result c1 "export const other = 1"
    c compaction "We looked at\\n tokens" keep=u2
    u2 user "thanks"
    l label u1 "token"
  `;

  it("are those with it in any string but the structure's, in file order", async () => {
    const session = await openDrawing(drawing);
    const hits = await findAll(session, "token", true);
    expect(hits.map(({ row, path, strings }) => `${session.index.id(row)} ${path} ${strings}`)).toEqual([
      "u1 content 1",
      "a1 content.0.thinking 2",
      "c summary 1",
      "l label 1",
    ]);
    expect(await findAll(session, "toolCall", false)).toEqual([]);
    expect(await findAll(session, "u2", false)).toEqual([]);
  });

  it("are told with what stands around it, on one line", async () => {
    const session = await openDrawing(`u1 user $text`, {
      values: { text: `${"x".repeat(60)} the\n needle ${"y".repeat(99)}` },
    });
    const [hit] = await findAll(session, "the needle", false);
    expect(hit?.excerpt).toBe(`…${"x".repeat(39)} the needle ${"y".repeat(79)}…`);
  });

  it("are found across pieces of a large file, and no others", async () => {
    const filler = "z".repeat(3 << 20);
    const line = (id: string, parentId: string | null, text: string): string =>
      JSON.stringify({
        type: "message",
        id,
        parentId,
        timestamp: "2026-01-01T00:00:00Z",
        message: { role: "user", content: text },
      });
    const lines = ["a", "b", "c", "d", "e", "f"].map((id, at) =>
      line(id, at === 0 ? null : "abcdef".charAt(at - 1), at % 2 === 0 ? `${filler}needle` : filler),
    );
    const header = JSON.stringify({
      type: "session",
      version: 3,
      id: "s",
      timestamp: "2026-01-01T00:00:00Z",
      cwd: "/",
    });
    const session = await openSession(new Blob([header, "\n", lines.join("\nneedle no json\n"), "\n"]));
    const hits = await findAll(session, "needle", false);
    expect(hits.map(({ row }) => session.index.id(row))).toEqual(["a", "c", "e"]);
  });

  it("are no longer looked for once nobody waits", async () => {
    const session = await openDrawing(drawing);
    await expect(findAll(session, "token", true, AbortSignal.abort())).rejects.toThrow();
  });
});
