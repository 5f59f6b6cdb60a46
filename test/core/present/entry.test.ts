import { beforeAll, describe, expect, it } from "vitest";
import { entryView } from "../../../src/core/present/entry.ts";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { EntryView } from "../../../src/core/view/context.ts";
import { draw, type DrawOptions } from "../../make/draw.ts";
import { words } from "./laws.ts";

beforeAll(() => {
  process.env["TZ"] = "UTC";
});

function open(drawing: string, options?: DrawOptions): Promise<OpenedSession> {
  return openSession(new Blob([draw(drawing, options)]));
}

function view(session: OpenedSession, id: string, point?: string | null): Promise<EntryView> {
  return entryView(session, session.rowOf(id), point === null ? null : session.rowOfLeaf(point));
}

/** Fate and reason of each entry at a point. */
async function reasons(session: OpenedSession, point?: string | null): Promise<Record<string, string>> {
  const said: [string, string][] = [];
  for (const id of session.ids()) {
    const { fate, why } = await view(session, id, point);
    said.push([id, `${fate}: ${words(why)}`]);
  }
  return Object.fromEntries(said);
}

describe("why", () => {
  it("an entry is or is not in a compacted context", async () => {
    const session = await open(`
      s system "Be brief."
      u1 user "the first thing that was ever asked, which is much longer than any link can be"
      k1 +30m compaction "one" keep=u1
      a1 assistant
      u2 user "two"
      u3 user "Keep the cookie name"
      k2 +1h compaction "two" keep=u3
      b bash "secret" "x" excludeFromContext=true
      m model demo/beacon-1
      a2 assistant "half" stopReason=aborted
    `);
    expect(await reasons(session)).toEqual({
      s: "folded: Folded: a system message before the [compaction at 10:30], which carries no checkpoint, so its effect is gone.",
      u1: "summarised: Not in this context. It lies before the range kept by the [compaction at 10:30], which kept everything from [prompt 3: Keep the cookie name] on.",
      k1: "superseded: Superseded by the [compaction at 10:30]: only the last compaction on the path counts.",
      a1: "summarised: Not in this context. It lies before the range kept by the [compaction at 10:30], which kept everything from [prompt 3: Keep the cookie name] on.",
      u2: "summarised: Not in this context. It lies before the range kept by the [compaction at 10:30], which kept everything from [prompt 3: Keep the cookie name] on.",
      u3: "in context: In this context as stored.",
      k2: "checkpoint: The compaction in force. Its summary stands first in this context; it kept everything from [prompt 3: Keep the cookie name] on.",
      b: "not sent: Projected, but not sent: the user kept this command out of the context.",
      m: "no message: Makes no message: entries of type model_change never do.",
      a2: "in context: In this context as stored. A failed or aborted answer: it is part of this context, and conversion for the provider drops it later.",
    });
    const links = (await view(session, "u1")).why.filter((part) => typeof part !== "string");
    expect(links.map(({ id, row }) => `${id} ${row}`)).toEqual(["k2 6", "u3 5"]);
    const { children } = await view(session, "s");
    expect(children[0]?.text).toBe("user: the first thing that was ever asked, which is much lo…");
  });

  it("a compaction that keeps nothing, or carries a checkpoint, or is omitted", async () => {
    const checkpoint = '{"role":"system","content":"x","timestamp":1}';
    const session = await open(`
      s system "x"
      u1 user
      k compaction "sum" keep=k systemMessage=${checkpoint}
      u2 user
        o omit k
      k3 < u2 compaction "other" keep=gone
    `);
    expect(await reasons(session, "u2")).toMatchObject({
      s: "folded: Folded: a system message before the [compaction at 09:00:03]. Its effect lives on only in that compaction’s checkpoint.",
      u1: "summarised: Not in this context. It lies before the [compaction at 09:00:03], which kept nothing of what came before it.",
      k: "checkpoint: The compaction in force. Its system checkpoint and its summary stand first in this context; it kept nothing of what came before it.",
    });
    expect(await reasons(session, "o")).toMatchObject({
      s: "folded: Folded: a system message before the [compaction at 09:00:03], whose checkpoint is omitted by the [context edit at 09:00], so its effect is gone.",
      u1: "summarised: Not in this context. It lies before the [compaction at 09:00:03], which kept nothing of what came before it. The summary itself is omitted by the [context edit at 09:00].",
      k: "omitted: Omitted by the [context edit at 09:00]: neither its summary nor its checkpoint is in this context.",
    });
    expect((await reasons(session, "k3"))["u2"]).toBe(
      "summarised: Not in this context. It lies before the [compaction at 09:00:06], which names gone as its first kept entry, but that is not on the path before it, so nothing before it is kept.",
    );
  });

  it("another branch, another root, a broken chain, a loop, a repeated id", async () => {
    const session = await open(`
      u1 user "one"
      a1 assistant "yes"
        x1 user
        x2 assistant
      u2 user "two"
      r < null user "root"
      r2 assistant
      o < gone user "orphan"
      o2 assistant
      l1 < l2 user "loop"
      l2 < l1 user
      l3 < l1 user
      a3 < u2 assistant "last"
    `);
    expect(await reasons(session)).toMatchObject({
      x1: "other branch: On another branch, which leaves this path at [assistant: yes].",
      x2: "other branch: On another branch, which leaves this path at [assistant: yes].",
      r: "other branch: A root of its own: it shares nothing with this path.",
      r2: "other branch: On another branch, which begins at [user: root] and shares nothing with this path.",
      o: "other branch: Cut off: its parent gone is not in the file.",
      o2: "other branch: Cut off: its chain breaks at [user: orphan], whose parent gone is not in the file.",
      l1: "other branch: It stands in a loop of parents, or hangs from one: no root reaches it.",
      l3: "other branch: It stands in a loop of parents, or hangs from one: no root reaches it.",
    });
    const twice = await open('u user\na < u assistant "first"\na < u assistant "second"');
    const shadowed = await entryView(twice, 1, 2);
    expect(words(shadowed.why)).toBe("Line 4 repeats its id: every path goes through [assistant: second] instead.");
    expect(shadowed.fields.find(({ name }) => name === "Same id")?.value[0]).toMatchObject({ row: 2 });
  });

  it("later", async () => {
    const session = await open('u user "one"\na assistant\nu2 user');
    expect((await reasons(session, "u"))["u2"]).toBe(
      "later: Later than the point: the branch comes to it after [user: one].",
    );
    expect((await reasons(session, null))["u"]).toBe("later: Later than the point, which stands before any entry.");
  });

  it("edits, and what they edit", async () => {
    const session = await open(`
      early omit a
      u user "one"
      a assistant "two"
      b bash "ls" "x"
      l label u "mark"
      e1 replace u "1"
      e2 replace u "2"
      e3 replace b "3"
      e4 omit gone
      e5 omit l
      e6 entry context_edit targetId=u2
      u2 user
    `);
    expect(await reasons(session)).toMatchObject({
      early: "no message: An edit makes no message itself. It omits [assistant: two].",
      u: "replaced: In this context with other content, set by the [context edit at 09:00].",
      a: "omitted: Omitted by the [context edit at 09:00]. The edit stands before it on the path, which makes no difference.",
      b: "in context: In this context as stored. The [context edit at 09:00] changes nothing: Pi ignores a replacement of a message of role bashExecution.",
      e1: "no message: An edit makes no message itself. A later edit of [user: one] decides: the [context edit at 09:00].",
      e2: "no message: An edit makes no message itself. It replaces the content of [user: one].",
      e3: "no message: An edit makes no message itself. It changes nothing: Pi ignores a replacement of [[bash]: ls].",
      e4: "no message: An edit makes no message itself. Its target gone is not in the file.",
      e5: "no message: An edit makes no message itself. Its target, [[label: mark]], makes no message either.",
      e6: "no message: An edit makes no message itself. It has no replacement: it changes nothing here, and Pi fails on it.",
    });
    const cut = await open("u user\ne omit u2\nk compaction keep=u2\nu2 user");
    expect((await reasons(cut))["e"]).toBe(
      "no message: An edit makes no message itself. It lies before what the [compaction at 09:00] kept, so it changes nothing here.",
    );
  });

  it("values and types that make no message", async () => {
    const session = await open('u user\nx entry message\nb branch "" from=u\nz entry magic\n! 42');
    expect(await reasons(session, "z")).toMatchObject({
      x: "no message: Makes no message: the entry holds none. Pi fails on a path through it.",
      b: "no message: Makes no message: its summary is empty.",
      z: "no message: Makes no message: Pi knows no entries of type “magic”.",
    });
    const value = await entryView(session, 4, 4);
    expect(value).toMatchObject({ id: "#6", type: "", role: undefined, fate: "no message" });
    expect(words(value.why)).toBe("Makes no message: the line holds no entry of any type.");
  });
});

describe("an entry", () => {
  it("comes with its place, its family, its facts and its blocks", async () => {
    const session = await open(`
      u user "one"
      a assistant "Reading." c1:read{"path":"p"} use=[1,2,3,4]
      r result c1 "text"
        r2 < a result c1 "again"
      l < r label a "mark"
    `);
    const line = draw('u user "one"').split("\n").at(0) ?? "";
    expect(await view(session, "u")).toMatchObject({ line: 2, offset: line.length + 1, parent: null, childCount: 1 });
    const call = await view(session, "a");
    expect(call).toMatchObject({
      row: 1,
      id: "a",
      type: "message",
      role: "assistant",
      title: "assistant: Reading.",
      tone: "assistant",
      label: "mark",
      time: Date.parse("2026-03-12T09:00:02Z"),
      parent: { id: "u", text: "user: one" },
      childCount: 2,
      children: [{ id: "r" }, { id: "r2" }],
      problems: [],
    });
    expect(call.fields.slice(0, 2)).toEqual([
      { name: "Requested model", value: ["demo/beacon-1"] },
      { name: "API", value: ["demo-messages"] },
    ]);
    expect(call.blocks[1]).toMatchObject({ kind: "toolCall", title: "read: p", result: { id: "r" } });
    // On the other branch the call has its own result.
    expect((await view(session, "a", "r2")).blocks[1]).toMatchObject({ result: { id: "r2" } });
    expect((await view(session, "r2")).fields.find(({ name }) => name === "Answers")?.value).toEqual([
      { row: 1, id: "a", text: "[read: p]" },
    ]);
  });

  it("links what it points to, and says when that is missing", async () => {
    const session = await open('u user "one"\nl label u "x"\nl2 label gone "y"\nk compaction keep=u\no < lost user');
    const fields = async (id: string) => (await view(session, id)).fields;
    expect(await fields("l")).toEqual([
      { name: "Target", value: [{ row: 0, id: "u", text: "user: one" }] },
      { name: "Label", value: ["x"] },
    ]);
    expect((await fields("l2"))[0]).toEqual({ name: "Target", value: ["gone", " (not in the file)"] });
    expect((await fields("k")).find(({ name }) => name === "First kept entry")?.value).toMatchObject([{ id: "u" }]);
    expect(await view(session, "o")).toMatchObject({
      parent: { missing: "lost" },
      problems: [{ code: "missing-parent" }],
    });
  });

  it("names an answer without text by its first call", async () => {
    const session = await open('u user\na assistant ~"hm" c1:read{"path":"p"}\nr result c1');
    expect((await view(session, "r")).parent).toMatchObject({ id: "a", text: "assistant: [read: p]" });
  });

  it("names the first twenty children", async () => {
    const session = await open(`u user\n${Array.from({ length: 25 }, (_, at) => `c${at} < u user`).join("\n")}`);
    const { children, childCount } = await view(session, "u");
    expect([children.length, childCount]).toEqual([20, 25]);
  });

  it("is refused when it is not there", async () => {
    const session = await open("u user");
    await expect(entryView(session, 1, 0)).rejects.toThrow(RangeError);
    await expect(entryView(session, 0, 1)).rejects.toThrow(RangeError);
  });
});

it("an unknown type is said once; one that is no text is said as it is", async () => {
  const session = await open('u user "hi"\nx entry git_state branch="main"\ny entry git_state @type=42');
  expect((await view(session, "x")).type).toBe("git_state");
  expect((await view(session, "x")).fields.map(({ name }) => name)).toEqual([]);
  const y = await view(session, "y");
  expect([y.type, y.fields]).toEqual(["", [{ name: "Stored type", value: ["42"] }]]);
});

it("a message that the terminal does not show says so among its facts", async () => {
  const session = await open('x extension ci.status "red" display=false\ny extension ci.status "green" display=true');
  const display = async (id: string): Promise<unknown> =>
    (await view(session, id)).fields.find(({ name }) => name === "Display")?.value;
  expect(await display("x")).toEqual(["false: sent to the model, hidden in Pi’s terminal"]);
  expect(await display("y")).toEqual(["true"]);
  expect((await view(session, "x")).blocks.map(({ kind }) => kind)).toEqual(["text"]);
});
