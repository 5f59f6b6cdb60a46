import { describe, expect, it } from "vitest";
import { treeView } from "../../../src/core/present/tree.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Filter, TreeQuery } from "../../../src/core/view/row.ts";
import { idsOf, openDrawing } from "./open-drawing.ts";

/** One entry of every kind, in one chain. */
const EVERYTHING = `
  system system "You are careful."
  model model demo/beacon-1
  thinking thinking high
  user user "Fix the Login bug"
  silent assistant c1:read{"path":"src/login.ts"}
  result result c1 "export function login"
  answer assistant "Fixed." c2:bash{"command":"npm test"}
  orphan result c9 "nobody asked"
  thoughts assistant ~"only thoughts"
  aborted assistant stopReason=aborted content=[]
  failed assistant stopReason=error errorMessage="429 too many" content=[]
  length assistant stopReason=length content=[]
  bash bash "git status" "clean"
  note extension demo.note "by an extension"
  state custom demo.state {"a":1}
  edit omit orphan
  label label user "Keep this"
  name name "A session"
  branch branch "Went the other way" from=answer
  compaction compaction "so far" keep=user
  usage usage cache_warm
  mystery entry git_state
  last user "thanks"
`;

async function shown(session: OpenedSession, query: Partial<TreeQuery>): Promise<string[]> {
  const point = query.point === undefined ? session.index.leaf : query.point;
  const view = treeView(session, { filter: "default", query: "", folded: [], ...query, point });
  return idsOf(session, view.rows);
}

describe("a filter shows", () => {
  it.each<[Filter, string]>([
    ["default", "system user result answer orphan aborted failed length bash note branch compaction mystery last"],
    ["no-tools", "system user answer aborted failed length bash note branch compaction mystery last"],
    ["user-only", "user last"],
    ["labeled-only", "user"],
  ])("%s: %s", async (filter, ids) => {
    const session = await openDrawing(EVERYTHING);
    expect((await shown(session, { filter })).join(" ")).toBe(ids);
  });

  it("only entries of a fate at the point, those that make no message too", async () => {
    const session = await openDrawing(EVERYTHING);
    expect(await shown(session, { fates: ["omitted"] })).toEqual(["orphan"]);
    expect(await shown(session, { fates: ["checkpoint", "folded"] })).toEqual(["system", "compaction"]);
    expect((await shown(session, { fates: ["no message"] })).join(" ")).toBe(
      "model thinking state edit label name usage mystery",
    );
    // The other filters hold beside it.
    expect(await shown(session, { fates: ["in context"], filter: "user-only" })).toEqual(["user", "last"]);
    expect(await shown(session, { fates: ["later"], point: session.rowOf("branch") })).toEqual([
      "compaction",
      "usage",
      "mystery",
      "last",
    ]);
  });

  it("all: everything, in the order of the tree", async () => {
    const session = await openDrawing(EVERYTHING);
    expect(await shown(session, { filter: "all" })).toEqual(session.ids());
  });

  it("an answer without text where it is the point or the file's last entry", async () => {
    const session = await openDrawing(`${EVERYTHING}\nend assistant c3:ls{"path":"."}`);
    const point = session.rowOf("silent");
    const ids = await shown(session, { point });
    expect(ids.filter((id) => ["silent", "thoughts", "end"].includes(id))).toEqual(["silent", "end"]);
    // The other rules of a filter hold for them too.
    expect(await shown(session, { point, filter: "user-only" })).toEqual(["user", "last"]);
  });

  it("labelled entries of every kind, an answer without text only at the point", async () => {
    const session = await openDrawing(
      `${EVERYTHING}\nl1 label model "set"\nl2 label silent "look"\nl3 label usage "paid"`,
    );
    expect(await shown(session, { filter: "labeled-only" })).toEqual(["model", "user"]);
    const point = session.rowOf("silent");
    expect(await shown(session, { filter: "labeled-only", point })).toEqual(["model", "user", "silent"]);
  });
});

describe("a search finds", () => {
  const found = async (query: string, more: Partial<TreeQuery> = {}): Promise<string> =>
    (await shown(await openDrawing(EVERYTHING), { query, ...more })).join(" ");

  it.each([
    ["the words of a prompt, whatever their case", "login BUG", "user"],
    ["words in any order, all of them", "bug fix", "user"],
    ["parts of words", "otherw", ""],
    ["parts of words", "other", "branch"],
    ["a label", "keep", "user"],
    ["a role", "assistant", "answer aborted failed length"],
    ["a type, as words", "branch summary", "branch"],
    ["what a row shows: the call of a result", "src/login.ts", "result"],
    ["what a row shows: the tool of a result without a call", "read", "result orphan"],
    ["what a row shows: an error", "429", "failed"],
    ["the beginning of a result's output", "export function", "result"],
    ["a command", "git status", "bash"],
    ["an extension's type and words", "demo.note extension", "note"],
    ["an unknown type", "git_state", "mystery"],
    ["the size of a compaction", "51k", "compaction"],
    ["nothing for words that are nowhere", "zebra", ""],
  ])("%s: %s", async (_, query, ids) => {
    expect(await found(query)).toBe(ids);
  });

  it("only what its filter shows", async () => {
    expect(await found("omit")).toBe("");
    expect(await found("omit orphan", { filter: "all" })).toBe("edit");
    expect(await found("usage", { filter: "all" })).toBe("usage");
    expect(await found("login", { filter: "no-tools" })).toBe("user");
  });

  it("everything for no words", async () => {
    expect(await found("   ")).toBe(await found(""));
  });

  it("words with the characters of patterns as they stand", async () => {
    for (const query of ["(", "[bash", ".*", "\\", "c++"]) expect(typeof (await found(query))).toBe("string");
    expect(await found(".*")).toBe("");
    expect(await found("[compaction:")).toBe("compaction");
  });
});
