import { describe, expect, it } from "vitest";
import { sessionInfo } from "../../../src/core/present/info.ts";
import { problemViews } from "../../../src/core/present/problems.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { SessionInfo } from "../../../src/core/view/info.ts";
import { header, jsonl, SESSION_ID, START } from "../../make/entries.ts";
import { draw } from "../../make/draw.ts";

async function infoOf(file: string): Promise<SessionInfo> {
  return sessionInfo(await openSession(new Blob([file])), "a.jsonl", "parsed");
}

async function noticesOf(file: string): Promise<string[]> {
  return (await infoOf(file)).notices.map(({ tone, text }) => `${tone}: ${text}`);
}

describe("what the page knows of a session", () => {
  it("by hand", async () => {
    const file = draw(
      `
        s1 system "prompt"
        u1 user "  What is\\n wrong?"
        a1 assistant "This." use=[100,20,5,1]
          u2 user "really?"
        c1 < a1 compaction "so far" keep=u1 use=[10,2,0,0]
        w1 usage cache_warm
        n1 name " The name "
        ! not json
        x1 entry git_state
      `,
      { header: { parentSession: "/srv/other.jsonl" } },
    );
    expect(await infoOf(file)).toEqual({
      fileName: "a.jsonl",
      size: new TextEncoder().encode(file).length,
      sessionId: SESSION_ID,
      name: "The name",
      firstMessage: "What is  wrong?",
      cwd: "/srv/demo/lighthouse",
      parentSession: "/srv/other.jsonl",
      created: Date.parse(START),
      sourceVersion: 3,
      entries: 8,
      lines: 10,
      forks: 1,
      leaves: 2,
      compactions: 1,
      leaf: 7,
      problems: { error: 1, warning: 0, info: 1 },
      notices: [],
      usage: { input: 110, output: 22, cacheRead: 9005, cacheWrite: 1, total: 9138, cost: 0.003366 },
      readings: [],
      source: "parsed",
    });
  });

  it("of an empty file, and of one with a header alone", async () => {
    const nothing = { entries: 0, forks: 0, leaves: 0, compactions: 0, leaf: null, name: null, firstMessage: null };
    expect(await infoOf("")).toMatchObject({
      ...nothing,
      size: 0,
      lines: 0,
      sessionId: null,
      created: null,
      cwd: null,
    });
    expect(await infoOf(jsonl([header()]))).toMatchObject({ ...nothing, lines: 1, sessionId: SESSION_ID, notices: [] });
  });

  it("where the header holds anything but what it should", async () => {
    const odd = header({ timestamp: "noon", cwd: 7, parentSession: ["x"], id: null });
    expect(await infoOf(jsonl([odd]))).toMatchObject({
      created: null,
      cwd: null,
      parentSession: null,
      sessionId: null,
    });
  });

  it("blank lines are not counted as lines, broken and ignored ones are", async () => {
    expect(await infoOf(`${jsonl([header()])}\n  \nnull\n{\n42\n`)).toMatchObject({ entries: 1, lines: 4 });
  });

  it.each([
    [1, 1],
    [undefined, 1],
    [0, 1],
    [2, 2],
    [2.5, 2],
    [3, 3],
    [7, 7],
  ])("a header of version %s is told as version %d", async (version, told) => {
    expect(await infoOf(jsonl([header({ version })]))).toMatchObject({ sourceVersion: told });
  });

  it("the first message is the first prompt with words", async () => {
    expect(await infoOf(draw(`u1 user ""\nu2 user [{"type":"image","data":"AAAA"}]\nu3 user "words"`))).toMatchObject({
      firstMessage: "words",
    });
  });
});

describe("what is said before anything else", () => {
  const entries = draw("u1 user\na1 assistant", { header: null });

  it.each([
    ["a missing header", entries, /no session header.*Pi refuses/],
    ["a header that comes late", `${entries}${jsonl([header()])}`, /behind 2 other records.*refuses/],
    [
      "a header after one record",
      `${entries.split("\n")[0]}\n${jsonl([header()])}`,
      /behind another record\. .*refuses/,
    ],
    ["a header without an id", jsonl([header({ id: 7 })]) + entries, /header's id.*refuses/],
    ["a newer version", jsonl([header({ version: 9 })]) + entries, /version 9.*newer/],
    ["a version that was lost", jsonl([header({ version: undefined })]) + entries, /version 1.*new id/],
    ["a byte order mark", `\ufeff${jsonl([header()])}${entries}`, /byte order mark.*refuses/],
    ["two records on one line", jsonl([header()]) + entries.replace("}\n{", "}{"), /2 records/],
    ["a last entry without an id", `${jsonl([header()])}${entries}{"type":"custom","parentId":"a1"}\n`, /no id/],
    ["a last entry whose path has no end", draw("u1 < u2 user\nu2 < u1 user"), /never return/],
  ])("%s", async (_, file, words) => {
    const notices = await noticesOf(file);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^warning: /);
    expect(notices[0]).toMatch(words);
  });

  it("is said once, however often it happens", async () => {
    const glued = `${entries.trim().replace("}\n{", "}{")}\n`;
    expect(await noticesOf(jsonl([header()]) + glued + glued)).toHaveLength(1);
  });

  it("is nothing where a loop lies off the last entry's path", async () => {
    expect(await noticesOf(draw("u1 < u2 user\nu2 < u1 user\nu3 < null user"))).toEqual([]);
  });
});

describe("the list of problems", () => {
  it("is by line, with the entry where there is one", async () => {
    const file = `${jsonl([header()])}broken\n${draw("u1 < gone user", { header: null })}`;
    const views = problemViews(await openSession(new Blob([file])));
    expect(views.map(({ code, line, row }) => [code, line, row])).toEqual([
      ["unparsable-line", 2, null],
      ["missing-parent", 3, 0],
    ]);
    expect(Object.keys(views[0]!).toSorted()).toEqual(["code", "line", "message", "offset", "row", "severity"]);
  });
});
