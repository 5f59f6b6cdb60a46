import { describe, expect, it } from "vitest";
import { lostNames, NameTally, SPEAKERS } from "../../../src/core/reports/summary-names.ts";

const CWD = "/srv/demo";
const text = (words: string) => [{ type: "text", text: words }];
const call = (args: object) => [{ type: "toolCall", id: "c", name: "any", arguments: args }];

/** Messages in rows of their own, as role and content. */
function tallied(messages: readonly (readonly [role: string, content: unknown])[], outputs = false): NameTally {
  const tally = new NameTally(CWD);
  for (const [row, [role, content]] of messages.entries()) tally.addMessage({ role, content }, row, outputs);
  return tally;
}

function lost(messages: readonly (readonly [string, unknown])[], summary: string): string[] {
  return lostNames(tallied(messages), summary, CWD).names.map(({ name }) => name);
}

describe("counting names", () => {
  it("tells who says them, where first and last", () => {
    const tally = tallied([
      ["user", "use maxRetries"],
      ["assistant", [...text("maxRetries, maxRetries"), ...call({ command: "grep maxRetries" })]],
      ["toolResult", text("maxRetries")],
      ["custom", "maxRetries"],
    ]);
    const use = tally.uses.get("maxRetries");
    expect(use).toMatchObject({ mentions: 5, first: 0, last: 3 });
    expect(SPEAKERS.map((speaker, at) => [speaker, use?.by[at]])).toEqual([
      ["user", 1],
      ["summary", 0],
      ["model", 2],
      ["extension", 1],
      ["arguments", 1],
      ["output", 0],
    ]);
    expect(
      tallied([["toolResult", text("maxRetries")]], true)
        .uses.get("maxRetries")
        ?.by.at(-1),
    ).toBe(1);
  });

  it("takes the summary of a summary, and the command of a command", () => {
    const tally = new NameTally(CWD);
    tally.addMessage({ role: "branchSummary", summary: "oldName" }, 0);
    tally.addMessage({ role: "bashExecution", command: "cat a.txt", output: "newName" }, 1);
    expect([...tally.uses.keys()]).toEqual(["oldName", "a.txt"]);
  });

  it("passes over the text of files in arguments, and takes a path there as it is", () => {
    const args = {
      path: "/srv/demo/My Files/one",
      content: "innerName",
      edits: [{ newText: "otherName" }],
      old_string: "thirdName",
      query: "searchName",
    };
    expect([...tallied([["assistant", call(args)]]).uses.keys()]).toEqual(["My Files/one", "searchName"]);
  });

  it("has one name for the ways to write a path", () => {
    const tally = tallied([["user", "src/a.ts ./src/a.ts /srv/demo/src/a.ts"]]);
    expect([...tally.uses.values()].map(({ name, mentions }) => [name, mentions])).toEqual([["src/a.ts", 3]]);
  });

  it("reads the beginning of a long text", () => {
    const tally = tallied([["user", `firstName ${"word ".repeat(4000)} lastName`]]);
    expect([...tally.uses.keys()]).toEqual(["firstName"]);
  });
});

describe("names a summary lost", () => {
  it("are those of the user, then those said more than once by others, the more often the earlier", () => {
    const messages = [
      ["assistant", text("onceOnly twiceSaid twiceSaid thriceSaid thriceSaid thriceSaid")],
      ["user", "userOnce userTwice userTwice"],
    ] as const;
    expect(lost(messages, "Nothing of it.")).toEqual(["userTwice", "userOnce", "thriceSaid", "twiceSaid"]);
    expect(lostNames(tallied(messages), "", CWD)).toMatchObject({ once: 1, all: 4 });
  });

  it("are not plain words in backticks that only the model says", () => {
    expect(lost([["assistant", text("`lock` and `lock`")]], "")).toEqual([]);
    expect(lost([["user", "`lock`"]], "")).toEqual(["lock"]);
  });

  it.each([
    ["maxRetries", "Keep MAXRETRIES.", true],
    ["maxRetries", "Keep `maxRetries`.", true],
    ["maxRetries", "Keep maxRetriesPerHost.", false],
    ["src/auth/tokens.ts", "see src/auth/tokens.ts", true],
    ["src/auth/tokens.ts", "see /srv/demo/src/auth/tokens.ts", true],
    ["src/auth/tokens.ts", "see auth/tokens.ts", true],
    ["src/auth/tokens.ts", "see tokens.ts", true],
    ["src/auth/tokens.ts", "see mytokens.ts", false],
    ["src/auth/tokens.ts", "see auth", false],
  ])("%s in “%s”: %s", (name, summary, isHeld) => {
    expect(lost([["user", name]], summary)).toEqual(isHeld ? [] : [name]);
  });

  it("are paths of which only the file name is there, where several files have that name", () => {
    const messages = [["user", "src/a/index.ts src/b/index.ts"]] as const;
    expect(lost(messages, "see index.ts")).toEqual(["src/a/index.ts", "src/b/index.ts"]);
    expect(lost(messages, "see b/index.ts")).toEqual(["src/a/index.ts"]);
  });
});
