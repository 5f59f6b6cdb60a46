import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import type { Report } from "../../../src/core/view/report.ts";
import { openDrawing, rowIn } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

async function cacheReport(drawing: string, point?: string): Promise<Report> {
  const session = await openDrawing(drawing);
  const query = {
    name: "cache",
    point: point === undefined ? session.index.leaf : rowIn(session, point),
    selection: null,
    choices: {},
  } as const;
  return reportOf(session, query, new AbortController().signal);
}

function rowsOf(report: Report, label: string): string[][] {
  const table = tablesOf(report).find((one) => one.label === label);
  return (table?.rows ?? []).map((row) => row.map(said));
}

/** Of each miss: its answer's words, the missed tokens, and the cause. */
async function misses(drawing: string, point?: string): Promise<string[][]> {
  const rows = rowsOf(await cacheReport(drawing, point), "Requests that missed the cache, in order");
  return rows.map(([request = "", , missed = "", , , cause = ""]) => [request, missed, cause]);
}

const facts = (report: Report): Record<string, string> =>
  Object.fromEntries(
    report.sections
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (part.kind === "facts" ? part.facts.map(({ name, value }) => [name, said(value)]) : [])),
  );

describe("the cache report", () => {
  it("counts what was paid anew, and what that cost more than reading it", async () => {
    const report = await cacheReport(`
      u1 user "one"
      a1 assistant "first" use=[10,5,0,10000]
      u2 user "two"
      a2 assistant "second" use=[10,5,10000,2000]
      u3 user "three"
      a3 assistant "third" use=[6000,5,4000,2010]
      u4 user "four"
      a4 assistant "fourth" use=[0,5,0,12500]
      a5 assistant "fifth" use=[0,5,0,12500] model=beacon-2`);
    // a3: min(12,010, 12,010) − 4,000 = 8,010, paid at (6,000 × $3 + 2,010 × $3.75) / 8,010 a million, read at $0.3.
    // a4: min(12,010, 12,500) − 0 = 12,010 at $3.75, less $0.3: it read nothing, but a3 of the same model did.
    // a5: 12,500 at $3.75; nothing else asked that model, so only the bound is known.
    expect(rowsOf(report, "Requests that missed the cache, in order")).toEqual([
      ["assistant: third", expect.any(String), "8010", "12010", expect.stringMatching(/^0\.02313/), NOT_KNOWN],
      ["assistant: fourth", expect.any(String), "12010", "12500", "0.0414345", NOT_KNOWN],
      [
        "assistant: fifth",
        expect.any(String),
        "12500",
        "12500",
        "",
        "another model: demo/beacon-1, then demo/beacon-2",
      ],
    ]);
    expect(said(report.lead)).toBe(
      "3 of the 5 requests on this path missed the prompt cache: 33k tokens were paid anew for $0.065 more than reading them would have cost; of 1 miss that is not known, but no more than $0.047. 23.7 % of all prompt tokens were read from the cache.",
    );
    expect(rowsOf(report, "Misses by their likeliest cause")).toEqual([
      ["not known", "2", "20020", expect.stringMatching(/^0\.0645/)],
      ["another model", "1", "12500", ""],
    ]);
    // 10,010 + 12,010 + 12,010 + 12,500 + 12,500, of which 10,000 and 4,000 were read.
    expect(facts(report)).toMatchObject({
      "Prompt tokens": "59,030",
      "Read from the cache": "14,000, 23.7 %",
      "Written to the cache": "39,010, 66.1 %",
      Neither: "6,020, 10.2 %",
    });
  });

  it("finds a pause and another model, in Pi's order", async () => {
    const drawing = `
      a1 assistant "first" use=[10,5,0,9000]
      a2 +299s assistant "second" use=[9010,5,0,0]
      a3 +300s assistant "third" use=[9010,5,0,0]
      a4 +400s assistant "fourth" use=[9010,5,0,0] model=beacon-2
      a5 assistant "fifth" use=[9010,5,0,0] provider=other model=beacon-2`;
    expect(await misses(drawing)).toEqual([
      ["assistant: second", "9010", NOT_KNOWN],
      ["assistant: third", "9010", "idle for 5 min"],
      ["assistant: fourth", "9010", "another model: demo/beacon-1, then demo/beacon-2; idle for 6 min 40 s"],
      ["assistant: fifth", "9010", "another model: demo/beacon-2, then other/beacon-2"],
    ]);
    const report = await cacheReport(drawing);
    expect(rowsOf(report, "Misses by their likeliest cause").map(([cause, count]) => [cause, count])).toEqual([
      ["another model", "2"],
      ["not known", "1"],
      ["idle for five minutes or more", "1"],
    ]);
  });

  it("counts a request that only kept the cache warm", async () => {
    // Warmed 4 minutes before: not idle. The kind counts only by its name.
    expect(
      await misses(`
      a1 assistant "first" use=[10,5,0,9000]
      w1 +4m usage cache_warm use=[0,1,9010,0]
      a2 +4m assistant "second" use=[9020,5,0,0]
      w2 +4m usage other use=[0,1,9010,0]
      a3 +4m assistant "third" use=[9020,5,0,0]`),
    ).toEqual([
      ["assistant: second", "9010", NOT_KNOWN],
      ["assistant: third", "9020", "idle for 8 min"],
    ]);
  });

  it("names the sections and tools that changed", async () => {
    const drawing = `
      s1 system "Base." sections={"rules":"be kind","cwd":"/a"} tools=["read","bash"]
      u1 user "one"
      a1 assistant "first" use=[10,5,0,9000]
      s2 system "" sections={"rules":"be brief"} tools=["edit"] gone=["bash"]
      a2 assistant "second" use=[9010,5,0,0]
      s3 system "" sections={"rules":"be brief"}
      a3 assistant "third" use=[9010,5,0,0]
      s4 system "More." sections={"a":"1","b":"2","c":"3"}
      a4 assistant "fourth" use=[9010,5,0,0]
      s5 system "" gone=["read"] tools=["read"]
      a5 assistant "fifth" use=[9010,5,0,0]`;
    expect(await misses(drawing)).toEqual([
      ["assistant: second", "9010", "prompt or tools changed: section rules, tool bash, tool edit"],
      ["assistant: third", "9010", NOT_KNOWN],
      ["assistant: fourth", "9010", "prompt or tools changed: the base text, section a, section b and 1 more"],
      ["assistant: fifth", "9010", "prompt or tools changed: the order of the tools"],
    ]);
  });

  it("names the first message that changed, and what changed it", async () => {
    const rows = await misses(`
      u1 user "one"
      u2 user "two"
      a1 assistant "first" use=[10,5,0,9000]
      o1 omit u2
      o2 replace u1 "other"
      a2 assistant "second" use=[9010,5,0,0]
      o3 replace a2 "later in order"
      o4 replace u2 "two again"
      a3 assistant "third" use=[9010,5,0,0]
      o5 omit a3
      a4 assistant "fourth" use=[9010,5,0,0]
      o6 replace nothing "x"
      a5 assistant "fifth" use=[9010,5,0,0]`);
    expect(rows.map(([request, , cause]) => [request, cause])).toEqual([
      [
        "assistant: second",
        expect.stringMatching(/^history changed: user: one was given other content by the context edit at/),
      ],
      ["assistant: third", "history changed: user: two stands where it did not before"],
      // The answer of the request before is not part of what that sent.
      ["assistant: fourth", NOT_KNOWN],
      ["assistant: fifth", NOT_KNOWN],
    ]);
    const omitted = await misses(`
      u1 user "one"
      a1 assistant "first" use=[10,5,0,9000]
      o1 omit u1
      t1 thinking high
      a2 assistant "second" use=[9010,5,0,0]`);
    expect(omitted[0]?.[2]).toMatch(
      /^history changed: user: one was omitted by the context edit at \d\d:\d\d; the \[thinking: high\] lies between, which some providers’ caches mind$/,
    );
  });

  it("compares with the request before in the file, on whatever branch, and lists those on the path", async () => {
    const drawing = `
      u1 user "one"
      a1 assistant "first" use=[10,5,0,9000]
        u2 user "two"
        a2 assistant "second" use=[9010,5,0,2000]
      u3 user "three"
      a3 assistant "third" use=[2100,5,9010,0]
      a4 assistant "fourth" use=[2100,5,5000,0]`;
    expect(await misses(drawing)).toEqual([
      // 11,110 of the smaller prompt less 9,010: the part after the fork.
      ["assistant: third", "2000", "history changed: the request before was on another branch, from user: two on"],
      ["assistant: fourth", "2100", NOT_KNOWN],
    ]);
    expect(await misses(drawing, "a2")).toEqual([["assistant: second", "9010", NOT_KNOWN]]);
    expect(facts(await cacheReport(drawing, "a1"))["In the whole file"]).toBe(
      "3 misses of 13,110 tokens, on all branches, as Pi’s /session counts them.",
    );
  });

  it("counts no miss after a compaction or a branch summary, and says what the request paid", async () => {
    const report = await cacheReport(`
      c0 compaction "nothing was before" keep=c0
      a1 assistant "first" use=[10,5,0,9000]
      c1 compaction "so far" keep=a1
      b1 branch "left" from=a1
      a2 assistant "second" use=[0,5,1000,4000]
      w usage cache_warm use=[0,1,5000,0]
      c2 compaction "so far" keep=a2
      w2 usage cache_warm use=[0,1,3000,0]
      a3 assistant "third" use=[0,5,3000,10]`);
    expect(said(report.lead)).toBe(
      "None of the 3 requests on this path missed the prompt cache: 23.5 % of all prompt tokens were read from it.",
    );
    // 4,000 at $3.75 a million. Before a3 the cache was warmed: nothing is left to exempt.
    expect(rowsOf(report, "First requests after a compaction or a branch summary")).toEqual([
      ["assistant: second", "[branch summary]: left", "4000", "0.015"],
    ]);
  });

  it("says where nothing is known", async () => {
    expect(said((await cacheReport('u1 user "one"\na1 assistant "old" usage=')).lead)).toBe(
      "No request on this path has a usage, so nothing is known of its prompt cache.",
    );
    expect(said((await cacheReport('a1 assistant "old" usage=\na2 assistant "older" usage=')).lead)).toBe(
      "None of the 2 requests on this path has a usage, so nothing is known of its prompt cache.",
    );
    const one = "The only request on this path";
    expect(said((await cacheReport('a1 assistant "a" use=[9000,5]')).lead)).toBe(
      `${one} reports no use of a prompt cache.`,
    );
    expect(said((await cacheReport('a1 assistant "a" use=[0,5,750,250]')).lead)).toBe(
      `${one} missed nothing of the prompt cache: 75.0 % of all prompt tokens were read from it.`,
    );
    expect(said((await cacheReport('a1 assistant "a" use=[9000,5]\na2 assistant "b" use=[9100,5]')).lead)).toBe(
      "The 2 requests on this path report no use of a prompt cache.",
    );
  });

  it("counts as judged only requests with a usage, and says how many have none", async () => {
    const one = await cacheReport('a1 assistant "a" use=[0,5,750,250]\na2 assistant "b" usage=');
    expect(said(one.lead)).toBe(
      "The only request on this path with a usage missed nothing of the prompt cache: 75.0 % of all prompt tokens were read from it. Of 1 more the file has no usage to judge by.",
    );
    expect(one.sections.find(({ title }) => title === "Use of the cache")?.fact).toBe("1 request of 2");
    const two = await cacheReport(
      'a0 assistant "0" usage=\na1 assistant "a" use=[0,5,750,250]\na2 assistant "b" use=[0,5,1000,0]\na3 assistant "3" use=[0,0,0,0]',
    );
    expect(said(two.lead)).toBe(
      "None of the 2 requests on this path with a usage missed the prompt cache: 87.5 % of all prompt tokens were read from it. Of 2 more the file has no usage to judge by.",
    );
  });

  it("reads the last 500 misses, and says so", async () => {
    const line = (_: unknown, at: number): string => `a${at} assistant "x" use=[0,5,0,9000]`;
    const report = await cacheReport(Array.from({ length: 503 }, line).join("\n"));
    expect(report.sections.map(({ title, fact }) => [title, fact]).slice(0, 2)).toEqual([
      ["Causes", "the last 500 of 502"],
      ["Misses", "the last 500 of 502"],
    ]);
    expect(rowsOf(report, "Requests that missed the cache, in order")).toHaveLength(500);
    expect(said(report.lead)).toMatch(
      /^502 of the 503 requests .* 4\.5M tokens were paid anew; what that cost more by the last 500 is not known, but no more than \$16\.875\./,
    );
  });
});

const NOT_KNOWN = "not known: the file gives no reason";
