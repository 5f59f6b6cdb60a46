import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import type { Report } from "../../../src/core/view/report.ts";
import { openDrawing, rowIn } from "../present/open-drawing.ts";
import { said as saidAt, tablesOf } from "./words.ts";

/** As it is read, at whatever time of day. */
function said(cell: Parameters<typeof saidAt>[0]): string {
  return saidAt(cell).replaceAll(/\d\d:\d\d/g, "0:00");
}

interface Asked {
  readonly point?: string;
  readonly selection?: string;
  readonly file?: string;
}

async function files(
  drawing: string,
  { point, selection, file }: Asked = {},
  values: Record<string, unknown> = {},
): Promise<Report> {
  const session = await openDrawing(drawing, { values });
  const query = {
    name: "files",
    point: point === undefined ? session.index.leaf : rowIn(session, point),
    selection: selection === undefined ? null : rowIn(session, selection),
    choices: file === undefined ? {} : { file },
  } as const;
  return reportOf(session, query, new AbortController().signal);
}

/** Rows of a table as texts, without the columns that are not asked for. */
function rows(report: Report, label: string, ...columns: string[]): string[][] {
  const table = tablesOf(report).find((one) => one.label === label);
  if (table === undefined) throw new Error(`no table ${label}`);
  const wanted = columns.map((title) => table.columns.findIndex((column) => column.title === title));
  return table.rows.map((row) => (columns.length === 0 ? row.map(said) : wanted.map((at) => said(row[at]))));
}

const ALL = "Files read, edited and written";
const ONE = "Calls on this file";

const WORK = `
  u1 user "go"
  a1 assistant c1:read{"path":"src/a.ts"} c2:read{"path":"./src/b.ts"}
  r1 result c1 "twelve chars"
  r2 result c2 "eight ch"
  a2 assistant c3:edit{"path":"/srv/demo/lighthouse/src/a.ts","edits":[{"oldText":"x","newText":"sixteen chars ok"}]}
  r3 result c3 "ok"
  a3 assistant c4:write{"path":"src/c.ts","content":"twenty characters ok"} c5:bash{"command":"rm -r src"} c6:grep{"pattern":"x","path":"src"}
  r4 result c4 "ok"
  r5 result c5 "ok"
  r6 result c6 "none"
`;

describe("the files of a path", () => {
  it("are counted by what was done to them and what the context has of them", async () => {
    const report = await files(WORK);
    expect(said(report.lead)).toBe("3 files touched, 3 have a copy in this context, 1 of them stale.");
    // A result of 12 characters and a new text of 16; a written text of 20; a result of 8.
    expect(rows(report, ALL)).toEqual([
      [
        "src/a.ts",
        "1",
        "1",
        "",
        "",
        "edit at 0:00",
        "7",
        "all of it",
        "since the edit at 0:00, which is in this context",
      ],
      ["src/c.ts", "", "", "1", "", "write at 0:00", "5", "all of it", ""],
      ["src/b.ts", "1", "", "", "", "read at 0:00", "2", "all of it", ""],
    ]);
    expect(tablesOf(report)[0]?.totals?.map(said)).toEqual(["3 files", "", "", "", "", "", "14", "", ""]);
    expect(rows(report, "Searches and listings")).toEqual([["grep", "src", "1", "[grep: /x/ in src]"]]);
    expect(report.sections[0]?.parts[0]).toMatchObject({
      text: ["1 command on this path may have read or changed any file: that is not guessed at."],
    });
  });

  it("are those up to the point", async () => {
    expect(said((await files(WORK, { point: "r2" })).lead)).toBe(
      "2 files touched, 2 have a copy in this context, none of them stale.",
    );
    expect(said((await files(WORK, { point: "u1" })).lead)).toBe("No call on this path reads, edits or writes a file.");
  });

  it("have no copy where a compaction summarised it, nor where an edit omitted or replaced it", async () => {
    const summarised = await files(`${WORK}  k compaction "So far." keep=a3\n`);
    expect(said(summarised.lead)).toBe("3 files touched, 1 has a copy in this context, none of them stale.");
    expect(rows(summarised, ALL, "File", "In context", "Of it")).toEqual([
      ["src/c.ts", "5", "all of it"],
      ["src/a.ts", "", ""],
      ["src/b.ts", "", ""],
    ]);
    const omitted = await files(`${WORK}  o omit r2\n  p replace r1 "gone"\n`);
    expect(rows(omitted, ALL, "File", "Of it")).toEqual([
      ["src/c.ts", "all of it"],
      ["src/a.ts", "only new texts of edits"],
      ["src/b.ts", ""],
    ]);
    expect(said(omitted.lead)).toBe(
      "3 files touched, 1 has a copy in this context, none of them stale. Of 1 other it holds only the new texts of edits.",
    );
  });

  it("say so where the change that made a copy stale is not in the context", async () => {
    const report = await files(`${WORK}  o omit a2\n`);
    expect(said(report.lead)).toBe(
      "3 files touched, 3 have a copy in this context, 1 of them stale. Of 1 the change that made it so is not in this context.",
    );
    expect(rows(report, ALL, "Stale")[0]).toEqual(["since the edit at 0:00, which is not in this context (omitted)"]);
  });

  it("are not made stale by a call that failed, or that has no result on the path", async () => {
    const report = await files(`
      a1 assistant c1:read{"path":"a"}
      r1 result c1 "text"
      a2 assistant c2:edit{"path":"a"} c3:write{"path":"a","content":"x"}
      r2 result c2 "no match" isError=true
    `);
    expect(rows(report, ALL, "Edits", "Writes", "Failed", "Stale")).toEqual([["", "", "2", ""]]);
  });

  it("are fresh again once read again", async () => {
    const again = `${WORK}  a4 assistant c7:read{"path":"src/a.ts"}\n  r7 result c7 "new text"\n`;
    expect(said((await files(again)).lead)).toBe("3 files touched, 3 have a copy in this context, none of them stale.");
    const stale = rows(await files(again, { file: "src/a.ts" }), ONE, "Call", "Stale").map(([what, words]) => [
      what,
      words !== "",
    ]);
    expect(stale).toEqual([
      ["read", true],
      ["edit", false],
      ["read", false],
    ]);
  });

  it("are changed by calls nested in another tool's, which leave no copy", async () => {
    const report = await files(`
      a1 assistant c1:read{"path":"a"}
      r1 result c1 "text"
      a2 assistant c2:codemode{"code":"…"}
      r2 result c2 "done" nestedCalls={"calls":[{"name":"edit","arguments":{"path":"a"},"status":"ok"},{"name":"write","arguments":{"path":"b"},"status":"error"},{"name":"read"},7,{"name":"read","arguments":{"path":"c"},"status":"ok"}],"complete":true}
    `);
    expect(rows(report, ALL, "File", "Edits", "Failed", "In context", "Stale")).toEqual([
      ["a", "1", "", "1", "since the edit at 0:00, which is in this context"],
      ["c", "", "", "", ""],
      ["b", "", "1", "", ""],
    ]);
    expect(said(report.lead)).toBe(
      "2 files touched, 1 has a copy in this context, 1 of them stale. Beside these 1 only in calls that failed.",
    );
  });

  it("are touched only by calls that were done: others are counted apart", async () => {
    const drawing = `
      a1 assistant c1:read{"path":"a"} c2:read{"path":"b"} c3:edit{"path":"b"} c4:write{"path":"c"} c5:read{"path":"../lighthouse/a"}
      r1 result c1 "text"
      r2 result c2 "no" isError=true
      r3 result c3 "no" isError=true
      r5 result c5 "text"
    `;
    const report = await files(drawing);
    expect(said(report.lead)).toBe(
      "1 file touched, 1 has a copy in this context, none of them stale. Beside these 1 only in calls that failed, 1 only in calls without a result.",
    );
    expect(report.sections[0]?.fact).toBe("1 file, 1 only in calls that failed, 1 only in calls without a result");
    expect(rows(report, ALL, "File", "Reads", "Failed")).toEqual([
      ["a", "2", ""],
      ["c", "", "1"],
      ["b", "", "2"],
    ]);
    expect(said((await files(drawing, { file: "b" })).lead)).toBe(
      "Every call on b failed: this context has no copy of it.",
    );
    expect(said((await files('a1 assistant c1:read{"path":"a"}\nr1 result c1 "no" isError=true')).lead)).toBe(
      "No call on this path is known to have touched a file: 1 only in calls that failed.",
    );
  });
});

describe("parts of a file", () => {
  const PATCH = "@@ -30,2 +30,3 @@\n a\n+b\n c\n";
  const drawing = (second: string): string => `
    a1 assistant c1:read{"path":"a","offset":1,"limit":20} c2:read{"path":"a","offset":40,"limit":20}
    r1 result c1 $head
    r2 result c2 $tail
    ${second}
  `;
  const text = (count: number, next: number): string =>
    `${Array.from({ length: count }, () => "x").join("\n")}\n\n[9 more lines in file. Use offset=${next} to continue.]`;
  const values = { head: text(20, 21), tail: text(20, 60), details: { patch: PATCH } };

  it("are named, and not stale by an edit of other lines", async () => {
    const report = await files(
      drawing(`a2 assistant c3:edit{"path":"a"}\n    r3 result c3 "ok" details=$details`),
      {},
      values,
    );
    expect(rows(report, ALL, "Of it", "Stale")).toEqual([["lines 1–20, lines 40–59", ""]]);
    expect(rows(await files(drawing(""), { file: "a" }, values), ONE, "Of it")).toEqual([
      ["lines 1–20"],
      ["lines 40–59"],
    ]);
  });

  it("move with edits above them, so that a later edit is held against where they are then", async () => {
    // The first edit puts a line in at 31: the copy of 40 to 59 is of 41 to 60 then.
    const later = (line: number) =>
      drawing(`a2 assistant c3:edit{"path":"a"}
    r3 result c3 "ok" details=$details
    a3 assistant c4:edit{"path":"a"}
    r4 result c4 "ok" details=${JSON.stringify({ diff: `-${line} old\n+${line} new` })}`);
    expect(rows(await files(later(40), {}, values), ALL, "Stale")).toEqual([[""]]);
    expect(rows(await files(later(60), {}, values), ALL, "Stale")).toEqual([
      ["since the edit at 0:00, which is in this context"],
    ]);
    expect(rows(await files(later(61), {}, values), ALL, "Stale")).toEqual([[""]]);
  });

  it("may be stale by an edit that tells no lines", async () => {
    const report = await files(drawing(`a2 assistant c3:edit{"path":"a"}\n    r3 result c3 "ok"`), {}, values);
    expect(rows(report, ALL, "Stale")).toEqual([
      ["since the edit at 0:00, which is in this context; it does not tell which lines it changed"],
    ]);
  });

  it("are not made good by an older copy that once had the same numbers", async () => {
    // Twenty lines put in at 31 move the copy of 40 to 59 to 60 to 79; of 45 to 50 as they are then, line 46 changes.
    const added = Array.from({ length: 20 }, (_, at) => `+${31 + at} new`).join("\n");
    const report = await files(
      drawing(`a2 assistant c3:edit{"path":"a"}
    r3 result c3 "ok" details=$added
    a3 assistant c4:read{"path":"a","offset":45,"limit":6}
    r4 result c4 $six
    a4 assistant c5:edit{"path":"a"}
    r5 result c5 "ok" details={"diff":"-46 old\\n+46 new"}`),
      {},
      { ...values, added: { diff: added }, six: text(6, 51) },
    );
    expect(rows(report, ALL, "Stale")).toEqual([["since the edit at 0:00, which is in this context"]]);
  });

  it("are made good by reading as much again", async () => {
    const after = (offset: number, limit: number): string =>
      drawing(`a2 assistant c3:edit{"path":"a"}
    r3 result c3 "ok"
    a3 assistant c4:read{"path":"a","offset":${offset},"limit":${limit}} c5:read{"path":"a","offset":40,"limit":20}
    r4 result c4 $again
    r5 result c5 $tail`);
    const again = (count: number, next: number) => ({ ...values, again: text(count, next) });
    expect(rows(await files(after(1, 25), {}, again(25, 26)), ALL, "Stale")).toEqual([[""]]);
    expect(rows(await files(after(1, 10), {}, again(10, 11)), ALL, "Stale")[0]?.[0]).toContain(
      "since the edit at 0:00",
    );
  });
});

describe("one file", () => {
  it("is told call by call, with the fate of each copy", async () => {
    const report = await files(`${WORK}  k compaction "So far." keep=a2\n`, { file: "src/a.ts" });
    expect(said(report.lead)).toBe("This context has no copy of src/a.ts but the new texts of edits.");
    expect(rows(report, ONE, "Call", "Of it", "Result", "Tokens", "Fate", "Stale")).toEqual([
      ["read", "all of it", "done", "3", "summarised", "since the edit at 0:00, which is in this context"],
      ["edit", "1 place", "done", "4", "in context", ""],
    ]);
    const refs = (tablesOf(report)[0]?.rows ?? []).map((row) =>
      row.flatMap((cell) =>
        cell === null || typeof cell === "number"
          ? []
          : cell.flatMap((part) => (typeof part === "string" ? [] : [part.id])),
      ),
    );
    // The call, the result, and what made it stale.
    expect(refs).toEqual([
      ["a1", "r1", "a2"],
      ["a2", "r3"],
    ]);
    expect(report.controls[0]?.options.map(({ value }) => value)).toEqual(["", "src/c.ts", "src/a.ts", "src/b.ts"]);
  });

  it("begins with that of the selection, be it the call or the result, unless all are asked for", async () => {
    const value = async (asked: Asked) => (await files(WORK, asked)).controls[0]?.value;
    expect(await value({ selection: "r2" })).toBe("src/b.ts");
    expect(await value({ selection: "a2" })).toBe("src/a.ts");
    expect(await value({ selection: "u1" })).toBe("");
    expect(await value({ selection: "r6" })).toBe("");
    expect(await value({ selection: "r2", file: "" })).toBe("");
    expect(await value({ selection: "r2", file: "src/c.ts" })).toBe("src/c.ts");
    expect(await value({ selection: "r2", file: "none" })).toBe("src/b.ts");
  });

  it("says what is held of it and whether that is stale", async () => {
    const lead = async (file: string) => said((await files(WORK, { file })).lead);
    expect(await lead("src/b.ts")).toBe(
      "This context holds all of src/b.ts, in ~2 tokens; no later call on this path makes that stale.",
    );
    expect(await lead("src/a.ts")).toBe(
      "This context holds all of src/a.ts, in ~7 tokens. A copy is stale since the edit at 0:00, which is in this context.",
    );
  });
});

it("tells for each point which result a call has there, in whatever order the points are asked about", async () => {
  const session = await openDrawing(`
    a1 assistant c1:read{"path":"a"}
      r1 result c1 "failed" isError=true
    r2 result c1 "text"
  `);
  const signal = new AbortController().signal;
  const failed = async (point: string) => {
    const query = { name: "files", point: rowIn(session, point), selection: null, choices: {} } as const;
    return rows(await reportOf(session, query, signal), ALL, "Reads", "Failed");
  };
  for (const point of ["r2", "r1", "a1", "r1", "r2"])
    expect(await failed(point)).toEqual([point === "r2" ? ["1", ""] : ["", "1"]]);
});

it("answers for files where nothing is as it should be", async () => {
  const report = await files(`
    a1 assistant c1:read{"path":{}} c2:read{"path":"a","offset":"x","limit":-3} c3:edit{"path":"a","edits":7}
    r1 result c1 content=7
    r2 result c2 content=null details=7
    r3 result c3 content=[7,null] details={"patch":"@@ -x","diff":"+99999999999999999999 x"}
    a2 assistant content="text"
  `);
  expect(said(report.lead)).toBe("1 file touched, 1 has a copy in this context, 1 of them stale.");
});
