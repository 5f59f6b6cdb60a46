import { describe, expect, it } from "vitest";
import * as core from "../../src/core/index.ts";
import { openSession, type Session } from "../../src/core/index.ts";
import { draw } from "../make/draw.ts";
import { disagreements, everyPoint } from "./disagreements.ts";
import { openWithPi, type PiSession } from "./pi.ts";

/**
 * Where Pi refuses a file, throws or would never return, there is nothing to equal: what the viewer says is stated here
 * by hand, beside what Pi does.
 */

const TALK = 'u user "Why?"\na assistant "Because."\n  x user "Left?"\n  y assistant\nv user "Right?"\nw assistant\n';

function open(text: string): Promise<Session> {
  return openSession(new Blob([text]));
}

function pi(text: string): PiSession {
  const opened = openWithPi(text);
  if (!("value" in opened) || opened.value === undefined) throw new Error("Pi does not open it");
  return opened.value;
}

function codes(session: Session): string[] {
  return [...new Set(session.problems.map(({ code }) => code))];
}

/** Everything but the header equals what Pi says of another file. */
async function readsAs(session: Session, other: string): Promise<void> {
  const theirs = pi(other);
  const found = await disagreements(session, theirs, everyPoint(theirs));
  expect(found.filter((line) => !line.startsWith("header"))).toEqual([]);
}

async function texts(session: Session, leaf?: string): Promise<unknown[]> {
  const { messages } = await session.buildSessionContext(leaf);
  return messages.map((message) => (message as { content: unknown }).content);
}

describe("a file that Pi refuses", () => {
  it("reads as without its byte order mark", async () => {
    const marked = `\ufeff${draw(TALK)}`;
    expect(openWithPi(marked)).toEqual({ value: undefined });
    const session = await open(marked);
    expect(codes(session)).toEqual(["byte-order-mark"]);
    await readsAs(session, draw(TALK));
    await readsAs(await open(marked.replaceAll("\n", "\r\n")), draw(TALK));
  });

  it("reads as version 3 by its own ids when the header is missing", async () => {
    const headless = draw(TALK, { header: null });
    expect(openWithPi(headless)).toEqual({ value: undefined });
    const session = await open(headless);
    expect(codes(session)).toEqual(["header-missing"]);
    expect(session.header).toBeNull();
    expect(session.roots()).toEqual(["u"]);
    expect(session.children("a")).toEqual(["x", "v"]);
    await readsAs(session, draw(TALK));
  });

  it("reads as version 1 when neither a header nor an id is there", async () => {
    const bare =
      'u user @id= @parentId=\na assistant @id= @parentId=\nk compaction "so far" keep= firstKeptEntryIndex=1 @id= @parentId=\n';
    expect(openWithPi(draw(bare, { header: null }))).toEqual({ value: undefined });
    const session = await open(draw(bare, { header: null }));
    expect(codes(session)).toContain("header-missing");
    expect(session.path()).toEqual(session.ids());
  });

  it("reads on when the header’s id is no text", async () => {
    const file = draw(TALK, { header: { id: 7 } });
    expect(openWithPi(file)).toEqual({ value: undefined });
    const session = await open(file);
    expect(codes(session)).toEqual(["header-bad-id"]);
    await readsAs(session, draw(TALK));
  });

  it("finds a header behind other records", async () => {
    const [header = "", ...entries] = draw(TALK).split("\n");
    const late = ['{"type":"title","title":"  A padded title  "}', header, ...entries].join("\n");
    expect(openWithPi(late)).toEqual({ value: undefined });
    const session = await open(late);
    expect(session.header?.["type"]).toBe("session");
    expect(codes(session)).toContain("header-late");
    expect(await texts(session)).toHaveLength(4);
  });

  it("is empty without a line", async () => {
    expect(openWithPi("")).toEqual({ value: undefined });
    for (const file of ["", "\n", " \r\n\n"]) {
      const session = await open(file);
      expect(session.ids()).toEqual([]);
      expect(session.leafId).toBeNull();
      expect(await session.buildSessionContext()).toEqual({ messages: [], model: null, thinkingLevel: "off" });
    }
  });

  it("is named when it is something else", async () => {
    await expect(open('{"type":"session_meta","payload":{}}\n')).rejects.toThrow(core.WrongKindError);
    await expect(open("dear diary\n")).rejects.toThrow(core.WrongKindError);
  });
});

describe("where Pi would never return", () => {
  it("shows each entry of a circle once, and says so", async () => {
    const file = draw("u user\nx < y user\ny < x assistant\nz user\n");
    expect(pi(file).at(undefined)).toEqual({ hang: true });
    const session = await open(file);
    expect(codes(session)).toContain("cycle");
    expect(session.path()).toEqual(["x", "y", "z"]);
    expect(await texts(session)).toHaveLength(3);
    expect(session.path("x")).toEqual(["y", "x"]);
    expect(session.fates("u").map(({ fate }) => fate)).toEqual([
      "in context",
      "other branch",
      "other branch",
      "other branch",
    ]);
    expect(session.roots()).toEqual(["u"]);
    expect(session.children("x")).toEqual(["y"]);
  });

  it("shows an entry that is its own parent once, as a root", async () => {
    const file = draw("u < u user\na assistant\n");
    expect(pi(file).at(undefined)).toEqual({ hang: true });
    const session = await open(file);
    expect(codes(session)).toContain("self-parent");
    expect(session.path()).toEqual(["u", "a"]);
    expect(session.roots()).toEqual(["u"]);
    expect(session.children("u")).toEqual(["a"]);
  });

  it("draws a finite tree when a repeated id closes a circle below a root", async () => {
    const file = draw("a user\nb assistant\na < b user\n");
    expect(pi(file).tree).toEqual({ hang: true });
    const session = await open(file);
    expect(codes(session)).toContain("duplicate-id");
    expect(session.ids()).toEqual(["a", "b", "a"]);
    expect(session.path()).toEqual(["b", "a"]);
  });
});

describe("where Pi throws", () => {
  it.each([
    ["missing", ""],
    ["null", "null"],
  ])("an entry whose message is %s makes none", async (_what, message) => {
    const file = draw(`u user\nm user @message=${message}\na assistant\n`);
    expect(pi(file).at(undefined)).toMatchObject({ projection: { crash: expect.stringContaining("role") as string } });
    const session = await open(file);
    expect(codes(session)).toContain("missing-message");
    expect(await texts(session)).toHaveLength(2);
    expect(session.fates()[1]).toEqual({ id: "m", fate: "no message" });
    expect(session.buildContextEntries()).toEqual(["u", "m", "a"]);
    expect(await session.contextTokens()).toBeGreaterThan(0);
  });

  it.each(['user "before"', 'assistant "before"', 'extension demo.note "before"'])(
    "an edit of %s without a replacement changes nothing",
    async (target) => {
      const file = draw(`u ${target}\ne omit u replacement=\n`);
      expect(pi(file).at(undefined)).toMatchObject({ projection: { crash: expect.any(String) as string } });
      const session = await open(file);
      expect(codes(session)).toContain("malformed-edit");
      expect(await texts(session)).toEqual(await texts(session, "u"));
      expect(session.fates()[0]?.fate).toBe("in context");
    },
  );

  it("an edit without a replacement still is the last one", async () => {
    const session = await open(draw('u user "before"\no omit u\ne omit u replacement=\n'));
    expect(await texts(session)).toEqual(["before"]);
    expect(await texts(session, "o")).toEqual([]);
  });

  it("a name that is no text is passed over", async () => {
    const file = draw('u user\nn name "A name"\no name "" name=7\n');
    expect(pi(file).name).toEqual({ crash: expect.any(String) as string });
    expect((await open(file)).name).toBe("A name");
  });

  it("usage that is missing or odd counts as nothing", async () => {
    const file = draw(
      'a assistant use=[1,2,3,4]\nb assistant usage=\nc assistant usage={"input":5,"cost":null}\nd usage other usage=\n',
    );
    expect(pi(file).usage).toEqual({ crash: expect.any(String) as string });
    const { cost, ...tokens } = (await open(file)).usageTotals();
    expect(tokens).toEqual({ input: 6, output: 2, cacheRead: 3, cacheWrite: 4, total: 15 });
    expect(cost).toBeCloseTo(0.000049, 9);
  });

  it.each(["{}", "5", "true", '{"length":3}'])("content %s has a size, and is handed on as it is", async (content) => {
    for (const role of ["system", "user", "assistant", "result c1"]) {
      const session = await open(draw(`u user "four"\nm ${role} content=${content}\n`));
      expect(await session.contextTokens()).toBeGreaterThan(0);
      const { messages } = await session.buildSessionContext();
      expect(core.convertToLlm(messages)[1]).toMatchObject({ content: JSON.parse(content) as unknown });
      expect(typeof core.getCurrentSystemPrompt(messages)).toBe("string");
      expect(core.getCurrentTools(messages)).toEqual([]);
    }
  });

  it("a value that is no entry stands in a version 1 chain without breaking it", async () => {
    const file = draw("u user @id= @parentId=\n! 42\na assistant @id= @parentId=\n", { header: { version: 1 } });
    expect(openWithPi(file)).toEqual({ crash: expect.stringContaining("42") as string });
    const session = await open(file);
    expect(codes(session)).toContain("not-an-object");
    expect(await texts(session)).toHaveLength(2);
  });

  it("more entries after a compaction than an argument list can hold are all there", { timeout: 120_000 }, async () => {
    const lines = [draw('k compaction "so far" keep=k').trimEnd()];
    for (let at = 0; at < 130_000; at++)
      lines.push(`{"type":"custom","id":"c${at}","parentId":"${at === 0 ? "k" : `c${at - 1}`}"}`);
    const file = lines.join("\n");
    expect(pi(file).at(undefined)).toMatchObject({
      context: { crash: expect.stringContaining("call stack") as string },
    });
    const session = await open(file);
    expect(session.buildContextEntries()).toHaveLength(130_001);
  });
});

describe("lines that Pi’s loader drops", () => {
  it("are listed, and change nothing", async () => {
    const [header = "", ...entries] = draw(TALK).trimEnd().split("\n");
    const noisy = [
      "#!/bin/sh",
      header,
      "null",
      ...entries.flatMap((line) => [line, "0", "false", '""', ""]),
      '{"type":"mess',
    ].join("\n");
    const session = await open(noisy);
    expect(codes(session).toSorted()).toEqual(["ignored-value", "torn-line", "unparsable-line"]);
    expect(session.problems.filter(({ code }) => code === "ignored-value")).toHaveLength(1 + 3 * entries.length);
    await readsAs(session, draw(TALK));
  });

  it("may be two records on one line: both can be read in the problem, neither is in the context", async () => {
    const lines = draw(TALK).trimEnd().split("\n");
    const glued = [...lines.slice(0, 2), `${lines[2]}${lines[3]}`, ...lines.slice(4)].join("\n");
    const session = await open(glued);
    const problem = session.problems.find(({ code }) => code === "glued-records");
    expect(problem).toMatchObject({
      line: 3,
      offset: Buffer.byteLength(`${lines[0]}\n${lines[1]}\n`),
      records: [lines[2], lines[3]],
    });
    await readsAs(session, glued);
  });
});
