import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CURRENT_VERSION } from "../../../src/core/format/header.ts";
import { IndexBuilder } from "../../../src/core/session/index-builder.ts";
import { readInto } from "../../../src/core/session/read.ts";
import { compileScanner } from "../../../src/worker/scanner.ts";
import { draw } from "../../make/draw.ts";
import { oddSession, plainSession, wildSession } from "../../oracle/arbitrary.ts";

const scanner = compileScanner();

/** Everything a read leaves behind, by the byte scanner or by JSON.parse alone. */
async function read(file: Blob, isScanned: boolean): Promise<unknown> {
  const builder = new IndexBuilder(CURRENT_VERSION);
  await readInto(builder, file, isScanned ? { scanner } : {});
  return { saved: builder.save(), misread: builder.misread, next: builder.next, count: builder.columns.count };
}

/** Makes texts long enough to be cut, without breaking the line they stand in. */
function lengthened(session: string, times: number): string {
  return session.replaceAll(/[^"\\{}:,]{6,}(?=")/g, (words) => words.repeat(times));
}

/**
 * JSON text of the same session as another writer might make it: members in another order, space between them, letters as
 * escapes, now and then a member twice (of which the last counts) or a byte that breaks the line. `turns` decides what and where.
 */
function rewritten(session: string, turns: readonly number[]): string {
  let at = 0;
  const turn = (of: number): boolean => (turns[at++ % turns.length]! + at) % of === 0;
  const write = (value: unknown): string => {
    const space = turn(9) ? " \t" : "";
    if (typeof value === "string") {
      const text = JSON.stringify(value);
      if (turn(23)) return text.replace(/[a-z](?=[^\\]*$)/, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
      return turn(7) ? text.replaceAll("/", "\\/") : text;
    }
    if (Array.isArray(value)) return `[${space}${value.map(write).join(`,${space}`)}${space}]`;
    if (typeof value !== "object" || value === null) return turn(41) ? "1e2" : JSON.stringify(value);
    const members = Object.entries(value).map(([key, member]) => `${write(key)}${space}:${space}${write(member)}`);
    if (turn(5)) members.reverse();
    if (turn(29) && members.length > 0) members.push(members[turn(2) ? 0 : members.length - 1]!);
    if (turn(31) && members.length > 0) members.unshift(`${members[0]!.replace(/:.*/s, "")}:null`);
    return `{${space}${members.join(`${space},`)}}`;
  };
  return session
    .split("\n")
    .map((line) => {
      try {
        const text = write(JSON.parse(line));
        return turn(37) ? text.replace(/.(?=.{0,9}$)/, "\u0007") : text;
      } catch {
        return line;
      }
    })
    .join("\n");
}

describe("readInto", () => {
  test.each([
    ["plain", plainSession],
    ["odd", oddSession],
    ["wild", wildSession],
  ])(
    "the scanner and JSON.parse leave the same index of any %s session",
    async (_name, sessions) => {
      await fc.assert(
        fc.asyncProperty(sessions, fc.constantFrom(1, 40, 400), async (session, times) => {
          const file = new Blob([lengthened(session, times)]);
          expect(await read(file, true)).toEqual(await read(file, false));
        }),
        { numRuns: 60 },
      );
    },
    120_000,
  );

  test("so they do of sessions other writers made", async () => {
    const turns = fc.array(fc.nat(1000), { minLength: 50, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(plainSession, oddSession),
        fc.constantFrom(1, 40),
        turns,
        async (session, times, how) => {
          const file = new Blob([rewritten(lengthened(session, times), how)]);
          expect(await read(file, true)).toEqual(await read(file, false));
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);

  test("figures of usage are the nearest numbers, however they are written", async () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.nat(24)).map(([whole, places]) => {
      const text = whole.toString().padStart(places + 1, "0");
      return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
    });
    const figure = fc.oneof(
      { weight: 6, arbitrary: digits },
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom("0", "-0", "-3", "1e3", "1.5E-7", "null", '"12"', "01", "1.", ".5"),
    );
    const usage = fc
      .array(figure, { minLength: 6, maxLength: 6 })
      .map(
        ([input, output, read, write, total, cost]) =>
          `{"input":${input},"output":${output},"cacheRead":${read},"cacheWrite":${write},"totalTokens":${total},"cost":{"total":${cost}}}`,
      );
    await fc.assert(
      fc.asyncProperty(fc.array(usage, { minLength: 1, maxLength: 5 }), async (usages) => {
        const lines = usages.map(
          (text, i) =>
            `{"type":"message","id":"a${i}","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"assistant","content":[],"usage":${text}}}\n`,
        );
        const file = new Blob(lines);
        expect(await read(file, true)).toEqual(await read(file, false));
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  test("a cut text that decides something sends the whole line to JSON.parse", async () => {
    const long = "x".repeat(400);
    const lines = [
      { type: "session", version: 3, id: "s", meta: long },
      { type: "message", id: long, parentId: null, message: { role: "user", content: long } },
      {
        type: "message",
        id: "a",
        parentId: long,
        message: {
          role: "assistant",
          content: [{ type: "toolCall", id: long, name: "bash", arguments: { command: long } }],
        },
      },
      {
        type: "message",
        id: "r",
        parentId: "a",
        message: { role: "toolResult", toolCallId: long, toolName: "bash", content: [{ type: "text", text: long }] },
      },
      {
        type: "message",
        id: "b",
        parentId: "r",
        message: {
          role: "assistant",
          content: [{ type: "toolCall", id: "c", name: "read", arguments: JSON.stringify({ path: long }) }],
        },
      },
      { type: "label", id: "l", parentId: "b", targetId: long, label: long },
      { type: "session_info", id: "n", parentId: "l", name: long },
      { type: long, id: "u", parentId: "n" },
    ];
    const file = new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join("")]);
    expect(await read(file, true)).toEqual(await read(file, false));
  });

  test("lines longer than one read, blank lines and an unfinished last line have exact spans", async () => {
    const drawn = draw('u1 user "hello"\na1 assistant "well"');
    const huge = JSON.stringify({
      type: "custom",
      id: "z",
      parentId: "a1",
      customType: "x",
      data: "y".repeat(3 << 20),
    });
    const file = new Blob([drawn, "\n \r\n", huge, '\n{"type":"mess']);
    expect(await read(file, true)).toEqual(await read(file, false));
  });
});
