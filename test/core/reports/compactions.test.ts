import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import type { Report, ReportPart } from "../../../src/core/view/report.ts";
import { openDrawing, rowIn } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

interface Asked {
  readonly point?: string;
  readonly selection?: string;
  readonly choice?: string;
}

async function compactions(drawing: string, asked: Asked = {}, values: Record<string, unknown> = {}): Promise<Report> {
  const session = await openDrawing(drawing, { values });
  const { point, selection, choice } = asked;
  const query = {
    name: "compactions",
    point: point === undefined ? session.index.leaf : rowIn(session, point),
    selection: selection === undefined ? null : rowIn(session, selection),
    choices: choice === undefined ? {} : { compaction: String(rowIn(session, choice)) },
  } as const;
  return reportOf(session, query, new AbortController().signal);
}

function section(
  report: Report,
  title: string,
): { fact: string | undefined; parts: readonly ReportPart[]; words: string[] } {
  const found = report.sections.find((one) => one.title === title);
  if (found === undefined) throw new Error(`no section ${title}`);
  const words = found.parts.flatMap((part) => (part.kind === "words" ? [said(part.text)] : []));
  return { fact: found.fact, parts: found.parts, words };
}

function rowsOf(report: Report, label: string): string[][] {
  const table = tablesOf(report).find((one) => one.label === label);
  return (table?.rows ?? []).map((row) => row.map(said));
}

function facts(report: Report): Record<string, string> {
  const parts = report.sections.flatMap(({ parts }) => parts);
  return Object.fromEntries(
    parts.flatMap((part) => (part.kind === "facts" ? part.facts.map(({ name, value }) => [name, said(value)]) : [])),
  );
}

const WORK = `
  s system "Be brief."
  u1 user "Read src/a.ts, keep maxRetries at 3."
  a1 assistant "Reading." c1:read{"path":"src/a.ts"}
  r1 result c1 "export const maxRetries = 3;"
  u2 user "Raise retry_delay in src/b.ts."
  a2 assistant "Done with retry_delay." c2:edit{"path":"src/b.ts"}
  r2 result c2 "ok"
  a3 assistant "All done." use=[900,10,40,0]
  u3 user "Thanks."
`;
const COMPACTED = `${WORK}
  k compaction "Kept src/a.ts." keep=a3 tokensBefore=1000 use=[100,20,300,40] details={"readFiles":["src/a.ts","src/b.ts"],"modifiedFiles":["src/c.ts"]}
  u4 user "And maxRetries?"
  a4 assistant "3." use=[500,5,20,0]
`;

describe("a compaction", () => {
  it("says how many entries it summarised and kept, and what it did to the context", async () => {
    const report = await compactions(COMPACTED);
    // Prompts of 36 and 30 characters, answers of 8 + 4 + 19 and 22 + 4 + 19, results of 28 and 2: 9 + 8 + 8 + 12 + 7 + 1.
    // Kept are 9 and 7 characters: 3 + 2. Before: all of these and the 9 of the prompt. After: the summary of 14 and what is kept.
    expect(said(report.lead)).toMatch(
      /^The compaction at \d\d:\d\d summarised 6 entries \(~45 tokens\) and kept 2 entries \(~5\) word for word; by characters the context went from ~53 to ~9 tokens\. Making it cost \$/,
    );
    expect(facts(report)).toMatchObject({
      "Before, as stored":
        "1,000 tokens (tokensBefore), Pi’s figure at that time: it starts from the provider’s where there is one",
      "Before, by characters": "~53 tokens",
      // The provider's figure of the last answer, and the prompt after it.
      "Before, as Pi counts": "~952 tokens, since it starts from the provider’s 950",
      "Right after, by characters": "~9 tokens",
      "Its summary": "~4 tokens",
      "Next request": "520 tokens by the provider’s count, for assistant: 3.",
    });
    expect(Object.keys(facts(report))).not.toContain("Right after, as Pi counts");
    expect(Object.keys(facts(report))).not.toContain("Its system checkpoint");
    expect(facts(report)["Cost of making it"]).toMatch(/^440 tokens in, 20 tokens out, \$/);
  });

  it("lists what it summarised and what it kept", async () => {
    const report = await compactions(COMPACTED);
    expect(section(report, "What it summarised")).toMatchObject({ fact: "6 entries, ~45 tokens" });
    expect(
      rowsOf(report, "Entries that were summarised").map(([entry, kind, tokens, fate]) => [entry, kind, tokens, fate]),
    ).toEqual([
      ["user: Read src/a.ts, keep maxRetries at 3.", "user", "9", "in context"],
      ["assistant: Reading.", "assistant", "8", "in context"],
      ["[read: src/a.ts]", "result of read", "7", "in context"],
      ["user: Raise retry_delay in src/b.ts.", "user", "8", "in context"],
      ["assistant: Done with retry_delay.", "assistant", "12", "in context"],
      ["[edit: src/b.ts]", "result of edit", "1", "in context"],
    ]);
    const totals = tablesOf(report).find(({ label }) => label === "Entries that were summarised")?.totals;
    expect(totals?.map(said)).toEqual(["6 entries", "", "45", "", ""]);
    expect(rowsOf(report, "Entries that were kept").map(([entry]) => entry)).toEqual([
      "assistant: All done.",
      "user: Thanks.",
    ]);
    const { words } = section(report, "What it summarised");
    expect(words).toContain("2 user, 2 assistant, 2 tool result.");
    expect(words).toContain(
      "The cut divides the span of user: Raise retry_delay in src/b.ts.: its first 3 entries were summarised apart from the 3 before, the rest is kept.",
    );
    expect(words).toContain(
      "1 system message before it is no part of it: the compaction carries no checkpoint, so its effect is gone.",
    );
  });

  it("lists names its summary lost: by the user first, with who said them, and whether they are still said", async () => {
    const report = await compactions(COMPACTED);
    expect(section(report, "Names and paths the summary does not hold").fact).toBe("3 of 4");
    expect(rowsOf(report, "Names the summary does not hold")).toEqual([
      [
        "retry_delay",
        "identifier",
        "2",
        "user 1, model 1",
        "user: Raise retry_delay in src/b.ts.",
        "assistant: Done with retry_delay.",
        "",
      ],
      [
        "src/b.ts",
        "path",
        "2",
        "user 1, arguments 1",
        "user: Raise retry_delay in src/b.ts.",
        "assistant: Done with retry_delay.",
        "",
      ],
      [
        "maxRetries",
        "identifier",
        "1",
        "user 1",
        "user: Read src/a.ts, keep maxRetries at 3.",
        "",
        "later: user: And maxRetries?",
      ],
    ]);
    const kept = await compactions(COMPACTED.replace('"All done."', '"All done with retry_delay."'));
    expect(rowsOf(kept, "Names the summary does not hold")[0]?.at(-1)).toBe(
      "kept: assistant: All done with retry_delay.",
    );
  });

  it("does not miss names of a command that is never sent", async () => {
    const drawing = (more: string) => `b bash "cat notes.txt" "…" ${more}\nu user "one"\nk compaction "So far." keep=u`;
    expect(rowsOf(await compactions(drawing("")), "Names the summary does not hold").map(([name]) => name)).toEqual([
      "notes.txt",
    ]);
    const kept = await compactions(drawing("excludeFromContext=true"));
    expect(section(kept, "Names and paths the summary does not hold").words).toEqual(["No names were found."]);
  });

  it("holds its list of files against the calls", async () => {
    expect(rowsOf(await compactions(COMPACTED), "Files listed and touched")).toEqual([
      ["src/b.ts", "read", "changed in the range it summarised", "listed as read, but changed"],
      ["src/c.ts", "changed", "never touched on this path", "listed, but never touched on this path"],
      ["src/a.ts", "read", "read in the range it summarised", ""],
    ]);
    const none = await compactions(`${WORK}\n  k compaction "So far." keep=a3`);
    expect(section(none, "Files it lists, and files that were touched")).toMatchObject({
      fact: "2 files, none listed",
    });
    const tagged = "So far.\n\n<read-files>\nsrc/a.ts\n</read-files>\n\n<modified-files>\nsrc/b.ts\n</modified-files>";
    const good = await compactions(`${WORK}\n  k compaction $tagged keep=a3`, {}, { tagged });
    expect(section(good, "Files it lists, and files that were touched")).toMatchObject({
      fact: "2 files, all listed rightly",
    });
  });

  it("shows its summary beside the prompts and answers, in reading order", async () => {
    const [beside] = section(await compactions(COMPACTED), "The summary beside what it was made of").parts;
    if (beside?.kind !== "beside") throw new Error("nothing beside");
    const texts = beside.sides.map(({ parts }) =>
      parts
        .flatMap((part) => (part.kind === "blocks" ? part.blocks : []))
        .map((block) => (block.kind === "text" ? block.text : "")),
    );
    expect(texts).toEqual([
      ["Kept src/a.ts."],
      ["Read src/a.ts, keep maxRetries at 3.", "Reading.", "Raise retry_delay in src/b.ts.", "Done with retry_delay."],
    ]);
    expect(beside.sides[1]?.fact).toBe("4 texts");
  });

  it("shows of many texts the first and the last, and how many lie between; of a long one its beginning", async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `u${at} user "prompt ${at}"`);
    const long = "word ".repeat(1000);
    const drawing = `${lines.join("\n")}\nv user $long\nw user "end"\nk compaction "So far." keep=w`;
    const [beside] = section(await compactions(drawing, {}, { long }), "The summary beside what it was made of").parts;
    if (beside?.kind !== "beside") throw new Error("nothing beside");
    const parts = beside.sides[1]?.parts ?? [];
    const words = parts.flatMap((part) => (part.kind === "words" ? [said(part.text)] : []));
    expect(words.filter((word) => /^prompt at \d\d:\d\d$/.test(word))).toHaveLength(60);
    expect(words[30]).toBe("141 texts between these are left out.");
    const texts = parts
      .flatMap((part) => (part.kind === "blocks" ? part.blocks : []))
      .map((block) => (block.kind === "text" ? block.text : ""));
    expect([texts[0], texts[29], texts[30]]).toEqual(["prompt 0", "prompt 29", "prompt 171"]);
    const last = parts.at(-1);
    expect(last).toMatchObject({
      blocks: [{ text: long.slice(0, 2000), more: { chars: 5000, place: { path: ["message", "content"] } } }],
    });
  });

  it("that follows another begins where that one's kept range begins, and carries its summary and lists on", async () => {
    const report = await compactions(`
      u1 user "one"
      u2 user "two"
      k1 compaction "Uses oldName, see src/old.ts." keep=u2 details={"readFiles":["src/old.ts"],"modifiedFiles":[]}
      u3 user "three"
      u4 user "four"
      k2 compaction "So far." keep=u4 details={"readFiles":["src/old.ts"],"modifiedFiles":[]}
    `);
    expect(rowsOf(report, "Entries that were summarised").map(([entry]) => entry)).toEqual([
      "user: two",
      "user: three",
    ]);
    expect(section(report, "What it summarised").words[0]).toMatch(
      /^It begins where the range kept by the compaction at .* begins, whose summary was handed on/,
    );
    expect(rowsOf(report, "Names the summary does not hold").map(([name, , , by]) => [name, by])).toEqual([
      ["oldName", "summary 1"],
      ["src/old.ts", "summary 1"],
    ]);
    expect(rowsOf(report, "Files listed and touched")).toEqual([
      ["src/old.ts", "read", "read, carried from an earlier summary", ""],
    ]);
  });

  it("by an extension is said to be, and its lists are not taken for what was really done", async () => {
    const drawing = `
      u1 user "one"
      k1 compaction "First." keep=u1 fromHook=true details={"readFiles":["src/old.ts"],"modifiedFiles":[]}
      u2 user "two"
      k2 compaction "So far." keep=u2 details={"readFiles":["src/old.ts"],"modifiedFiles":[]}
    `;
    expect(facts(await compactions(drawing, { choice: "k1" }))["Made"]).toMatch(
      /, by an extension: Pi’s rules need not apply to it$/,
    );
    expect(facts(await compactions(drawing))["Made"]).not.toContain("extension");
    expect(rowsOf(await compactions(drawing), "Files listed and touched")).toEqual([
      ["src/old.ts", "read", "read, carried from an earlier summary", ""],
    ]);
    const unlisted = drawing.replace(/(k2 .*) details=.*/, "$1");
    expect(rowsOf(await compactions(unlisted), "Files listed and touched")).toEqual([]);
  });

  it.each([
    ["keep=k", "it names itself as the first entry it keeps"],
    ["keep=gone", "it names gone as its first kept entry, but that is not on the path before it"],
    ["keep=", "it names no first kept entry"],
    ["keep=v", "it names v as its first kept entry, but that is not on the path before it"],
  ])("with %s keeps nothing, and says why", async (keep, why) => {
    const report = await compactions(
      `u user "one"\na assistant "two"\nk compaction "So far." ${keep}\nv user "three"`,
      { point: "k" },
    );
    expect(said(report.lead)).toContain("summarised 2 entries (~2 tokens) and kept nothing word for word");
    expect(section(report, "What it kept word for word").words).toEqual([`Nothing: ${why}.`]);
  });

  it("leaves out what an edit omitted, and counts what one replaced as replaced", async () => {
    const report = await compactions(`
      u1 user "twelve chars"
      u2 user "omitted"
      o omit u2
      p replace u1 "a prompt of twenty-eight ch."
      u3 user "kept"
      k compaction "So far." keep=u3
    `);
    expect(rowsOf(report, "Entries that were summarised").map((row) => row.slice(2, 4))).toEqual([["7", "replaced"]]);
    expect(section(report, "What it summarised").words).toContain(
      "1 entry before it was omitted and no part of what was summarised: user: omitted.",
    );
    const table = (label: string) =>
      tablesOf(report)
        .find((one) => one.label === label)
        ?.columns.map(({ title }) => title);
    expect(table("Entries that were summarised")).toContain("Fate before");
    expect(table("Entries that were kept")).toContain("Fate after");
  });

  it("says how many were omitted even where nothing else was left to summarise", async () => {
    const report = await compactions(`
      u1 user "one"
      u2 user "two"
      o1 omit u1
      o2 omit u2
      k compaction "Nothing." keep=k
    `);
    expect(section(report, "What it summarised").words[1]).toBe(
      "2 entries before it were omitted and no part of what was summarised: user: one, user: two.",
    );
  });

  it("counts its summary alone, and its system checkpoint apart", async () => {
    const checkpoint = { role: "system", content: "x".repeat(400), timestamp: 1 };
    const report = await compactions(
      `u user "one"\nk compaction "A summary of 27 characters." keep=u systemMessage=$c`,
      {},
      { c: checkpoint },
    );
    expect(facts(report)).toMatchObject({
      "Its summary": "~7 tokens",
      "Its system checkpoint": "~100 tokens, apart from the summary: prompt and tools, carried on",
      "Right after, by characters": "~108 tokens",
    });
    const [beside] = section(report, "The summary beside what it was made of").parts;
    expect(beside?.kind === "beside" ? beside.sides[0]?.fact : "").toBe(
      "~7 tokens, and a system checkpoint of ~100 apart",
    );
  });

  it("names kept entries that an edit among the summarised changed, and entries it brings back", async () => {
    const changed = await compactions(`
      u1 user "one"
      a1 assistant "kept" 
      p < u1 replace a1 "changed"
      a2 assistant "two" 
      k compaction "So far." keep=a1
    `);
    expect(section(changed, "What it kept word for word").words).toEqual([
      "Nothing: it names a1 as its first kept entry, but that is not on the path before it.",
    ]);
    const lost = await compactions(`
      u1 user "one"
      p replace a1 "changed"
      a1 assistant "kept"
      k compaction "So far." keep=a1
    `);
    expect(section(lost, "What it kept word for word").words).toEqual([
      "Edits among what was summarised no longer apply to assistant: kept.",
    ]);
    const back = await compactions(`
      u1 user "one"
      u2 user "two"
      k1 compaction "First." keep=u2
      u3 user "three"
      k2 compaction "Second." keep=u1
    `);
    expect(section(back, "What it kept word for word").words).toEqual([
      "1 entry of it was not in the context just before: user: one.",
    ]);
    expect(section(back, "What it summarised").words).toEqual([
      "Nothing: everything of the context before it stands in the range it keeps, or it has none.",
    ]);
  });
});

describe("a branch summary", () => {
  const LEFT = `
    u1 user "Find the bug."
    a1 assistant "Two ways."
      u2 user "Try withLock."
      a2 assistant "Trying." c1:edit{"path":"src/lock.ts"}
      r1 result c1 "ok"
    b branch "The lock failed." from=r1
    u3 user "Then the other."
  `;

  it("says what of the branch it stands for", async () => {
    const report = await compactions(LEFT, { choice: "b" });
    // 13 characters and 7 + 4 + 22; the summary has 16.
    expect(said(report.lead)).toMatch(
      /^The branch summary at .* stands for 2 entries \(~13 tokens\) of the branch that was left, in ~4 tokens\.$/,
    );
    expect(rowsOf(report, "Entries that were summarised").map(([entry]) => entry)).toEqual([
      "user: Try withLock.",
      "assistant: Trying.",
    ]);
    expect(section(report, "The branch left behind").words[0]).toMatch(
      /^The branch that ends in \[edit: src\/lock.ts\]\. It leaves this path at assistant: Two ways\.\. Tool results are no part/,
    );
    expect(section(report, "The branch left behind").words[1]).toContain(
      "Whether user: Try withLock. was summarised too is not in the file",
    );
    expect(rowsOf(report, "Names the summary does not hold").map(([name, , , by]) => [name, by])).toEqual([
      ["withLock", "user 1"],
    ]);
    expect(rowsOf(report, "Files listed and touched")).toEqual([
      ["src/lock.ts", "not listed", "changed on the branch left behind", ""],
    ]);
    expect(report.sections.map(({ title }) => title)).not.toContain("What it kept word for word");
  });

  it.each([
    ["from=gone", "It names an entry it came from that is not in the file: what it summarised is not known."],
    ["from=u1", "Nothing was left behind: it came from user: Find the bug., below which nothing makes a message."],
    ["from=b", "It names itself as where it came from."],
  ])("with %s says that there is no such branch", async (from, words) => {
    const report = await compactions(LEFT.replace("from=r1", from), { choice: "b" });
    expect(section(report, "The branch left behind").words).toEqual([words]);
  });
});

describe("the choice among compactions", () => {
  const TWO = `
    u1 user "one"
      x user "side"
      kx compaction "Side." keep=x tokensBefore=96000
    u2 user "two"
    k compaction "Main." keep=u2 tokensBefore=2000
    u3 user "three"
    b branch "Left." from=kx
  `;

  it("offers all of the file, newest first, with their sizes", async () => {
    const [control] = (await compactions(TWO)).controls;
    expect(control?.options.map(({ text }) => text.replace(/\d\d:\d\d/, "0:00"))).toEqual([
      "3. branch summary at 0:00, ~2 long",
      "2. compaction at 0:00:05, ~2 → ~3",
      "1. compaction at 0:00:03, ~2 → ~3",
    ]);
  });

  it("begins with the selection, else the one in force, else the last of the file", async () => {
    const session = await openDrawing(TWO);
    const value = async (asked: Asked) => Number((await compactions(TWO, asked)).controls[0]?.value);
    expect(await value({})).toBe(rowIn(session, "k"));
    expect(await value({ point: "kx" })).toBe(rowIn(session, "kx"));
    expect(await value({ point: "u1" })).toBe(rowIn(session, "b"));
    expect(await value({ selection: "u1" })).toBe(rowIn(session, "k"));
    expect(await value({ selection: "b" })).toBe(rowIn(session, "b"));
    expect(await value({ selection: "b", choice: "kx" })).toBe(rowIn(session, "kx"));
    expect(await value({ choice: "u1" })).toBe(rowIn(session, "k"));
  });

  it("offers at most 200, the chosen among them", async () => {
    const lines = Array.from({ length: 250 }, (_, at) => `k${at} compaction "Again." keep=k${at}`);
    const { controls } = await compactions(`u user "one"\n${lines.join("\n")}`, { choice: "k3" });
    expect(controls[0]?.options).toHaveLength(200);
    expect(controls[0]?.options.at(-1)?.value).toBe(controls[0]?.value);
    expect(controls[0]?.label).toBe("Summary (the last 200 of 250)");
    // Those near the chosen one say their sizes.
    expect(controls[0]?.options.filter(({ text }) => text.includes("→"))).toHaveLength(16);
    expect(controls[0]?.options.at(-1)?.text).toContain("→");
  });

  it("is none where the file has none", async () => {
    const report = await compactions(`u user "one"`);
    expect(said(report.lead)).toBe("This file has no compaction and no branch summary.");
    expect(report.controls).toEqual([]);
  });
});

it("answers for files where nothing is as it should be", async () => {
  const odd = `
    u user content=7
    a assistant content={"type":"toolCall","name":7,"arguments":[1]}
    k compaction 7 keep=u summary={"a":1} tokensBefore="many" usage=3 details={"readFiles":[1,null,"a"],"modifiedFiles":"b"}
    l < l compaction "in a loop" keep=l
    b branch 7 from=7 summary=[1] details=7
    c < b branch "again" from=b
  `;
  const session = await openDrawing(odd);
  for (const name of ["k", "l", "b", "c"]) {
    const report = await compactions(odd, { choice: name });
    expect(report.controls[0]?.value).toBe(String(rowIn(session, name)));
    expect(report.sections.length).toBeGreaterThan(4);
  }
  expect(rowsOf(await compactions(odd, { choice: "k" }), "Files listed and touched")).toEqual([
    ["a", "read", "never touched on this path", "listed, but never touched on this path"],
  ]);
});
