import { describe, expect, it } from "vitest";
import { fileLines, lineCount } from "../../../src/core/present/lines.ts";
import { problemViews } from "../../../src/core/present/problems.ts";
import { rawLine, rawView } from "../../../src/core/present/raw.ts";
import { openSession } from "../../../src/core/session/open.ts";
import { draw } from "../../make/draw.ts";

const FILE = [
  "! a shell banner",
  '! {"type":"session","id":"s1","cwd":"/srv"}',
  '! {"type":"model_change","provider":"demo","modelId":"beacon-1"}',
  "!",
  "! null",
  '! {"type":"session","version":3,"id":"second"}',
  '! {"type":"message","message":{"role":"user","content":"hi"}}',
  `! ${"x".repeat(1000)}`,
  '! {"type":"message","message":',
].join("\n");

function text(drawing: string): string {
  // Without the drawn header; the last line is cut off.
  return draw(drawing, { header: null }).trimEnd();
}

describe("the file order list", () => {
  it("has every line that is not blank: entries, headers, values and what is broken", async () => {
    const file = text(FILE);
    const session = await openSession(new Blob([file]));
    const lines = await fileLines(session, 0, 100, 1);
    expect(lines.map(({ line, row, text, fate }) => [line, row, text.slice(0, 60), fate])).toEqual([
      [1, null, "a shell banner", null],
      [2, null, "Session v1: s1", null],
      [3, 0, "[v1-3] Model: demo/beacon-1", "no message"],
      [5, null, "null", null],
      [6, null, "Session v3: second", null],
      [7, 1, '[v1-7] user: "hi"', "in context"],
      [8, null, "x".repeat(60), null],
      [9, null, '{"type":"message","message":', null],
    ]);
    expect(lines.map(({ problems }) => problems.map(({ code }) => code).join())).toEqual([
      "unparsable-line",
      "",
      "bad-timestamp",
      "ignored-value",
      "header-repeated",
      "bad-timestamp",
      "unparsable-line",
      "torn-line",
    ]);
    expect(lines[6]?.text).toHaveLength(400);
    expect(lineCount(session)).toBe(8);
    for (const { offset, bytes, line } of lines)
      expect(file.slice(offset, offset + bytes)).toBe(file.split("\n")[line - 1]);
  });

  it("is cut to the bounds asked for, at any place", async () => {
    const session = await openSession(new Blob([text(FILE)]));
    const lines = async (from: number, to: number) =>
      (await fileLines(session, from, to, null)).map(({ line }) => line);
    expect(await lines(2, 5)).toEqual([3, 5, 6]);
    expect(await lines(5, 6)).toEqual([7]);
    expect(await lines(7, 50)).toEqual([9]);
    expect(await lines(-3, 1)).toEqual([1]);
    expect(await lines(8, 9)).toEqual([]);
    expect(await lines(4, 2)).toEqual([]);
  });

  it("is empty for an empty file", async () => {
    const session = await openSession(new Blob([""]));
    expect(await fileLines(session, 0, 10, null)).toEqual([]);
  });
});

describe("a raw line", () => {
  it("is exact and pretty, whatever it holds", async () => {
    const session = await openSession(new Blob([text(FILE).replaceAll("\n", "\r\n")]));
    expect(await rawView(session, 0, 0)).toEqual({
      line: 3,
      offset: 59,
      bytes: 63,
      exact: '{"type":"model_change","provider":"demo","modelId":"beacon-1"}\r',
      exactWhole: true,
      pretty: '{\n  "type": "model_change",\n  "provider": "demo",\n  "modelId": "beacon-1"\n}',
    });
    expect(await rawView(session, null, 1)).toMatchObject({ exact: "a shell banner\r", pretty: null });
    expect(await rawView(session, null, 2)).toMatchObject({ line: 2, exactWhole: true });
    expect((await rawView(session, null, 7)).line).toBe(7);
    await expect(rawView(session, null, 4)).rejects.toThrow(RangeError);
    await expect(rawView(session, null, 99)).rejects.toThrow(RangeError);
    await expect(rawView(session, 99, 1)).rejects.toThrow(RangeError);
  });

  it("can be had whole, byte by byte, whatever its size", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(`\ufeff${draw("u user")}{"a":"`), 0xff, 0x00, 0xe2]);
    const long = new TextEncoder().encode(`"}${"x".repeat(300_000)}\r\n{"b":1}`);
    const session = await openSession(new Blob([bytes, long]));
    const whole = async (row: number | null, line: number): Promise<Uint8Array> =>
      new Uint8Array(await (await rawLine(session, row, line)).arrayBuffer());
    const stored = new Uint8Array([...bytes, ...long]);
    const starts = [0, ...Array.from(stored.keys()).filter((at) => stored[at - 1] === 10), stored.length + 1];
    for (const line of [1, 3, 4]) {
      expect(await whole(null, line)).toEqual(stored.slice(starts[line - 1], starts[line]! - 1));
    }
    expect(await whole(0, 0)).toEqual(stored.slice(starts[1], starts[2]! - 1));
    await expect(rawLine(session, null, 9)).rejects.toThrow(RangeError);
    await expect(rawLine(session, 9, 1)).rejects.toThrow(RangeError);
  });

  it("is cut between characters beyond 256 kB, and then not pretty", async () => {
    const words = "ü".repeat(200_000);
    const session = await openSession(new Blob([draw("u user $words", { values: { words } })]));
    const raw = await rawView(session, 0, 2);
    expect(raw).toMatchObject({ exactWhole: false, pretty: null });
    expect(raw.exact).toMatch(/^\{"type":"message".*ü$/s);
    expect(new TextEncoder().encode(raw.exact).length).toBeGreaterThan(262_142);
  });

  it("is not pretty when it is nested too deep", async () => {
    const deep = `{"type":"custom","id":"c","parentId":null,"data":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const session = await openSession(new Blob([draw(`! ${deep}`)]));
    expect(await rawView(session, 0, 2)).toMatchObject({ exact: deep, pretty: null });
  });

  it("is pretty without its byte order mark", async () => {
    const session = await openSession(new Blob([`\ufeff${draw("u user")}`]));
    const raw = await rawView(session, null, 1);
    expect(raw.exact.charCodeAt(0)).toBe(0xfeff);
    expect(raw.pretty).toMatch(/^\{\n {2}"type": "session"/);
  });
});

describe("records of a glued line", () => {
  const user = (text: string): string =>
    `{"type":"message","id":"u","parentId":null,"message":{"role":"user","content":"${text}"}}`;

  it("are in the problem, named and pretty", async () => {
    const session = await openSession(new Blob([draw(`! ${user("one")}{"n":1}`)]));
    const [problem] = problemViews(session);
    expect(problem?.records).toEqual([
      { title: '[u] user: "one"', text: JSON.stringify(JSON.parse(user("one")), null, 2) },
      { title: expect.stringContaining("no type") as unknown, text: '{\n  "n": 1\n}' },
    ]);
    expect(problem?.message).toContain("so both are lost");
  });

  it("are bounded in number and length", async () => {
    const many = await openSession(new Blob([draw(`! ${"{}".repeat(100)}\n! ${user("y".repeat(200_000))}{}`)]));
    const [first, second] = problemViews(many);
    expect(first?.records).toHaveLength(8);
    expect(second?.records?.map(({ text }) => text.length)).toEqual([16_000, 2]);
    expect(second?.records?.every(({ title }) => title.length <= 100)).toBe(true);
  });
});
