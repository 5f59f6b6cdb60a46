import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openSession, type Problem, type ProblemCode } from "../../../src/core/index.ts";
import { MAX_LINE_BYTES } from "../../../src/core/format/lines.ts";
import { brokenLine } from "../../../src/core/session/line-problems.ts";
import { draw } from "../../make/draw.ts";
import { header } from "../../make/entries.ts";

/** One smallest file for every problem a file can have: which line is named, at which byte, how loudly, for which entry. */

interface Case {
  readonly severity: Problem["severity"];
  readonly file: string | readonly BlobPart[];
  /** 1-based line the problem names, and what stands before that line in the file. */
  readonly line: number;
  /** Row of the entry it belongs to; undefined when the line is none. */
  readonly row: number | undefined;
  /** Other problems the same file cannot be without. */
  readonly also?: readonly ProblemCode[];
}

const HEADER = `${JSON.stringify(header())}\n`;
const time = "2026-03-12T09:00:01.000Z";
/** A user's line with some fields changed. */
function entry(more: { readonly [field: string]: unknown }): string {
  const message = { role: "user", content: "hello", timestamp: 0 };
  return `${JSON.stringify({ type: "message", id: "u1", parentId: null, timestamp: time, message, ...more })}\n`;
}
const ENTRY = entry({});

const cases: { readonly [code in Exclude<ProblemCode, "line-too-long">]: Case } = {
  "unparsable-line": { severity: "error", file: `${HEADER}{"type":\n${ENTRY}`, line: 2, row: undefined },
  "glued-records": { severity: "error", file: `${HEADER}${ENTRY.trim()}{"a":1}\n`, line: 2, row: undefined },
  "torn-line": { severity: "info", file: `${HEADER}${ENTRY}{"type":"mess`, line: 3, row: undefined },
  "not-an-object": { severity: "error", file: `${HEADER}42\n${ENTRY}`, line: 2, row: 0 },
  "ignored-value": { severity: "warning", file: `${HEADER}null\n${ENTRY}`, line: 2, row: undefined },
  "byte-order-mark": { severity: "warning", file: `\ufeff${HEADER}${ENTRY}`, line: 1, row: undefined },
  "invalid-utf8": {
    severity: "warning",
    file: [HEADER, ENTRY.slice(0, -2), ',"latin":"', new Uint8Array([0xe9]), '"}\n'],
    line: 2,
    row: 0,
  },
  "header-missing": { severity: "error", file: ENTRY, line: 1, row: undefined },
  "header-late": { severity: "error", file: `${ENTRY}${HEADER}`, line: 2, row: undefined },
  "header-bad-id": {
    severity: "error",
    file: `${JSON.stringify(header({ id: 7 }))}\n${ENTRY}`,
    line: 1,
    row: undefined,
  },
  "header-repeated": { severity: "warning", file: `${HEADER}${ENTRY}${HEADER}`, line: 3, row: undefined },
  "version-newer": {
    severity: "warning",
    file: `${JSON.stringify(header({ version: 4 }))}\n${ENTRY}`,
    line: 1,
    row: undefined,
  },
  "version-lost": {
    severity: "error",
    file: `${JSON.stringify(header({ version: undefined }))}\n${ENTRY}`,
    line: 1,
    row: undefined,
  },
  "missing-id": { severity: "error", file: `${HEADER}${entry({ id: undefined })}${ENTRY}`, line: 2, row: 0 },
  "bad-id": { severity: "warning", file: `${HEADER}${entry({ id: 7 })}${ENTRY}`, line: 2, row: 0 },
  "duplicate-id": { severity: "error", file: `${HEADER}${ENTRY}${ENTRY}`, line: 2, row: 0 },
  "missing-parent": {
    severity: "error",
    file: `${HEADER}${ENTRY}${entry({ id: "u2", parentId: "gone" })}`,
    line: 3,
    row: 1,
  },
  "bad-parent": {
    severity: "warning",
    file: `${HEADER}${ENTRY}${entry({ id: "u2", parentId: undefined })}`,
    line: 3,
    row: 1,
  },
  cycle: {
    severity: "error",
    file: draw(`u1 user\na1 < b1 assistant\nb1 < a1 assistant`),
    line: 3,
    row: 1,
  },
  "self-parent": { severity: "error", file: draw(`u1 user\na1 < a1 assistant`), line: 3, row: 1 },
  "bad-timestamp": { severity: "warning", file: `${HEADER}${entry({ timestamp: "noon" })}`, line: 2, row: 0 },
  "missing-message": { severity: "error", file: `${HEADER}${entry({ message: undefined })}`, line: 2, row: 0 },
  "malformed-edit": {
    severity: "warning",
    file: draw(`u1 user\ne1 entry context_edit targetId=u1`),
    line: 3,
    row: 1,
  },
  "odd-usage": {
    severity: "info",
    file: draw(`u1 user\na1 assistant usage=\na2 assistant usage=`),
    line: 3,
    row: 1,
  },
  "odd-content": { severity: "warning", file: draw(`u1 user content=null`), line: 2, row: 0 },
  "odd-arguments": {
    severity: "warning",
    file: draw(
      `u1 user\na1 assistant content=[{"type":"toolCall","id":"c1","name":"read","arguments":null}]\nr1 result c1 "x"`,
    ),
    line: 3,
    row: 1,
  },
  "foreign-record": {
    severity: "info",
    file: `{"type":"title","title":"A name"}\n${HEADER}${ENTRY}`,
    line: 1,
    row: undefined,
    also: ["header-late"],
  },
  "bad-name": { severity: "warning", file: draw(`u1 user\ns1 entry session_info name=7`), line: 3, row: 1 },
  "edit-unknown-target": { severity: "warning", file: draw(`u1 user\ne1 omit gone`), line: 3, row: 1 },
  "label-unknown-target": { severity: "warning", file: draw(`u1 user\nl1 label gone "words"`), line: 3, row: 1 },
  "kept-not-on-path": { severity: "warning", file: draw(`u1 user\nc1 compaction "sum" keep=gone`), line: 3, row: 1 },
  "result-without-call": { severity: "warning", file: draw(`u1 user\nr1 result c1 "out"`), line: 3, row: 1 },
  "call-without-result": {
    severity: "info",
    file: draw(`u1 user\na1 assistant c1:read{"path":"a"}`),
    line: 3,
    row: 1,
  },
  "unknown-type": { severity: "info", file: draw(`u1 user\nx1 entry git_state`), line: 3, row: 1 },
  "unknown-role": { severity: "info", file: draw(`u1 user\nx1 role oracle content="words"`), line: 3, row: 1 },
  "unknown-block": { severity: "info", file: draw(`u1 user {"type":"sparkle"}`), line: 2, row: 0 },
  "leaf-without-id": {
    severity: "error",
    file: `${HEADER}${ENTRY}${entry({ id: undefined, parentId: "u1" })}`,
    line: 3,
    row: 1,
    also: ["missing-id"],
  },
};

function blobOf(file: Case["file"]): Blob {
  return new Blob(typeof file === "string" ? [file] : [...file]);
}

/** Byte offset at which a 1-based line begins. */
async function lineOffset(file: Blob, line: number): Promise<number> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let offset = 0;
  for (let at = 1; at < line; at++) offset = bytes.indexOf(10, offset) + 1;
  return offset;
}

describe("a problem", () => {
  it.each(Object.entries(cases))("%s is told once, with its line, byte offset and entry", async (code, given) => {
    const { severity, line, row, also = [] } = given;
    const file = blobOf(given.file);
    const { problems } = await openSession(file);
    const [found, ...more] = problems.filter((problem) => problem.code === code);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code, severity, line, offset: await lineOffset(file, line) });
    expect(found?.row).toBe(row);
    expect(found?.message).toMatch(/^[^\s].*\S$/u);
    expect(problems.map((problem) => problem.code).filter((other) => other !== code)).toEqual(also);
  });

  it("is listed by line, and problems without an entry have no row", async () => {
    const file = `${HEADER}not json\n${entry({ id: 7, parentId: 7 })}0\n${entry({ parentId: "gone" })}`;
    const { problems } = await openSession(new Blob([file]));
    expect(problems.map(({ code, line, row }) => [line, code, row])).toEqual([
      [2, "unparsable-line", undefined],
      [3, "bad-id", 0],
      [3, "self-parent", 0],
      [4, "ignored-value", undefined],
      [5, "missing-parent", 1],
    ]);
  });

  it("duplicate-id is not said of entries without ids, and once of every entry but the last of its id", async () => {
    const bare = entry({ id: undefined });
    const twins = await openSession(new Blob([HEADER, bare, bare, ENTRY, ENTRY, ENTRY]));
    const found = twins.problems.filter(({ code }) => code === "duplicate-id");
    expect(found.map(({ row }) => row)).toEqual([2, 3]);
    expect(found[0]?.message).toContain("Line 6");
  });

  it("leaf-without-id says where Pi stands: at the entry, or before any for the id null", async () => {
    const told = async (id: unknown): Promise<string | undefined> => {
      const { problems } = await openSession(new Blob([HEADER, ENTRY, entry({ id, parentId: "u1" })]));
      return problems.find(({ code }) => code === "leaf-without-id")?.message;
    };
    expect(await told(null)).toContain("before any entry");
    expect(await told(undefined)).toContain("its context is this entry");
    expect(await told(0)).toBeUndefined();
  });

  it("glued-records carries the text of each record", async () => {
    const { problems } = await openSession(new Blob([`${HEADER}${ENTRY.trim()}{"a":1}\n`]));
    expect(problems[0]?.records).toEqual([ENTRY.trim(), '{"a":1}']);
  });

  it("torn-line is said of a last line only, and a whole last line without a newline is no problem", async () => {
    const torn = await openSession(new Blob([`${HEADER}{"type"\n${ENTRY}{"type"`]));
    expect(torn.problems.map(({ code, line }) => [code, line])).toEqual([
      ["unparsable-line", 2],
      ["torn-line", 4],
    ]);
    const whole = await openSession(new Blob([HEADER, ENTRY.trimEnd()]));
    expect(whole.problems).toEqual([]);
    expect(whole.ids()).toEqual(["u1"]);
  });

  it("cycle is said once a loop, however many entries are in it or hang below it", async () => {
    const file = draw(`
      u1 user
      a1 < b1 assistant
      b1 < c1 assistant
      c1 < a1 assistant
        d1 < c1 user
        d2 < d1 user
      x1 < y1 user
      y1 < x1 user
    `);
    const { problems } = await openSession(new Blob([file]));
    expect(problems.map(({ code, row }) => [code, row])).toEqual([
      ["cycle", 1],
      ["cycle", 6],
    ]);
    expect(problems[0]?.message).toContain("a1 → b1 → c1");
  });

  it("missing-parent says how many entries are out of reach", async () => {
    const file = draw(`
      u1 user
      a1 assistant
      u2 < gone user
    `);
    const { problems } = await openSession(new Blob([file]));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(/Its parent gone is not in the file.*2 earlier entries are out of reach/);
  });

  it("line-too-long names its bytes, for a line beyond what can be read as one text", () => {
    const length = MAX_LINE_BYTES + 1;
    const line = { bytes: null, offset: 90, length, number: 2, terminated: true };
    const problem = brokenLine(line, undefined, "");
    expect(problem).toMatchObject({ code: "line-too-long", severity: "error", line: 2, offset: 90 });
    expect(problem.message).toContain(String(length));
  });
});

describe("a healthy session has no problem", () => {
  const whole = draw(`
    s1 system "You are careful." tools=["read"]
    m1 model demo/beacon-1
    t1 thinking high
    u1 user "look"
    a1 assistant ~"hm" "Let me read." c1:read{"path":"a.ts"} c2:bash{"command":"ls"}
    r1 result c1 "text"
    r2 result c2 "files"
      u2 user "other way"
      a2 assistant c3:read{"path":"b.ts"} stopReason=aborted
    b1 branch "The other way was aborted." from=a2
    u3 bash "npm test" "fine" excludeFromContext=true
    o1 omit r2
    p1 replace u1 "look here"
    c1 compaction "So far" keep=u1
    c2 compaction "More" keep=c2
    n1 name "A name"
    l1 label u1 "start"
    l2 label u1
    w1 usage cache_warm
    x1 custom demo.state {"a":1}
    x2 extension demo.note "words"
  `);

  it.each<[string, string | Uint8Array]>([
    ["with every kind of entry", whole],
    ["with CRLF", whole.replaceAll("\n", "\r\n")],
    ["with blank lines", whole.replaceAll("\n", "\n \n\t\n")],
    ["without a final newline", whole.trimEnd()],
    ["of version 2", draw(`h1 role hookMessage content="words"`, { header: { version: 2 } })],
    ["with U+2028, U+0085 and U+FFFD inside a text", draw(`u1 user "a\u2028b\u0085c\ufffd"`)],
    ["with nothing but a header", HEADER],
    ["without a byte", ""],
  ])("%s", async (_, file) => {
    const { problems } = await openSession(new Blob([file as BlobPart]));
    expect(problems).toEqual([]);
  });

  it("of version 1, whose entries have no ids", async () => {
    const lines = [
      { type: "session", id: "s", timestamp: time, cwd: "/" },
      { type: "message", timestamp: time, message: { role: "user", content: "hello", timestamp: 0 } },
      { type: "compaction", timestamp: time, summary: "sum", firstKeptEntryIndex: 1, tokensBefore: 5 },
    ];
    const { problems } = await openSession(new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join("")]));
    expect(problems).toEqual([]);
  });

  it("the sample that ships with the page", async () => {
    const { problems } = await openSession(
      new Blob([await readFile(new URL("../../../src/state/sample.jsonl", import.meta.url))]),
    );
    expect(problems.filter(({ severity }) => severity !== "info")).toEqual([]);
  });

  it.each(['"text"', "{}", "5", '{"content":5}'])(
    "says of the replacement %s that it leaves no content to read",
    async (replacement) => {
      const session = await openSession(
        new Blob([draw(`u1 user\ne1 entry context_edit targetId=u1 replacement=${replacement}`)]),
      );
      expect(session.problems.map(({ code, row }) => [code, row])).toEqual([["malformed-edit", 1]]);
    },
  );

  it("names the session by a title record, which is no entry", async () => {
    const session = await openSession(new Blob([`{"type":"title","title":" A name "}\n${HEADER}${ENTRY}`]));
    expect([session.name, session.ids()]).toEqual(["A name", ["u1"]]);
    const record = session.problems.find(({ code }) => code === "header-late");
    expect(record?.message).toContain("behind another record");
  });

  it.each([
    ["usage entries without a usage", "u1 user\ns1 entry usage kind=x", "odd-usage", "warning"],
    ["content that is an object", 'u1 user content={"a":1}', "odd-content", "warning"],
    ["a list with null in it", "u1 user content=[null]", "odd-content", "warning"],
    ["a time that is a number", "u1 user @timestamp=1773306001000", "bad-timestamp", "info"],
  ])("says where Pi trips: %s", async (_what, drawing, code, severity) => {
    const session = await openSession(new Blob([draw(drawing)]));
    expect(session.problems.map((problem) => [problem.code, problem.severity])).toContainEqual([code, severity]);
  });

  it.each([
    [`${HEADER}${"\0".repeat(3)}${ENTRY}`, "it holds 3 NUL bytes"],
    [`${HEADER}${ENTRY.replace("hello", "a\tb")}`, "a control character (U+0009) stands in a text"],
  ])("says what broke a line by its characters", async (file, words) => {
    expect((await openSession(new Blob([file]))).problems[0]?.message).toContain(words);
  });
});
