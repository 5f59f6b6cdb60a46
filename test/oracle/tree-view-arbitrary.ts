import fc from "fast-check";
import * as make from "../make/entries.ts";
import * as message from "../make/messages.ts";
import type { Fields } from "../make/messages.ts";

/** Random trees: many forks, several roots, orphans, equal times, labels on anything, answers without text. */

interface Leafy {
  /** Parent as a position among the entries before, or none, or an id that is not in the file. */
  readonly parent: number | "none" | "gone";
  readonly kind: number;
  readonly target: number;
  readonly wait: number;
}

const START = Date.parse(make.START);

type Make = (base: make.Base, time: number, target: string, at: number) => Fields;

const say =
  (body: (time: number, at: number) => unknown): Make =>
  (base, time, _target, at) =>
    make.message(base, body(time, at));

/** Every kind of row, those that filters tell apart most often. */
const KINDS: readonly Make[] = [
  say((time, at) => message.userMessage(`question ${at}\nand more`, time)),
  say((time, at) => message.userMessage([message.text(`first ${at}`), message.image("AAAA")], time)),
  say((time, at) => message.assistantMessage([message.text(`answer ${at}`)], time)),
  say((time) => message.assistantMessage([message.toolCall("c1", "read", { path: "src/a.ts", limit: 9 })], time)),
  say((time) => message.assistantMessage([message.toolCall("c2", "bash", { command: "ls\n-la" })], time)),
  say((time) => message.assistantMessage([message.thinking("only thoughts")], time)),
  say((time) => message.assistantMessage([], time, { stopReason: "aborted" })),
  say((time) => message.assistantMessage([], time, { stopReason: "error", errorMessage: "429: too\tmany" })),
  say((time) => message.assistantMessage([message.text("  ")], time, { stopReason: "length" })),
  say((time, at) => message.toolResult("c1", "read", [message.text(`output ${at}`)], time)),
  say((time) => message.toolResult("c2", "bash", [message.text("files")], time)),
  say((time) => message.toolResult("c9", "grep", [], time)),
  say((time) => message.bashExecution("npm\ttest", "fine", time)),
  say((time) => message.systemMessage("You are careful.", time)),
  (base, _time, target) => make.label(base, target, "kept"),
  (base, _time, target) => make.label(base, target, "Second Look"),
  (base, _time, target) => make.label(base, target),
  (base, _time, target) => make.compaction(base, "so far", target),
  (base, _time, target) => make.branchSummary(base, "  the other\nway  ", target),
  (base, _time, target) => make.contextEdit(base, target, null),
  (base, _time, target) => make.contextEdit(base, target, { content: "x" }),
  (base) => make.modelChange(base, "demo", "beacon-2"),
  (base) => make.thinkingLevelChange(base, "high"),
  (base) => make.usageEntry(base, "cache_warm"),
  (base) => make.custom(base, "demo.state", { a: 1 }),
  (base) => make.customMessage(base, "demo.note", "a note"),
  (base) => make.sessionInfo(base, "A name"),
  (base) => make.entry("git_state", base, { branch: "main" }),
];

function placed(leafy: readonly Leafy[]): Fields[] {
  let time = START;
  return leafy.map(({ parent, kind, target, wait }, at) => {
    time += wait;
    const base = {
      id: `e${at}`,
      parentId: parent === "gone" ? "gone" : parent === "none" || at === 0 ? null : `e${at - 1 - (parent % at)}`,
      timestamp: new Date(time).toISOString(),
    };
    return KINDS[kind % KINDS.length]!(base, time, `e${target % leafy.length}`, at);
  });
}

const leafy: fc.Arbitrary<Leafy> = fc.record({
  parent: fc.oneof(
    { weight: 12, arbitrary: fc.constant<Leafy["parent"]>(0) },
    { weight: 8, arbitrary: fc.nat(12) },
    { weight: 1, arbitrary: fc.constantFrom<Leafy["parent"]>("none", "gone") },
  ),
  kind: fc.nat(KINDS.length - 1),
  target: fc.nat(40),
  wait: fc.constantFrom(1000, 1000, 0, -3000),
});

/** The text of a file with a branchy tree. */
export const branchySession: fc.Arbitrary<string> = fc
  .array(leafy, { minLength: 1, maxLength: 34, size: "max" })
  .map((drawn) => make.jsonl([make.header(), ...placed(drawn)]));
