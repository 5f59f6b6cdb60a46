import { formatAmount, formatCount } from "../../lib/figures.ts";
import { systemMessageOf } from "../messages/transcript.ts";
import { passesAt } from "../present/at.ts";
import { promptFacts } from "../present/prompt.ts";
import { refTo } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import { FLAG } from "../session/facts.ts";
import { fateOf } from "../session/fates.ts";
import { isProjected, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import { TABLE_ROWS, type ReportPart, type ReportSection, type TableCell } from "../view/report.ts";
import { differences, moments } from "./prompt-diff.ts";
import {
  partName,
  promptHistory,
  settingEvents,
  tokensOfPrompt,
  type Names,
  type PromptEvent,
  type PromptHistory,
  type SettingEvent,
} from "./prompt-history.ts";
import { partsOf } from "./prompt-parts.ts";
import { toolSections } from "./prompt-tools.ts";
import type { ReportMaker } from "./report.ts";
import { table } from "./table.ts";

/** The effective prompt and tools at the point, who set each part, and every change of them on the path. */
export const prompt: ReportMaker = async (session, { point, choices }, signal) => {
  const passes = passesAt(session, point);
  const history = await promptHistory(session, passes.path, signal);
  const settings = await settingEvents(session, passes.path, signal);
  const chosen = moments(session, history.events, choices);
  return {
    lead: [leadWords(history)],
    controls: chosen.controls,
    sections: [
      // Below the controls that it answers to.
      ...(chosen.controls.length === 0 ? [] : await differences(session, passes, chosen, signal)),
      await atPoint(session, passes, history),
      removedParts(session, history),
      timeline(session, passes, history.events, settings),
      ...toolSections(history.now),
    ],
  };
};

function leadWords({ events, now }: PromptHistory): string {
  const parts = [...partsOf(now).values()];
  const tokens = `~${formatCount(tokensOfPrompt(now))} tokens`;
  const count = (kind: string): number => parts.filter((part) => part.kind === kind).length;
  if (systemMessageOf(now) !== undefined) {
    const base = count("base text") === 0 ? "no base text" : "a base text";
    const set = new Set(parts.map(({ setBy }) => setBy?.row)).size;
    return `The effective prompt at the point is ${tokens}: ${base}, ${formatAmount(count("section"), "section")} and ${formatAmount(count("tool"), "tool")}, set by ${formatAmount(set, "entry", "entries")}.`;
  }
  if (events.length === 0) {
    return "No entry of this path carries a system message: the file does not say which prompt and tools its requests had.";
  }
  return "No system message is in force at the point: the file does not say which prompt and tools a request from here has.";
}

async function atPoint(session: OpenedSession, passes: Passes, { now }: PromptHistory): Promise<ReportSection> {
  const facts = await promptFacts(session, passes);
  const lost = lostWords(session, passes);
  const title = "At the point";
  const warning: ReportPart[] = lost === undefined ? [] : [{ kind: "words", tone: "warning", text: lost }];
  if (facts === null) {
    const nothing: ReportPart = { kind: "words", tone: "plain", text: ["No prompt and no tools are recorded here."] };
    return { title, parts: [nothing, ...warning] };
  }
  const { block } = facts;
  const setCells = (by: Ref | null): TableCell[] =>
    by === null ? [null, null] : [[by], timeOfRow(session.index, by.row)];
  const rows = [
    ...block.content.map((piece, at) => [
      [block.content.length === 1 ? "base text" : `base text ${at + 1}`],
      ...setCells(piece.setBy),
      piece.tokens,
    ]),
    ...block.sections.map(({ name, setBy, tokens }) => [[`section ${name}`], ...setCells(setBy), tokens]),
    ...block.toolsAdded.map(({ name, setBy, tokens }) => [[`tool ${name}`], ...setCells(setBy), tokens]),
  ];
  const columns = [
    { title: "Part", unit: "words" },
    {
      title: "Set by",
      unit: "words",
      about: "The entry that last set it: a system message, or the checkpoint of a compaction",
    },
    { title: "Time", unit: "time" },
    { title: "Tokens", unit: "tokens", about: "Characters / 4, each part rounded by itself" },
  ] as const;
  const totals: TableCell[] = [["Prompt and tools, rounded once"], null, null, tokensOfPrompt(now)];
  return {
    title,
    parts: [
      ...warning,
      table("Parts of the effective prompt", columns, rows, totals),
      { kind: "blocks", scope: "prompt", blocks: [block] },
    ],
  };
}

/** What is said when the compaction in force took the prompt before it away; undefined when it did not. */
function lostWords(session: OpenedSession, passes: Passes): Sentence | undefined {
  const { index } = session;
  const { compaction, path } = passes;
  if (compaction === -1) return undefined;
  const folded = path.reduce((count, row) => count + (fateOf(index, passes, row) === "folded" ? 1 : 0), 0);
  if (folded === 0 || (index.has(compaction, FLAG.checkpoint) && isProjected(index, passes, compaction)))
    return undefined;
  const reason = index.has(compaction, FLAG.checkpoint)
    ? ", whose checkpoint is omitted"
    : ", which carries no checkpoint";
  const what = folded === 1 ? "One system message is" : `${formatCount(folded)} system messages are`;
  return [`${what} folded by the `, refTo(session, compaction), `${reason}: what they set is gone from this context.`];
}

function removedParts(session: OpenedSession, { removed }: PromptHistory): ReportSection {
  const title = "Removed on the way";
  if (removed.length === 0) {
    return { title, parts: [{ kind: "words", tone: "plain", text: ["No section and no tool was removed for good."] }] };
  }
  return {
    title,
    fact: formatAmount(removed.length, "part"),
    parts: [
      table(
        "Parts of the prompt that were removed and are not in force",
        [
          { title: "Part", unit: "words" },
          { title: "Removed by", unit: "words" },
          { title: "Time", unit: "time" },
          { title: "Was set by", unit: "words" },
          { title: "Tokens", unit: "tokens" },
        ],
        removed.map(({ part, by }) => [
          [part.kind === "section" ? `section ${partName(part)}` : partName(part)],
          [refTo(session, by)],
          timeOfRow(session.index, by),
          part.setBy === null ? null : [part.setBy],
          part.tokens,
        ]),
      ),
    ],
  };
}

/** Every entry of the path that has to do with the prompt, and the models and thinking levels chosen between them. */
function timeline(
  session: OpenedSession,
  passes: Passes,
  events: readonly PromptEvent[],
  settings: readonly SettingEvent[],
): ReportSection {
  const title = "Every change on the path";
  const all = inOrder(passes, events, settings);
  if (all.length === 0) {
    const text = ["No system message, no checkpoint and no choice of a model or thinking level is on this path."];
    return { title, parts: [{ kind: "words", tone: "plain", text }] };
  }
  const shown = all.slice(-TABLE_ROWS);
  const last = shown.length < all.length ? `, the last ${formatCount(shown.length)}` : "";
  return {
    title,
    fact: `${formatAmount(events.length, "of the prompt", "of the prompt")}, ${formatAmount(settings.length, "setting")}${last}`,
    parts: [
      table(
        "Changes of the prompt, the tools, the model and the thinking level, in order",
        [
          { title: "Entry", unit: "words" },
          { title: "Time", unit: "time" },
          { title: "What", unit: "words" },
          {
            title: "Change",
            unit: "words",
            about: "What is new from here on, what was set to something else, what is gone",
          },
          { title: "Before", unit: "tokens", about: "The prompt with its tools" },
          { title: "After", unit: "tokens" },
        ],
        shown.map(({ row, cells }) => [[refTo(session, row)], timeOfRow(session.index, row), ...cells]),
      ),
    ],
  };
}

/** Events of both sorts by their place on the path. */
function inOrder(
  { pathIndex }: Passes,
  events: readonly PromptEvent[],
  settings: readonly SettingEvent[],
): { row: number; cells: TableCell[] }[] {
  const all = [
    ...events.map((event) => ({ row: event.row, cells: eventCells(event) })),
    ...settings.map(({ row, words }) => ({ row, cells: settingCells(words) })),
  ];
  return all.toSorted((a, b) => pathIndex[a.row]! - pathIndex[b.row]!);
}

function settingCells(words: string): TableCell[] {
  return [["setting"], [words], null, null];
}

function eventCells(event: PromptEvent): TableCell[] {
  const { what, added, changed, removed, again, tokensBefore, tokensAfter } = event;
  const words = what === "compaction without checkpoint" ? `${what}: the prompt is lost` : what;
  const change = [
    ...namesWords("Set", added),
    ...namesWords("Replaced", changed),
    ...namesWords("Removed", removed),
    ...(again.count > 0 ? [`${formatAmount(again.count, "part")} set again unchanged.`] : []),
  ];
  return [[words], [change.join(" ") || "Nothing."], tokensBefore, tokensAfter];
}

function namesWords(verb: string, { names, count }: Names): string[] {
  if (count === 0) return [];
  const left = count - names.length;
  return [`${verb} ${names.join(", ")}${left > 0 ? ` and ${formatCount(left)} more` : ""}.`];
}
