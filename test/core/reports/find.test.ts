import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import type { Report } from "../../../src/core/view/report.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

const DRAWING = `
  u1 user "needle one"
    x other user "needle on a branch"
  a1 < u1 assistant "needle two"
  e1 omit a1
  c1 compaction "nothing of it" keep=u2
  u2 user "a NEEDLE three"
`;

async function where(choices: Record<string, string>, point?: null): Promise<Report> {
  const session = await openDrawing(DRAWING.replace("x other", "x"));
  const query = { name: "find", point: point === null ? null : session.index.leaf, selection: null, choices } as const;
  return reportOf(session, query, new AbortController().signal);
}

describe("where a text went", () => {
  it("is told by the fates of the entries that hold it, what is in the context first", async () => {
    const report = await where({ text: " needle " });
    expect(said(report.lead)).toBe("4 entries hold “needle”: 1 in context, 2 summarised, 1 other branch.");
    expect(report.sections.map(({ title, fact }) => `${title}: ${fact}`)).toEqual([
      "In context: 1 entry",
      "Summarised: 2 entries",
      "Other branch: 1 entry",
    ]);
    const [shown, gone] = tablesOf(report);
    expect(shown?.columns.map(({ title }) => title)).toEqual(["Entry", "Time", "In", "Text"]);
    expect(shown?.rows[0]?.slice(2)).toEqual([["content"], ["a NEEDLE three"]]);
    expect(gone?.columns.map(({ title }) => title)).toContain("What became of it");
    expect(gone?.rows.map(([entry]) => said(entry))).toEqual(["user: needle one", "assistant: needle two"]);
  });

  it("is told at the point", async () => {
    expect(said((await where({ text: "needle" }, null)).lead)).toBe("4 entries hold “needle”: 4 later.");
  });

  it("takes letters as typed where that is wanted, and keeps what was chosen", async () => {
    const report = await where({ text: "NEEDLE", case: "exact" });
    expect(said(report.lead)).toBe("1 entry holds “NEEDLE”: 1 in context.");
    expect(report.controls.map(({ name, value }) => [name, value])).toEqual([
      ["text", "NEEDLE"],
      ["case", "exact"],
    ]);
  });

  it("counts every entry, however many there are, and lists the first of each fate", async () => {
    const many = Array.from({ length: 450 }, (_, at) => `u${at} user "a needle"`).join("\n");
    const session = await openDrawing(`${many}\nc compaction "no such thing" keep=u440\nlast user "the last needle"`);
    const query = { name: "find", point: session.index.leaf, selection: null, choices: { text: "needle" } } as const;
    const report = await reportOf(session, query, new AbortController().signal);
    expect(said(report.lead)).toBe("451 entries hold “needle”: 11 in context, 440 summarised.");
    expect(report.sections.map(({ fact }) => fact)).toEqual(["11 entries", "440 entries, the first 200 of the file"]);
    expect(tablesOf(report)[1]?.rows).toHaveLength(200);
  });

  it("says that there is none, and asks for a text where there is none to find", async () => {
    expect(said((await where({ text: "haystack" })).lead)).toBe("No entry of this session holds “haystack”.");
    const report = await where({ text: "  " });
    expect(report.sections).toEqual([]);
    expect(report.controls[0]?.options).toEqual([]);
  });
});
