import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WrongKindError } from "../../../src/core/format/sniff.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { SavedIndex } from "../../../src/core/session/saved.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { draw } from "../../make/draw.ts";
import { header } from "../../make/entries.ts";
import { oddSession, plainSession, wildSession } from "../../oracle/arbitrary.ts";
import { answersOf, stored } from "./answers.ts";

/** Columns that were stored and read on from give the same answers as the file read anew. */

const encoder = new TextEncoder();

/** Stores the first `bytes` of a file, reads on from there, and expects what reading all of it anew gives. */
async function expectSame(whole: string | Uint8Array<ArrayBuffer>, bytes: number): Promise<void> {
  const all = typeof whole === "string" ? encoder.encode(whole) : whole;
  const beginning = await openSession(new Blob([all.slice(0, bytes)])).catch(unlessWrongKind);
  if (beginning === undefined) return; // so little of it that it is no session yet: nothing is stored
  const saved = await stored(beginning);
  expect(saved.resumeOffset).toBeLessThanOrEqual(bytes);
  const file = new Blob([all]);
  const [resumed, fresh] = [await openSession(file, { saved }), await openSession(file)];
  expect(answersOf(resumed)).toEqual(answersOf(fresh));
  expect(await bodiesOf(resumed)).toEqual(await bodiesOf(fresh));
}

function unlessWrongKind(error: unknown): undefined {
  if (!(error instanceof WrongKindError)) throw error;
}

async function storedOf(text: string): Promise<SavedIndex> {
  return await stored(await openSession(new Blob([text])));
}

async function bodiesOf(session: OpenedSession): Promise<unknown[]> {
  return await session.bodies.entries(Array.from({ length: session.index.count }, (_, row) => row));
}

const SESSION = draw(`
  s1 system "You are careful." tools=["read"]
  u1 user "look at it"
  a1 assistant "Let me read." c1:read{"path":"a.ts"} use=[100,20,0,0]
  r1 result c1 "text"
  n1 name "First name"
  l1 label u1 "start"
  c1 compaction "So far" keep=a1 use=[50,5,0,0]
  u2 user "on"
    u3 user "another way"
    a3 assistant "yes" use=[10,2,0,0]
  l2 label u1
  l3 label a3 "best"
  o1 omit u2
  n2 name "Second name"
  w1 usage cache_warm
`);
const LINES = SESSION.split("\n").slice(0, -1);

describe("stored columns", () => {
  it("cover the whole of a file that ends with a newline", async () => {
    expect((await storedOf(SESSION)).resumeOffset).toBe(encoder.encode(SESSION).length);
  });

  it("leave out a last line without a newline, whole or torn: it may still grow", async () => {
    const before = `${LINES.slice(0, 3).join("\n")}\n`;
    expect((await storedOf(before + LINES[3]!)).resumeOffset).toBe(before.length);
    expect((await storedOf(before + LINES[3]!.slice(0, 9))).resumeOffset).toBe(before.length);
  });

  it("name the bytes they are of", async () => {
    const saved = await storedOf(SESSION);
    expect((await storedOf(SESSION)).contentHash).toBe(saved.contentHash);
    expect((await storedOf(SESSION.replace("So far", "So fat"))).contentHash).not.toBe(saved.contentHash);
  });

  it("are not touched by reading on from them", async () => {
    const saved = await storedOf(`${LINES.slice(0, 4).join("\n")}\n`);
    const before = structuredClone(saved);
    await openSession(new Blob([SESSION]), { saved });
    expect(saved).toEqual(before);
  });
});

describe("reading on from stored columns gives what reading anew gives", () => {
  it("for the same file", async () => {
    await expectSame(SESSION, encoder.encode(SESSION).length);
  });

  it.each(LINES.map((_, at) => at + 1))("for a file that has grown after line %d", async (lines) => {
    await expectSame(SESSION, encoder.encode(`${LINES.slice(0, lines).join("\n")}\n`).length);
  });

  it("for a torn last line that was completed", async () => {
    const torn = encoder.encode(`${LINES.slice(0, 5).join("\n")}\n${LINES[5]!.slice(0, 30)}`).length;
    await expectSame(SESSION, torn);
    await expectSame(`${LINES.slice(0, 6).join("\n")}\n`, torn);
  });

  it("for a torn last line that another record was glued to", async () => {
    const torn = `${LINES.slice(0, 5).join("\n")}\n${LINES[5]!.slice(0, 30)}`;
    await expectSame(`${torn}${LINES.slice(6).join("\n")}\n`, torn.length);
  });

  it("for no final newline, then growth", async () => {
    await expectSame(SESSION, encoder.encode(LINES.slice(0, 7).join("\n")).length);
    await expectSame(`${LINES.slice(0, 7).join("\n")}\n`, encoder.encode(LINES.slice(0, 7).join("\n")).length);
  });

  it("for a character cut in the middle", async () => {
    const file = draw(`u1 user "a 🙂 b"`);
    const face = encoder.encode(file.slice(0, file.indexOf("🙂"))).length;
    for (const bytes of [face + 1, face + 2, face + 3]) await expectSame(file, bytes);
  });

  const timestamp = "2026-03-12T09:00:01.000Z";
  const message = (text: string): string =>
    JSON.stringify({ type: "message", timestamp, message: { role: "user", content: text, timestamp: 0 } });
  const compaction = (index: number): string =>
    JSON.stringify({ type: "compaction", timestamp, summary: "sum", firstKeptEntryIndex: index, tokensBefore: 9 });
  const oldHeader = JSON.stringify(header({ version: undefined }));
  /** Every way to cut a small file between two lines, and inside the first bytes of a line. */
  async function everyCut(lines: readonly string[]): Promise<void> {
    const whole = `${lines.join("\n")}\n`;
    let at = 0;
    for (const line of lines) {
      for (const bytes of [at, at + 3, at + line.length]) await expectSame(whole, bytes);
      at += encoder.encode(line).length + 1;
    }
    await expectSame(whole, at);
  }

  it("for a file of version 1, whose compactions count lines", async () => {
    await everyCut([oldHeader, message("one"), message("two"), compaction(2), message("three"), compaction(4)]);
  });

  it("for a file of version 1 with a compaction that names a later line", async () => {
    await everyCut([oldHeader, message("one"), compaction(3), message("two"), message("three")]);
  });

  it("for a file of version 2, whose hook messages change their role", async () => {
    const file = draw(`h1 role hookMessage content="words"\nu1 user`, { header: { version: 2 } });
    await everyCut(file.split("\n").slice(0, -1));
  });

  it.each([undefined, 1, 2, 3, 4, "three"])("for a header of version %s that came late", async (version) => {
    const [, ...entries] = SESSION.split("\n");
    await everyCut([...entries.slice(0, 3), JSON.stringify(header({ version })), ...entries.slice(3, 6)]);
  });

  it("for no header and entries without ids", async () => {
    await everyCut([message("one"), message("two"), compaction(0), message("three")]);
  });

  it("for no header and entries without ids, until one has an id", async () => {
    await everyCut([message("one"), message("two"), LINES[2]!, LINES[3]!]);
  });

  it("for no header and an entry with an id, before others without", async () => {
    await everyCut([LINES[2]!, message("one"), message("two")]);
  });

  it("for a header that lost its version", async () => {
    await everyCut([oldHeader, ...LINES.slice(1, 4)]);
  });

  it("for a first line that is broken, blank, ignored or marked", async () => {
    await everyCut(["{", ...LINES.slice(0, 3)]);
    await everyCut(["", "  ", ...LINES.slice(0, 3)]);
    await everyCut(["null", ...LINES.slice(0, 3)]);
    await everyCut([`\ufeff${LINES[0]!}`, ...LINES.slice(1, 3)]);
  });

  it("for a title before the header", async () => {
    await everyCut([JSON.stringify({ type: "title", title: " A title " }), ...LINES.slice(0, 3)]);
  });

  it.each([
    ["as Pi writes them", plainSession],
    ["with odd contents", oddSession],
    ["gone wild", wildSession],
  ] as const)("for a generated session, %s, cut at any byte", { timeout: 120_000 }, async (_, sessions) => {
    const property = fc.asyncProperty(sessions, fc.double({ min: 0, max: 1, noNaN: true }), async (file, part) => {
      const bytes = encoder.encode(file);
      await expectSame(bytes, Math.floor(part * bytes.length));
    });
    await fc.assert(property, { numRuns: 80 });
  });
});
