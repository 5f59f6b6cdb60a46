import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/core/messages/roles.ts";
import { reportOf } from "../../../src/core/reports/report.ts";
import { weights } from "../../../src/core/reports/tokens-items.ts";
import { countedRequest } from "../../../src/core/reports/tokens-request.ts";
import { splitContext } from "../../../src/core/reports/tokens-split.ts";
import { differenceWords } from "../../../src/core/reports/tokens-words.ts";
import { openSession } from "../../../src/core/session/open.ts";
import { runPasses } from "../../../src/core/session/passes.ts";
import { projectedRows, projectRows } from "../../../src/core/session/projection.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Report } from "../../../src/core/view/report.ts";
import { oddSession, plainSession } from "../../oracle/arbitrary.ts";
import { runs } from "../../oracle/runs.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

const { signal } = new AbortController();

/** Base text of 9 characters, a section of 3, a tool whose list is 55; a command kept out; a failed answer of 4. */
const SESSION = `
s system "Be brief." sections={"style":"dry"} toolsAdded=[{"name":"read","description":"Reads.","parameters":{}}]
u1 user "What is in the file?" {"type":"image","data":"","mimeType":"image/png"}
a1 assistant ~"hm" "I look." c:read{"path":"a"} use=[100,7,0,0]
r1 result c "1234567890"
b bash "ls" "a.ts" excludeFromContext=true
f assistant "half" stopReason=error
a2 assistant "Done." use=[30,7,70,5]
u2 user "Thanks."
`;

async function report(session: OpenedSession, point: number | null = session.index.leaf): Promise<Report> {
  return await reportOf(session, { name: "tokens", point, selection: null, choices: {} }, signal);
}

function words(found: Report, title: string): string[] {
  const parts = found.sections.find((section) => section.title === title)?.parts ?? [];
  return parts.flatMap((part) => {
    if (part.kind === "words") return [said(part.text)];
    return part.kind === "facts" ? part.facts.map(({ name, value }) => `${name}: ${said(value)}`) : [];
  });
}

describe("the split by kind", () => {
  it("gives each part of a message its share of the message's estimate", async () => {
    const session = await openDrawing(SESSION);
    const { sums, prompt, messages } = await splitContext(session, session.passes(session.index.leaf), signal);
    expect(prompt).toBe(Math.ceil((9 + 3 + 55) / 4));
    const byKind = Object.fromEntries(sums.map(({ kind, name, tokens }) => [`${kind} ${name}`.trim(), tokens]));
    // 17 tokens for 9, 3 and 55 characters are 2.28, 0.76 and 13.96.
    const { prompt: base, "section style": section, "tool read": tool, ...others } = byKind;
    expect([base, section, tool]).toEqual([2, 1, 14]);
    expect(others).toEqual({
      // 20 characters and an image: ceil(4820 / 4) is 1205, of which the image has 1200.
      user: 5 + 2,
      image: 1200,
      // a1 is 2 + 7 + 4 + 12 characters, 7 tokens: 0.56, 1.96 and 4.48; a half answer and "Done." are 1 and 2.
      thinking: 1,
      assistant: 2 + 1 + 2,
      "call read": 4,
      "result read": 3,
      "kept out": 2,
    });
    expect(messages).toBe(1205 + 7 + 3 + 2 + 1 + 2 + 2);
  });

  it("reads the content that an edit set, and nothing of what is omitted", async () => {
    const session = await openDrawing(`
      u1 user "${"x".repeat(400)}"
      a1 assistant "gone"
      u2 user "${"y".repeat(40)}"
      e1 replace u1 "short"
      e2 omit a1
    `);
    const { sums } = await splitContext(session, session.passes(session.index.leaf), signal);
    expect(sums).toEqual([{ kind: "user", name: "", parts: 2, tokens: 2 + 10 }]);
  });
});

describe("the request that the provider counted", () => {
  it("is the last one that says what went in, beside the context before its answer", async () => {
    const session = await openDrawing(SESSION);
    const found = await countedRequest(session, session.passes(session.index.leaf));
    expect(found).toMatchObject({
      answer: session.rowOf("a2"),
      provider: 105,
      estimate: { messages: 1205 + 7 + 3 + 2 + 1, hasPrompt: true, notSent: 2, failed: 1, images: 1 },
    });
    expect(found?.passes.point).toBe(session.rowOf("f"));
    const before = await countedRequest(session, session.passes(session.rowOf("f")));
    expect(before).toMatchObject({ answer: session.rowOf("a1"), provider: 100, estimate: { messages: 1205 } });
  });

  it("is none where no answer says it", async () => {
    const session = await openDrawing(
      'u user\na assistant "x" usage={"totalTokens":50}\nb assistant "y" stopReason=aborted',
    );
    expect(await countedRequest(session, session.passes(session.index.leaf))).toBeNull();
    expect(words(await report(session), "Against the provider’s own figure")).toContain(
      "Provider’s figure: none: no recent answer on this path says what its request held",
    );
  });

  it.each([
    [90, 100, "the estimate is 10 tokens, 10 %, below the figure"],
    [1012, 1000, "the estimate is 12 tokens, 1.2 %, above the figure"],
    [99_999, 100_000, "the estimate is 1 token, less than 0.1 %, below the figure"],
    [5, 5, "none"],
  ])("an estimate of %d against %d", (estimate, figure, expected) => {
    expect(differenceWords(estimate, figure)).toBe(expected);
  });
});

describe("weights", () => {
  it("cost what each request carried, with the content it had then", async () => {
    const session = await openDrawing(`
      u1 user "${"x".repeat(400)}"
      a1 assistant "1"
      a2 assistant "2"
      e1 replace u1 "short"
      a3 assistant "3"
      k compaction "So far" keep=a3
      a4 assistant "4"
    `);
    const { here, gone, requests } = await weights(session, session.passes(session.index.leaf), signal);
    const listed = (all: typeof here) =>
      all.map(({ row, kind, tokens, carried, cost }) => [session.index.id(row), kind, tokens, carried, cost]);
    expect(requests).toBe(4);
    expect(listed(here)).toEqual([
      ["k", "summary", 2, 1, 2],
      ["a3", "assistant", 1, 1, 1],
      ["a4", "assistant", 1, 0, 0],
    ]);
    const named = tablesOf(await report(session)).filter(
      ({ label }) => label.includes("requests carried") || label.includes("Heaviest"),
    );
    expect(named.map(({ columns }) => columns.at(-1)?.title)).toEqual(["Carried tokens", "Carried tokens"]);
    // Twice 100 tokens, once 2.
    expect(listed(gone)).toEqual([
      ["u1", "user", 100, 3, 202],
      ["a1", "assistant", 1, 2, 2],
      ["a2", "assistant", 1, 1, 1],
    ]);
  });

  it("add up to what all projections of a path weigh", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plainSession, oddSession), async (file) => {
        const session = await openSession(new Blob([file]));
        const { index, bodies } = session;
        const passes = session.passes(index.leaf);
        if (passes.endless) return;
        let sum = 0;
        for (const [at, row] of passes.path.entries()) {
          if (index.type(row) !== "message" || index.role(row) !== "assistant") continue;
          const then = runPasses(index, at === 0 ? -1 : passes.path[at - 1]!);
          const projected = await projectRows(index, bodies, then, projectedRows(index, then));
          for (const { messages } of projected) for (const message of messages) sum += estimateTokens(message);
        }
        expect((await weights(session, passes, signal)).cost).toBe(sum);
      }),
      runs(300),
    );
  });
});

describe("the report", () => {
  it("has tables whose totals are the sum, which is Pi's estimate where no figure holds", async () => {
    const session = await openDrawing(SESSION);
    const found = await report(session);
    const [kinds, parts] = tablesOf(found);
    for (const table of [kinds, parts]) {
      const sum = (column: number): number => (table?.rows ?? []).reduce((all, row) => all + Number(row[column]), 0);
      expect(table?.totals?.[2]).toBe(sum(2));
      expect(sum(3)).toBeCloseTo(1);
    }
    expect(words(found, "Against the provider’s own figure").slice(1, 5)).toEqual([
      // 112 tokens by the provider, and "Thanks." after it.
      "Pi’s estimate: ~114 tokens: 112 by the provider, for the last request and its answer, and ~2 for what follows",
      "Provider’s figure: 105 tokens (input 30, cache read 70, cache write 5) for the request answered by assistant: Done.",
      expect.stringMatching(/^Estimate of that: ~1,\d\d\d tokens for the projection before that answer/),
      expect.stringMatching(/^Difference: the estimate is 1,\d\d\d tokens, 1,\d\d\d %, above the figure$/),
    ]);
  });

  it("says why no figure holds, and what is missing of the prompt", async () => {
    const session = await openDrawing(`
      s system "Be brief."
      u1 user "one"
      k compaction "So far" keep=u1
      a1 assistant "1" use=[40,2,0,0]
      e omit u1
    `);
    const found = words(await report(session), "Against the provider’s own figure");
    expect(found[1]).toMatch(/the same sum: no answer with a usage that Pi trusts comes after the context edit at /);
    expect(found.find((fact) => fact.startsWith("Prompt and tools"))).toMatch(
      /since the compaction at .* folded those before it and carries none on/,
    );
  });

  it("answers before any entry", async () => {
    const session = await openDrawing("u user");
    const found = await report(session, null);
    expect(tablesOf(found).map(({ rows }) => rows.length)).toEqual([0, 0]);
  });
});
