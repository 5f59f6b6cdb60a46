import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Report } from "../../../src/core/view/report.ts";
import { oddSession } from "../../oracle/arbitrary.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

const numRuns = Number(process.env["RUNS"] ?? 30);

const DRAWING = `
  s system "Be brief." tools=["read"]
  u1 user "one"
  a1 assistant "first"
    x user "another way"
    y assistant "on a branch"
  u2 < a1 user "two\\nlines\\nof text"
  a2 assistant "second"
  e1 omit u1
  e2 replace u2 "two\\nother\\nof text"
  s2 system "Be kind." gone=["read"]
  a3 assistant "third"
`;

async function compare(
  session: OpenedSession,
  choices: Record<string, string>,
  selection: number | null = null,
): Promise<Report> {
  return reportOf(
    session,
    { name: "compare", point: session.index.leaf, selection, choices },
    new AbortController().signal,
  );
}

function section(report: Report, title: string): Report["sections"][number] | undefined {
  return report.sections.find((one) => one.title === title);
}

function entries(report: Report, title: string): string[] {
  const part = section(report, title)?.parts[0];
  return part?.kind === "table" ? part.rows.map(([entry]) => said(entry)) : [];
}

describe("two contexts compared", () => {
  it("are, unless others are chosen, that of the last request and that of the point", async () => {
    const report = await compare(await openDrawing(DRAWING), {});
    expect(report.controls.map(({ options, value }) => options.find((option) => option.value === value)?.text)).toEqual(
      ["the request answered by assistant: second", "the point"],
    );
    expect(entries(report, "Added")).toEqual([
      "assistant: second",
      expect.stringContaining("system message at"),
      "assistant: third",
    ]);
    expect(entries(report, "Removed")).toEqual(["user: one"]);
    expect(said(report.lead)).toMatch(
      /^3 entries added, 1 entry removed, 1 entry changed: by characters ~\d+ tokens become ~\d+\.$/,
    );
  });

  it("show line by line what an edit has changed", async () => {
    const parts = section(await compare(await openDrawing(DRAWING), {}), "Changed")?.parts ?? [];
    expect(parts[0]).toMatchObject({ kind: "words", text: [{ text: "user: two lines of text" }] });
    expect(parts[1]).toEqual({
      kind: "diff",
      lines: [
        { mark: "same", text: "two" },
        { mark: "removed", text: "lines" },
        { mark: "added", text: "other" },
        { mark: "same", text: "of text" },
      ],
    });
  });

  it("show what of the prompt and the tools has changed", async () => {
    const [part] = section(await compare(await openDrawing(DRAWING), {}), "Effective prompt and tools")?.parts ?? [];
    const lines = part?.kind === "diff" ? part.lines : [];
    expect(lines.filter(({ mark }) => mark === "added").map(({ text }) => text)).toContain("Be kind.");
    expect(
      lines
        .filter(({ mark }) => mark === "removed")
        .map(({ text }) => text)
        .join(),
    ).toMatch(/toolsAdded.*"read"/);
  });

  it("may be those of two branches, which part at their common ancestor", async () => {
    const session = await openDrawing(DRAWING);
    const report = await compare(session, { from: String(session.rowOf("y")), to: "point" });
    const facts = section(report, "The two moments")?.parts[0];
    expect(facts?.kind === "facts" ? facts.facts.map(({ name, value }) => `${name}: ${said(value)}`) : []).toEqual([
      // The prompt with its schema, and 3 + 5 + 11 + 11 characters; Pi takes the 19 of the last usage.
      expect.stringMatching(/^From: assistant: on a branch, ~\d+ tokens by characters; Pi says ~19, since it starts/),
      expect.stringMatching(/^To: assistant: third, ~\d+ tokens by characters; Pi says ~19, since it starts/),
      "Common ancestor: assistant: first",
    ]);
    expect(entries(report, "Removed")).toEqual(["user: one", "user: another way", "assistant: on a branch"]);
    expect(said(tablesOf(report)[1]?.rows[1]?.[2])).toContain("On another branch, which leaves this path at");
  });

  it("are measured alike on both sides, whatever a provider counted on one", async () => {
    const session = await openDrawing(`
      u1 user "a question of thirty-one chars."
      a1 assistant "an answer" use=[25000,10,0,0]
      k compaction "So far." keep=k
      u2 user "more"
    `);
    const report = await compare(session, { from: `before-${session.rowOf("k")}`, to: "point" });
    // 31 and 9 characters, then 7 and 4.
    expect(said(report.lead)).toMatch(/: by characters ~11 tokens become ~3\.$/);
    const facts = section(report, "The two moments")?.parts[0];
    expect(facts?.kind === "facts" ? facts.facts.map(({ value }) => said(value)) : []).toEqual([
      "assistant: an answer, ~11 tokens by characters; Pi says ~25k, since it starts from the provider’s figure",
      "prompt 2: more, ~3 tokens by characters",
    ]);
  });

  it("may be that before any entry, and the same twice", async () => {
    const session = await openDrawing(DRAWING);
    expect(entries(await compare(session, { from: "start" }), "Added")).toHaveLength(6);
    const same = await compare(session, { from: "point" });
    expect(said(same.lead)).toMatch(/^0 entries added, 0 entries removed, 0 entries changed/);
    expect(same.sections.map(({ title }) => title)).toEqual(["The two moments"]);
  });

  it("offer what is being read, and take no moment that is not offered", async () => {
    const session = await openDrawing(DRAWING);
    const x = session.rowOf("x");
    const report = await compare(session, { from: String(x), to: "no such thing" }, x);
    expect(report.controls.map(({ value }) => value)).toEqual([String(x), "point"]);
  });

  it("differ by what the door's projections differ by, in any session", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(oddSession, fc.nat(), fc.nat(), async (text, one, other) => {
        const session = await openSession(new Blob([text]));
        const { count } = session.index;
        if (count === 0) return;
        const [from, to] = [one % count, other % count];
        const query = {
          name: "compare",
          point: to,
          selection: from,
          choices: { from: String(from), to: "point" },
        } as const;
        const report = await reportOf(session, query, new AbortController().signal);
        if (report.controls[0]?.value !== String(from)) return;
        const then = await session.buildSessionProjection(session.index.id(from));
        const now = await session.buildSessionProjection(session.index.id(to));
        const ids = (all: typeof now.entries): Set<string> =>
          new Set(all.filter(({ messages }) => messages.length > 0).map(({ sourceId }) => sourceId));
        const [before, after] = [ids(then.entries), ids(now.entries)];
        const count2 = (title: string): number => Number.parseInt(section(report, title)?.fact ?? "0", 10);
        expect(count2("Added")).toBe([...after].filter((id) => !before.has(id)).length);
        expect(count2("Removed")).toBe([...before].filter((id) => !after.has(id)).length);
      }),
      { numRuns },
    );
  });
});
