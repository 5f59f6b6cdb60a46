import { beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { contextView } from "../../../src/core/present/context.ts";
import { contextItems } from "../../../src/core/present/items.ts";
import { effectivePrompt } from "../../../src/core/present/prompt.ts";
import { type Form, PROMPT_PART } from "../../../src/core/view/context.ts";
import { draw, type DrawOptions } from "../../make/draw.ts";
import { words } from "./laws.ts";

beforeAll(() => {
  process.env["TZ"] = "UTC";
});

function open(drawing: string, options?: DrawOptions): Promise<OpenedSession> {
  return openSession(new Blob([draw(drawing, options)]));
}

/** Items of a form at an entry (Pi's leaf unless told): `id title` and what is noted. */
async function shown(session: OpenedSession, form: Form, id?: string | null): Promise<string[]> {
  const point = id === null ? null : session.rowOfLeaf(id);
  const items = await contextItems(session, form, point, 0, 1000);
  return items.map(({ id, title, notes }) => [`${id} ${title}`, ...notes.map(words)].join(" | "));
}

async function notices(session: OpenedSession, id?: string | null): Promise<string[]> {
  const point = id === null ? null : session.rowOfLeaf(id);
  const { summary } = await contextView(session, "projected", point);
  return summary.notices.map(({ tone, text }) => `${tone}: ${words(text)}`);
}

const COMPACTED = `
s system "Be brief." sections={"style":"dry","cwd":"/srv"} tools=["read","bash"]
u1 user "one"
a1 assistant c1:read{"path":"a.ts"}
r1 result c1 "text of a"
u2 user "two"
a2 assistant "done"
k +10m compaction "So far: one and two." keep=u2 systemMessage={"role":"system","content":"Be brief.","sections":{"style":"dry"},"toolsAdded":[{"name":"read","description":"Reads.","parameters":{}}],"timestamp":1}
u3 user "three"
s2 system "" sections={"style":null,"rules":"No tabs."} gone=["read"]
n extension demo.note "a note"
b bash "ls" "a.ts"
b2 bash "secret" "x" excludeFromContext=true
g branch "It failed." from=u1
a3 assistant "ok" model=beacon-2 responseModel=beacon-2-0613
`;

describe("the three forms", () => {
  it("a custom message is hidden where its display is false, in every form", async () => {
    const session = await open('u user "hi"\nx extension ci.status "red" display=false\ny extension demo "shown"');
    for (const form of ["stored", "projected", "sent"] as const) {
      const items = await contextItems(session, form, 2, 0, 10);
      expect(items.slice(-3).map(({ hidden, customType }) => [hidden, customType])).toEqual([
        [false, undefined],
        [true, "ci.status"],
        [false, "demo"],
      ]);
    }
  });

  it("stored: every entry of the path, in order", async () => {
    const session = await open(COMPACTED);
    expect(await shown(session, "stored")).toEqual([
      "s system",
      "u1 user",
      "a1 assistant",
      "r1 read",
      "u2 user",
      "a2 assistant",
      "k compaction",
      "u3 user",
      "s2 system",
      "n custom_message",
      "b bash",
      "b2 bash | Projected, but not sent: the user kept this command out of the context.",
      "g branch_summary",
      "a3 assistant",
    ]);
  });

  it("projected: the messages of buildSessionContext, a checkpoint and its summary apart", async () => {
    const session = await open(COMPACTED);
    expect(await shown(session, "projected")).toEqual([
      "k checkpoint",
      "k summary",
      "u2 user",
      "a2 assistant",
      "u3 user",
      "s2 system",
      "n custom",
      "b bash",
      "b2 bash | Projected, but not sent: the user kept this command out of the context.",
      "g branch summary",
      "a3 assistant",
    ]);
    const view = await contextView(session, "projected", session.index.leaf);
    expect([...view.rows]).toEqual([6, 6, 4, 5, 7, 8, 9, 10, 11, 12, 13]);
    expect([...view.parts]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // "So far: one and two." is 20 characters, "two" 3, "done" 4, "three" 5; the checkpoint 9 + 3 + its tool as JSON.
    expect(Array.from(view.tokens.subarray(1, 5))).toEqual([5, 1, 1, 2]);
    expect(view.tokens[0]).toBe(
      Math.ceil((9 + 3 + '[{"name":"read","description":"Reads.","parameters":{}}]'.length) / 4),
    );
  });

  it("sent: led by the effective prompt, converted, without what is dropped", async () => {
    const session = await open(COMPACTED);
    expect(await shown(session, "sent")).toEqual([
      "s2 prompt | The effective prompt and tools: all system messages of this context, replayed in order.",
      "k checkpoint | Its effect is part of the effective prompt above.",
      "k user | Sent as a user message: the compaction’s summary.",
      "u2 user",
      "a2 assistant",
      "u3 user",
      "s2 system | Its effect is part of the effective prompt above.",
      "n user | Sent as a user message: a message of an extension.",
      "b user | Sent as a user message: a command the user ran.",
      "g user | Sent as a user message: the summary of another branch.",
      "a3 assistant",
    ]);
    const view = await contextView(session, "sent", session.index.leaf);
    expect(view.parts[0]).toBe(PROMPT_PART);
    const items = await contextItems(session, "sent", session.index.leaf, 8, 9);
    const rich = [
      { kind: "paragraph", inline: ["Ran ", { kind: "run", text: "ls", marks: ["code"] }] },
      { kind: "code", info: "", text: "a.ts" },
    ];
    expect(items[0]?.blocks).toEqual([{ kind: "text", look: "prose", text: "Ran `ls`\n```\na.ts\n```", rich }]);
  });

  it("are cut to the bounds asked for", async () => {
    const session = await open(COMPACTED);
    const ids = async (from: number, to: number) =>
      (await contextItems(session, "sent", session.index.leaf, from, to)).map(({ index, id }) => `${index} ${id}`);
    expect(await ids(-5, 2)).toEqual(["0 s2", "1 k"]);
    expect(await ids(9, 99)).toEqual(["9 g", "10 a3"]);
    expect(await ids(4, 4)).toEqual([]);
    expect(await ids(50, 60)).toEqual([]);
  });

  it("answer with arrays of the caller's own", async () => {
    const session = await open(COMPACTED);
    const first = await contextView(session, "stored", 3);
    first.rows.fill(-1);
    expect([...(await contextView(session, "stored", 3)).rows]).toEqual([0, 1, 2, 3]);
  });

  it("refuse a row that is not there", async () => {
    const session = await open("u user");
    await expect(contextView(session, "stored", 1)).rejects.toThrow(RangeError);
    await expect(contextItems(session, "stored", -1, 0, 1)).rejects.toThrow(RangeError);
    await expect(effectivePrompt(session, 0.5)).rejects.toThrow(RangeError);
  });
});

describe("the summary", () => {
  it("says where the point is, the models and the sizes", async () => {
    const session = await open(`m model demo/beacon-1\nt thinking high${COMPACTED}`);
    const { summary } = await contextView(session, "projected", session.index.leaf);
    expect(summary).toMatchObject({
      title: "prompt 3, after compaction 1",
      selected: "demo/beacon-1",
      requested: "demo/beacon-2",
      answering: "beacon-2-0613",
      thinkingLevel: "high",
      messages: 11,
      // The default usage of the last answer: 12 in, 7 out.
      tokens: 19,
      providerTokens: 19,
      fates: {
        later: 0,
        "other branch": 0,
        "no message": 2,
        omitted: 0,
        checkpoint: 1,
        superseded: 0,
        folded: 1,
        summarised: 3,
        "not sent": 1,
        replaced: 0,
        "in context": 8,
      },
      // "No tabs." is left of the sections, "Be brief." of the prompt: 17 characters. No tool is left.
      prompt: { sections: 1, tools: 0, tokens: 5, toolTokens: 0 },
      notices: [],
    });
  });

  it("names points without a prompt, and at a compaction", async () => {
    const session = await open(COMPACTED);
    const title = async (id: string | null) =>
      (await contextView(session, "stored", id === null ? null : session.rowOf(id))).summary.title;
    expect(await title(null)).toBe("before any entry");
    expect(await title("s")).toBe("before the first prompt");
    expect(await title("r1")).toBe("prompt 1");
    expect(await title("k")).toBe("prompt 2, at compaction 1");
  });

  it("shows the model text of the first Pi files", async () => {
    const session = await open("m entry model_change model=demo/beacon-0\nu user");
    const { summary } = await contextView(session, "stored", 1);
    expect(summary).toMatchObject({ selected: "demo/beacon-0", requested: null, thinkingLevel: "off" });
  });

  it("estimates edited items by what they hold now", async () => {
    const session = await open(`u user "${"x".repeat(400)}"\na assistant\ne replace u "short"`);
    const view = await contextView(session, "projected", 2);
    expect([...view.tokens]).toEqual([2, 2]); // "short" and "answer a"
    expect(view.summary.tokens).toBe(4);
  });
});

describe("the effective prompt", () => {
  it("is replayed, each part signed by what last set it", async () => {
    const session = await open(COMPACTED);
    const block = await effectivePrompt(session, session.rowOf("s2"));
    expect(block).toMatchObject({
      kind: "prompt",
      content: [{ body: { text: "Be brief." }, setBy: { id: "k" } }],
      sections: [{ name: "rules", body: { text: "No tabs." }, setBy: { id: "s2" } }],
      toolsAdded: [],
    });
    const before = await effectivePrompt(session, session.rowOf("u3"));
    expect(before?.sections.map(({ name, setBy }) => [name, setBy?.id, setBy?.text])).toEqual([
      ["style", "k", "compaction at 09:10"],
    ]);
    expect(before?.toolsAdded.map(({ name, setBy }) => [name, setBy?.id])).toEqual([["read", "k"]]);
  });

  it("is null where nothing sets one", async () => {
    const session = await open('u user\ns system "x"');
    expect(await effectivePrompt(session, null)).toBeNull();
    expect(await effectivePrompt(session, 0)).toBeNull();
    expect((await effectivePrompt(session, 1))?.content[0]?.body.text).toBe("x");
    expect((await contextView(session, "sent", 0)).parts[0]).toBe(0);
  });
});

describe("notes", () => {
  it("say who edited, and which edit changes nothing", async () => {
    const session = await open(`
      u user "long"
      a assistant "b"
      b bash "ls" "x"
      e1 replace u "short"
      e2 replace a "c"
      e3 replace a "d"
      e4 replace b "no"
      u2 user "x"
      e5 entry context_edit targetId=u2
    `);
    expect(await shown(session, "projected")).toEqual([
      "u user | edited by [e1]",
      "a assistant | edited by [e3]",
      "b bash | The [context edit at 09:00] changes nothing: Pi ignores a replacement of a message of role bashExecution.",
      "u2 user | The [context edit at 09:00] has no replacement: it changes nothing here, and Pi fails on it.",
    ]);
    const [first, second] = await contextItems(session, "projected", session.index.leaf, 0, 2);
    expect(first?.blocks).toEqual([{ kind: "text", look: "prose", rich: null, text: "short" }]);
    expect(second?.notes[0]?.[1]).toMatchObject({ id: "e3" });
    expect(second?.fate).toBe("replaced");
  });

  it("say when a call and its result have lost each other", async () => {
    const session = await open(`
      u user
      a assistant c1:read{"path":"p"} c2:bash{"command":"ls"} c3:read{"path":"q"}
      r1 result c1
      r2 result c2
      e omit r1
      a2 assistant c4:read{"path":"z"}
      r4 result c4
      e2 omit a2
      u2 user
    `);
    expect(await shown(session, "projected")).toEqual([
      "u user",
      "a assistant | The call “read: p” is not answered in this context: [its result] is omitted by the [context edit at 09:00]. | The call “read: q” has no result on this path.",
      "r2 bash",
      "r4 read | Its call is not in this context: [[read: z]]",
      "u2 user",
    ]);
    // At the call itself its results come later.
    expect((await shown(session, "projected", "a"))[1]).toContain(
      "The call “read: p” is not answered yet: [its result] comes later.",
    );
    // Stored shows them all, and who omits.
    expect((await shown(session, "stored"))[2]).toBe("r1 read | omitted by [e]");
  });

  it("say nothing of conversion where the message is not projected at all", async () => {
    const session = await open(
      'b bash "ls" "x" excludeFromContext=true\na assistant stopReason=error\nk compaction keep=k',
    );
    expect(await shown(session, "stored")).toEqual(["b bash", "a assistant", "k compaction"]);
  });

  it("say that conversion drops a failed answer, and that an unknown role is not sent", async () => {
    const session = await open('u user\na assistant "half" stopReason=aborted\no role oracle content="x"');
    expect(await shown(session, "projected")).toEqual([
      "u user",
      "a assistant | A failed or aborted answer: it is part of this context, and conversion for the provider drops it later.",
      "o oracle | Projected, but not sent: Pi converts no messages of role “oracle”.",
    ]);
    expect(await shown(session, "sent")).toHaveLength(2);
    expect(await notices(session)).toEqual([
      "info: A failed or aborted answer is in this context by the session’s own rules. Conversion for the provider drops it later: [assistant: half]",
    ]);
  });
});

describe("notices", () => {
  it("name a parent that is not there, and what is stranded", async () => {
    const session = await open("u1 user\na1 assistant\nu9 < gone user\na9 assistant");
    expect(await notices(session)).toEqual([
      "warning: The chain breaks at [user: question u9]: its parent gone is not in the file. 2 earlier entries are out of reach from here.",
    ]);
    expect(await notices(session, "a1")).toEqual([]);
  });

  it("name the loop that Pi would never leave", async () => {
    const session = await open("u1 user\nx1 < x2 user\nx2 < x1 user\ns < s user");
    expect(await notices(session, "x2")).toEqual([
      "warning: Parents form a loop: the chain leads back to [user: question x1]. Pi never returns from this path. Here each entry stands once.",
    ]);
    expect(await notices(session, "s")).toEqual([
      "warning: [user: question s] is its own parent: Pi never returns from this path. Here each entry stands once.",
    ]);
  });

  it("say where a leaf without id leads", async () => {
    const session = await open('u1 user\n! {"type":"session_end"}');
    expect(await notices(session)).toEqual([
      "warning: Pi’s leaf points nowhere: the last entry has no id, and Pi falls back to that entry alone. The last entry that has an id: [user: question u1]",
      "info: No entry on this path makes a message.",
    ]);
  });

  it("offer the target of a pointer", async () => {
    const session = await open("u1 user\na1 assistant\nu2 user\nl entry leaf targetId=a1");
    expect(await notices(session)).toEqual([
      "info: This entry is a pointer of another program, which Pi does not know: Pi stays on the branch it stands on. It points to [assistant: answer a1]",
    ]);
  });

  it("say which repeated id Pi cannot come to", async () => {
    const session = await open("u1 user\na1 < u1 assistant\na1 < u1 user");
    expect((await contextView(session, "stored", 1)).summary.notices.map(({ text }) => words(text))).toEqual([
      "Line 4 repeats the id of this entry. Pi knows only that one: [user: question a1]",
    ]);
  });

  it("say what Pi fails on, and a compaction that keeps nothing by mistake", async () => {
    const session = await open(`
      u1 user
      x entry message
      k compaction keep=gone
      u2 user
      e entry context_edit targetId=u2
    `);
    expect(await notices(session)).toEqual([
      "warning: Pi fails on this path: [[no message]] holds no message.",
      "warning: Pi fails on this path: the [context edit at 09:00] has no replacement. Here it changes nothing.",
      "warning: The [compaction at 09:00] names gone as its first kept entry, but that is not on the path before it: nothing before it is kept.",
    ]);
  });

  it("give the reason of an empty context", async () => {
    const nothing = await openSession(new Blob([""]));
    expect(await notices(nothing, null)).toEqual(["info: This session has no entries yet."]);
    const session = await open("m model\nu user\ne omit u");
    expect(await notices(session, null)).toEqual(["info: Nothing comes before the first entry."]);
    expect(await notices(session, "m")).toEqual(["info: No entry on this path makes a message."]);
    expect(await notices(session)).toEqual(["info: Every message on this path is omitted or summarised."]);
  });
});
