import { describe, expect, it } from "vitest";
import { promptHistory, type Names } from "../../../src/core/reports/prompt-history.ts";
import { reportOf } from "../../../src/core/reports/report.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { DiffPart, Report, TableCell } from "../../../src/core/view/report.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

const { signal } = new AbortController();

/** A tool as JSON has 55 characters with its list for a name of four. */
const tool = (name: string, description = "Reads."): string =>
  JSON.stringify([{ name, description, parameters: { type: "object", properties: { path: { type: "string" } } } }]);

const SESSION = `
m model demo/beacon-1
s1 system "Be brief." sections={"style":"dry","rules":"No tabs."} toolsAdded=${tool("read")}
u1 user "one"
t thinking high
s2 system "" sections={"style":"warm","rules":null} toolsAdded=${tool("grep", "Finds.")} gone=["read"]
u2 user "two"
s3 system "" sections={"style":"warm"}
`;

async function report(
  session: OpenedSession,
  choices: Readonly<Record<string, string>> = {},
  point: number | null = session.index.leaf,
): Promise<Report> {
  return await reportOf(session, { name: "prompt", point, selection: null, choices }, signal);
}

function rows(found: Report, label: string): string[] {
  const table = tablesOf(found).find((one) => one.label.startsWith(label));
  return (table?.rows ?? []).map((row) => row.map((cell) => said(cell)).join(" | "));
}

/** The id of the entry a cell links to. */
function linkOf(cell: TableCell | undefined): string | undefined {
  const first = typeof cell === "object" ? cell?.[0] : undefined;
  return typeof first === "object" ? first.id : undefined;
}

function diffs(found: Report): [title: string, fact: string | undefined, lines: string[]][] {
  const marks = { same: " ", added: "+", removed: "-", gap: "~" } as const;
  return found.sections.flatMap(({ title, fact, parts }) =>
    parts
      .filter((part): part is DiffPart => part.kind === "diff")
      .map(({ lines }): [string, string | undefined, string[]] => [
        title,
        fact,
        lines.map(({ mark, text }) => `${marks[mark]}${text}`),
      ]),
  );
}

function words(found: Report): string[] {
  return found.sections.flatMap(({ parts }) =>
    parts.filter((part) => part.kind === "words").map((part) => said(part.text)),
  );
}

describe("the history of a prompt", () => {
  it("tells what each entry set, replaced, removed and set again", async () => {
    const session = await openDrawing(SESSION);
    const { events, removed } = await promptHistory(session, session.passes(session.index.leaf).path, signal);
    const list = ({ names }: Names): string => names.join(", ");
    const told = events.map(({ row, what, added, changed, removed: gone, again }) =>
      [session.index.id(row), what, list(added), list(changed), list(gone), list(again)].join(" | "),
    );
    expect(told).toEqual([
      "s1 | system message | base text, style, rules, tool read |  |  | ",
      "s2 | system message | tool grep | style | rules, tool read | ",
      "s3 | system message |  |  |  | style",
    ]);
    expect(removed.map(({ part, by }) => [part.kind, part.name, part.setBy?.id, session.index.id(by)])).toEqual([
      ["section", "rules", "s1", "s2"],
      ["tool", "read", "s1", "s2"],
    ]);
    // 9 + 3 + 8 characters and a tool of 105; then 9 + 4 and a tool of as many.
    expect(events.map(({ tokensBefore, tokensAfter }) => [tokensBefore, tokensAfter])).toEqual([
      [0, Math.ceil((9 + 3 + 8 + tool("read").length) / 4)],
      [Math.ceil((9 + 3 + 8 + tool("read").length) / 4), Math.ceil((9 + 4 + tool("grep", "Finds.").length) / 4)],
      [Math.ceil((9 + 4 + tool("grep", "Finds.").length) / 4), Math.ceil((9 + 4 + tool("grep", "Finds.").length) / 4)],
    ]);
  });

  it("follows compactions and edits: what folds, what is omitted and comes back", async () => {
    const session = await openDrawing(`
      s1 system "A" sections={"a":"1"}
      u1 user "one"
      e1 omit s1
      e2 replace s1 "nothing"
      k1 compaction "So far" keep=u1
      k2 compaction "Again" keep=u1 systemMessage={"role":"system","content":"C","sections":{"b":"2"},"timestamp":1}
      e3 omit k2
    `);
    const { events, removed, now } = await promptHistory(session, session.passes(session.index.leaf).path, signal);
    expect(events.map(({ row, what }) => `${session.index.id(row)} ${what}`)).toEqual([
      "s1 system message",
      "e1 context edit",
      "e2 context edit",
      "k1 compaction without checkpoint",
      "k2 checkpoint",
      "e3 context edit",
    ]);
    expect(events.map(({ removed: { names } }) => names)).toEqual([
      [],
      ["base text", "a"],
      [],
      ["base text", "a"],
      [],
      ["base text", "b"],
    ]);
    expect(now.contents).toEqual([]);
    expect(removed.map(({ part: { kind, name }, by }) => [kind, name, session.index.id(by)])).toEqual([
      ["section", "a", "k1"],
      ["base text", "", "e3"],
      ["section", "b", "e3"],
    ]);
  });
});

describe("the report", () => {
  it("signs every part at the point, and lists what was removed", async () => {
    const session = await openDrawing(SESSION);
    const found = await report(session);
    expect(said(found.lead)).toMatch(/: a base text, 1 section and 1 tool, set by 3 entries\.$/);
    const parts = tablesOf(found).find(({ label }) => label === "Parts of the effective prompt");
    const setBy = parts?.rows.map(([name, by]) => [said(name), linkOf(by)]);
    expect(setBy).toEqual([
      ["base text", "s1"],
      ["section style", "s3"],
      ["tool grep", "s2"],
    ]);
    expect(rows(found, "Parts of the prompt that were removed").map((row) => row.split(" | ")[0])).toEqual([
      "section rules",
      "tool read",
    ]);
  });

  it("has one timeline of prompt and settings, in the order of the path", async () => {
    const session = await openDrawing(SESSION);
    const told = rows(await report(session), "Changes of the prompt").map((row) => row.split(" | ").slice(2, 4));
    expect(told).toEqual([
      ["setting", "model demo/beacon-1"],
      ["system message", "Set base text, style, rules, tool read."],
      ["setting", "thinking high"],
      ["system message", "Set tool grep. Replaced style. Removed rules, tool read."],
      ["system message", "1 part set again unchanged."],
    ]);
  });

  it("compares the state before the last change with the point, until other moments are chosen", async () => {
    const session = await openDrawing(SESSION);
    const found = await report(session);
    expect(found.controls.map(({ name, value }) => [name, value])).toEqual([
      ["from", String(session.rowOf("s1"))],
      ["to", "point"],
    ]);
    // s3 changes nothing: it is no moment of its own.
    expect(found.controls[0]?.options.map(({ text }) => text.replace(/ \d{4}-\S+ \S+/, ""))).toEqual([
      "before any entry",
      "1. system message",
      "2. system message",
      "the point",
    ]);
    expect(rows(found, "Parts of the prompt that differ").map((row) => row.split(" | ").slice(0, 2).join(" "))).toEqual(
      ["section style changed", "tool grep added", "section rules removed", "tool read removed"],
    );
    expect(diffs(found)[0]).toEqual(["section style", "changed", ["-dry", "+warm"]]);
    expect(diffs(found)[2]).toEqual(["section rules", "removed", ["-No tabs."]]);
    const chosen = await report(session, { from: "start", to: String(session.rowOf("s1")) });
    expect(diffs(chosen).map(([title, fact]) => `${title} ${fact}`)).toEqual([
      "base text added",
      "section style added",
      "section rules added",
      "tool read added",
    ]);
    const odd = await report(session, { from: "99", to: "start" });
    expect(odd.controls.map(({ value }) => value)).toEqual([String(session.rowOf("s1")), "start"]);
  });

  it("shows the parameters of each tool", async () => {
    const session = await openDrawing(SESSION);
    const found = await report(session);
    expect(rows(found, "Parameters of grep")).toEqual(["path | string |  | "]);
  });

  it("says what a compaction without a checkpoint took away", async () => {
    const session = await openDrawing(`${SESSION}\nk compaction "So far" keep=u1\nu3 user "three"`);
    const found = await report(session);
    expect(said(found.lead)).toMatch(/^No system message is in force at the point/);
    expect(words(found).find((text) => text.includes("folded"))).toMatch(
      /^3 system messages are folded by the compaction at .*, which carries no checkpoint: what they set is gone/,
    );
    expect(rows(found, "Changes of the prompt").at(-1)).toContain("compaction without checkpoint: the prompt is lost");
  });

  it("says of a session without any that the file has none", async () => {
    const session = await openDrawing("u user\na assistant");
    const found = await report(session);
    expect(said(found.lead)).toBe(
      "No entry of this path carries a system message: the file does not say which prompt and tools its requests had.",
    );
    expect(found.controls).toEqual([]);
    expect(tablesOf(found)).toEqual([]);
    expect(said((await report(session, {}, null)).lead)).toMatch(/^No entry of this path/);
  });
});
