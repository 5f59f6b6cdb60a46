import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/core/index.ts";
import * as make from "../make/messages.ts";
import { disagreements, everyPoint } from "./disagreements.ts";
import { openWithPi, SessionManager } from "./pi.ts";
import { runs } from "./runs.ts";
import { difference } from "./same.ts";

/** Sessions that Pi's own SessionManager writes, through every call that appends, branches or forks. */

const folder = mkdtempSync(join(tmpdir(), "pi-written-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const now = 1_773_306_000_000;
const system = make.systemMessage("", now, { sections: { cwd: "/srv" }, toolsAdded: [make.tool("read")] });
const patch = make.systemMessage("More.", now, {
  sections: { cwd: null, skills: "none" },
  toolsRemoved: [{ name: "read" }],
});
const answer = make.assistantMessage(
  [make.thinking("Hm."), make.text("Yes."), make.toolCall("c1", "read", { path: "a" })],
  now,
);

function create(): SessionManager {
  return SessionManager.create("/srv/demo/lighthouse", folder);
}

function append(manager: SessionManager, ...messages: unknown[]): string[] {
  return messages.map((message) => manager.appendMessage(message as Parameters<SessionManager["appendMessage"]>[0]));
}

/** Opens the file a manager wrote and compares it with Pi everywhere; also with the manager as it stands. */
async function check(manager: SessionManager): Promise<Session> {
  const bytes = readFileSync(manager.getSessionFile() ?? "");
  const ours = await openSession(new Blob([bytes]));
  const pi = openWithPi(bytes);
  if (!("value" in pi) || pi.value === undefined) throw new Error("Pi does not open its own file");
  expect(await disagreements(ours, pi.value, everyPoint(pi.value))).toEqual([]);
  expect(ours.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const point = manager.getLeafId();
  expect(difference(await ours.buildSessionContext(point), manager.buildSessionContext())).toBeUndefined();
  expect(ours.ids()).toEqual(manager.getEntries().map(({ id }) => id));
  expect(ours.path(point)).toEqual(point === null ? [] : manager.getBranch(point).map(({ id }) => id));
  expect(ours.roots()).toEqual(manager.getTree().map(({ entry }) => entry.id));
  expect(ours.name).toBe(manager.getSessionName());
  expect(difference(ours.header, JSON.parse(JSON.stringify(manager.getHeader())))).toBeUndefined();
  return ours;
}

describe("a session that Pi writes", () => {
  it("is read the same through every append", async () => {
    const manager = create();
    manager.appendModelChange("demo", "beacon-1");
    manager.appendThinkingLevelChange("high");
    append(manager, system);
    const [asked = ""] = append(manager, make.userMessage("Why?", now));
    const [answered = ""] = append(manager, answer);
    const [result = ""] = append(
      manager,
      make.toolResult("c1", "read", [make.text("text"), make.image("iVBORw0KGgo=")], now),
    );
    append(
      manager,
      make.bashExecution("ls", "a.ts", now),
      make.bashExecution("env", "KEY=1", now, { excludeFromContext: true }),
    );
    append(manager, make.customRole("demo.note", "As a role.", now), {
      role: "oracle",
      content: "Unknown.",
      timestamp: now,
    });
    const note = manager.appendCustomMessageEntry("demo.note", "As an entry.", true, { from: "test" });
    manager.appendCustomEntry("demo.state", { count: 1 });
    manager.appendUsage("cache_warm", "demo", "beacon-1", make.usage(0, 0, 900) as never, "kept warm");
    manager.appendContextEdit(result, null);
    manager.appendContextEdit(answered, { content: "Shorter." });
    manager.appendContextEdit(note, { content: [{ type: "text", text: "Edited." }] });
    manager.appendLabelChange(asked, "start");
    manager.appendLabelChange(answered, "gone");
    manager.appendLabelChange(answered, undefined);
    manager.appendSessionInfo("First\nname");
    append(manager, patch);
    manager.appendCompaction("So far.", answered, 5000, { readFiles: [] }, false, make.usage(3, 4) as never);
    append(manager, make.userMessage("And then?", now), answer);
    manager.appendCompaction("Nothing kept.", null, 6000);
    append(manager, make.userMessage("On we go.", now));
    manager.appendSessionInfo("");
    const ours = await check(manager);
    expect(ours.label(asked)).toBe("start");
    expect(ours.label(answered)).toBeUndefined();
    expect(new Set(ours.fates().map(({ fate }) => fate))).toContain("superseded");
  });

  it("is read the same after branching, with and without a summary, and from the root", async () => {
    const manager = create();
    append(manager, system);
    const [asked = ""] = append(manager, make.userMessage("Left or right?", now));
    append(manager, answer, make.userMessage("Left.", now), answer);
    manager.branch(asked);
    append(manager, answer);
    manager.branchWithSummary(asked, "Right led nowhere.", { readFiles: [] }, false, make.usage(1, 2) as never);
    append(manager, make.userMessage("Straight on.", now));
    manager.appendCompaction("A fork in the road.", asked, 100);
    manager.branchWithSummary(null, "All of it led nowhere.");
    append(manager, make.userMessage("Again.", now), answer);
    manager.resetLeaf();
    append(manager, make.userMessage("From the start.", now), answer);
    const ours = await check(manager);
    expect(ours.roots()).toHaveLength(3);
    manager.branch(asked);
    await check(manager);
    manager.resetLeaf();
    await check(manager);
  });

  it("is read the same when a branch becomes a session of its own, and when it is forked", async () => {
    const manager = create();
    const [asked = ""] = append(manager, make.userMessage("Why?", now));
    manager.appendLabelChange(asked, "start");
    const [answered = ""] = append(manager, answer);
    manager.appendLabelChange(answered, "answer");
    append(manager, make.userMessage("Really?", now));
    manager.appendCompaction("So far.", answered, 100);
    const [last = ""] = append(manager, make.userMessage("Good.", now));
    manager.branch(asked);
    append(manager, make.userMessage("Another way.", now));
    const source = manager.getSessionFile() ?? "";
    await check(manager);
    const forked = SessionManager.forkFrom(source, "/srv/demo/other", folder);
    const copy = await check(forked);
    expect(copy.header?.["parentSession"]).toBe(source);
    manager.createBranchedSession(last);
    const branched = await check(manager);
    expect(branched.header?.["parentSession"]).toBe(source);
    expect(branched.label(answered)).toBe("answer");
  });
});

/** One call on a manager, by the numbers that choose its arguments. */
type Call = (manager: SessionManager, pick: (index: number) => string, at: number) => void;

const CALLS: { readonly [name: string]: Call } = {
  user: (manager, _pick, at) => void append(manager, make.userMessage(`question ${at}`, now)),
  assistant: (manager) => void append(manager, answer),
  result: (manager, _pick, at) => void append(manager, make.toolResult("c1", "read", [make.text(`output ${at}`)], now)),
  system: (manager, _pick, at) => void append(manager, at % 2 === 0 ? system : patch),
  bash: (manager, _pick, at) =>
    void append(manager, make.bashExecution("ls", "a", now, { excludeFromContext: at % 2 === 0 })),
  note: (manager) => void manager.appendCustomMessageEntry("demo.note", "note", false),
  state: (manager, _pick, at) => void manager.appendCustomEntry("demo.state", { at }),
  model: (manager, _pick, at) => void manager.appendModelChange("demo", `beacon-${at % 3}`),
  thinking: (manager) => void manager.appendThinkingLevelChange("low"),
  usage: (manager) => void manager.appendUsage("cache_warm", "demo", "beacon-1", make.usage(0, 0, 10) as never),
  label: (manager, pick, at) => void manager.appendLabelChange(pick(at), at % 3 === 0 ? undefined : `label ${at}`),
  name: (manager, _pick, at) => void manager.appendSessionInfo(at % 3 === 0 ? "" : `name ${at}`),
  compaction: (manager, pick, at) =>
    void manager.appendCompaction(`summary ${at}`, at % 4 === 0 ? null : pick(at), 100),
  edit: (manager, pick, at) => {
    // Pi refuses to edit what is not on the branch or makes no editable content: nothing is written then.
    try {
      manager.appendContextEdit(pick(at), at % 2 === 0 ? null : { content: `edit ${at}` });
    } catch {
      return;
    }
  },
  branch: (manager, pick, at) => {
    manager.branch(pick(at));
  },
  summary: (manager, pick, at) => void manager.branchWithSummary(at % 5 === 0 ? null : pick(at), `summary ${at}`),
  reset: (manager) => {
    manager.resetLeaf();
  },
};

describe("any calls in any order", () => {
  it("write a session that is read the same", { timeout: 300_000 }, async () => {
    const calls = fc.array(fc.tuple(fc.constantFrom(...Object.keys(CALLS)), fc.nat(40)), {
      maxLength: 30,
      size: "max",
    });
    const property = fc.asyncProperty(calls, async (chosen) => {
      const manager = create();
      append(manager, make.userMessage("First.", now));
      for (const [name, at] of chosen) {
        const entries = manager.getEntries();
        CALLS[name]?.(manager, (index) => entries[index % entries.length]?.id ?? "", at);
      }
      await check(manager);
    });
    await fc.assert(property, runs(120));
  });
});
