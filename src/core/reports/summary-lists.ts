import { formatAmount, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { refTo } from "../present/refs.ts";
import { firstKept } from "../present/why.ts";
import { FLAG } from "../session/facts.ts";
import { fateOf } from "../session/fates.ts";
import { isSystem, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { ReportPart, ReportSection, TablePart, WordsPart } from "../view/report.ts";
import type { SummaryReading } from "./summary-read.ts";
import type { SummaryScope } from "./summary-scope.ts";
import { table } from "./table.ts";

/** Most UTF-16 units of the first words of an entry. */
const FIRST_UNITS = 100;
/** Entries that are named where many are spoken of. */
const NAMED = 5;

/** What was summarised, entry by entry, and how it came that it was no more and no less. */
export function summarisedSection(session: OpenedSession, scope: SummaryScope, reading: SummaryReading): ReportSection {
  const { summarised, before, kind } = scope;
  const total = sum(reading.tokens);
  const title = kind === "compaction" ? "What it summarised" : "The branch left behind";
  const omitted = omittedWords(session, scope);
  if (summarised.length === 0)
    return { title, parts: [words("warning", nothingSummarised(session, scope)), ...omitted] };
  return {
    title,
    fact: `${formatAmount(summarised.length, "entry", "entries")}, ~${formatCount(total)} tokens`,
    parts: [
      ...boundaryWords(session, scope),
      ...omitted,
      words("plain", [`${kindCounts(session, summarised)}.`]),
      ...unreadWords(reading),
      entryTable(session, before, ["Entries that were summarised", "before"], summarised, reading.tokens),
    ],
  };
}

function nothingSummarised(session: OpenedSession, { kind, before, row }: SummaryScope): Sentence {
  if (kind === "compaction")
    return ["Nothing: everything of the context before it stands in the range it keeps, or it has none."];
  if (before.point === -1)
    return ["It names an entry it came from that is not in the file: what it summarised is not known."];
  if (before.point === row) return ["It names itself as where it came from."];
  return [
    "Nothing was left behind: it came from ",
    refTo(session, before.point),
    ", below which nothing makes a message.",
  ];
}

/** Entries that an edit had taken out by then: their fate is that of all before the kept range, but no summariser saw them. */
function omittedWords(session: OpenedSession, { omitted, kind }: SummaryScope): ReportPart[] {
  if (omitted.length === 0) return [];
  const where = kind === "compaction" ? "before it" : "of the branch";
  const verb = omitted.length === 1 ? "was" : "were";
  const amount = formatAmount(omitted.length, "entry", "entries");
  return [
    words("info", [
      `${amount} ${where} ${verb} omitted and no part of what was summarised: `,
      ...named(session, omitted),
      ".",
    ]),
  ];
}

/** Where what was summarised begins and ends. */
function boundaryWords(session: OpenedSession, scope: SummaryScope): ReportPart[] {
  const parts: ReportPart[] = [];
  const { index } = session;
  const { before, previous, splitAt, summarised, row } = scope;
  if (scope.kind === "branch") return branchWords(session, scope);
  if (before.compaction !== -1) {
    const start: Sentence = ["It begins where the range kept by the ", refTo(session, before.compaction), " begins"];
    const end =
      previous === -1 ? ", whose own summary an edit omits." : ", whose summary was handed on to be carried forward.";
    parts.push(words("plain", [...start, end]));
  }
  if (splitAt !== -1) {
    const apart = summarised.length - splitAt;
    parts.push(
      words("info", [
        "The cut divides the span of ",
        refTo(session, summarised[splitAt]!),
        `: its first ${formatAmount(apart, "entry", "entries")} were summarised apart from the ${formatCount(splitAt)} before, the rest is kept.`,
      ]),
    );
  }
  const system = Array.from(before.path).filter((one) => isSystem(index, one)).length;
  if (system > 0) {
    const effect = system === 1 ? "its effect" : "their effect";
    const end = index.has(row, FLAG.checkpoint)
      ? `${effect} lives on in the checkpoint`
      : `the compaction carries no checkpoint, so ${effect} is gone`;
    parts.push(
      words("plain", [
        `${formatAmount(system, "system message")} before it ${system === 1 ? "is" : "are"} no part of it: ${end}.`,
      ]),
    );
  }
  return parts;
}

/** How much of a branch Pi would have summarised, as far as the file tells. */
function branchWords(session: OpenedSession, { before, ancestor, summarised }: SummaryScope): ReportPart[] {
  const { index } = session;
  const from: Sentence =
    ancestor === -1
      ? ["It shares nothing with this path."]
      : ["It leaves this path at ", refTo(session, ancestor), "."];
  const parts: ReportPart[] = [
    words("plain", [
      "The branch that ends in ",
      refTo(session, before.point),
      ". ",
      ...from,
      " Tool results are no part of what Pi summarises of a branch, and of one longer than the model’s window only the end is.",
    ]),
  ];
  const first = summarised[0] ?? -1;
  const top = before.path[ancestor === -1 ? 0 : (before.pathIndex[ancestor] ?? -1) + 1];
  const isPromptLike = index.role(first) === "user" || index.type(first) === "custom_message";
  if (first === top && isPromptLike) {
    parts.push(
      words("info", [
        "Whether ",
        refTo(session, first),
        " was summarised too is not in the file: it was not if somebody went back to that very message to write it anew.",
      ]),
    );
  }
  return parts;
}

function unreadWords({ unread }: SummaryReading): ReportPart[] {
  if (unread === 0) return [];
  return [
    words("warning", [
      `The first ${formatAmount(unread, "entry", "entries")} of it were not read: files, names and texts below are of those after.`,
    ]),
  ];
}

/** What it kept word for word. */
export function keptSection(session: OpenedSession, scope: SummaryScope): ReportSection {
  const { index } = session;
  const { kept, after, before, returned } = scope;
  const title = "What it kept word for word";
  if (kept.length === 0) return { title, parts: [words("plain", [nothingKept(session, scope)])] };
  const tokens = kept.map((row) => index.columns.tokens.at(row));
  const parts: ReportPart[] = [];
  const changed = kept.filter(
    (row) => fateOf(index, before, row) !== fateOf(index, after, row) && !returned.includes(row),
  );
  if (returned.length > 0)
    parts.push(
      words("warning", [
        `${formatAmount(returned.length, "entry", "entries")} of it ${returned.length === 1 ? "was" : "were"} not in the context just before: `,
        ...named(session, returned),
        ".",
      ]),
    );
  if (changed.length > 0)
    parts.push(
      words("warning", ["Edits among what was summarised no longer apply to ", ...named(session, changed), "."]),
    );
  return {
    title,
    fact: `${formatAmount(kept.length, "entry", "entries")}, ~${formatCount(sum(tokens))} tokens`,
    parts: [...parts, entryTable(session, after, ["Entries that were kept", "after"], kept, tokens)],
  };
}

function nothingKept({ index }: OpenedSession, { row, after }: SummaryScope): string {
  const { columns } = index;
  if (after.keptFrom < (after.pathIndex[row] ?? -1)) return "Nothing: no entry of the range it keeps makes a message.";
  if (columns.target.at(row) === columns.id.at(row)) return "Nothing: it names itself as the first entry it keeps.";
  return `Nothing: it${firstKept(index, row)}.`;
}

function entryTable(
  session: OpenedSession,
  passes: Passes,
  [label, when]: readonly [label: string, when: "before" | "after"],
  rows: readonly number[],
  tokens: readonly number[],
): TablePart {
  const { index } = session;
  return table(
    label,
    [
      { title: "Entry", unit: "words" },
      { title: "Kind", unit: "words" },
      { title: "Tokens", unit: "tokens" },
      { title: `Fate ${when}`, unit: "words", about: when === "before" ? "Just before it was made" : "Right after it" },
      { title: "First words", unit: "words" },
    ],
    rows.map((row, at) => [
      [refTo(session, row)],
      [kindWord(session, row)],
      tokens[at] ?? null,
      [fateOf(index, passes, row)],
      [
        index.has(row, FLAG.text) || index.role(row) !== "assistant"
          ? cut(index.columns.previews.text(row), FIRST_UNITS)
          : "",
      ],
    ]),
    [[formatAmount(rows.length, "entry", "entries")], null, sum(tokens), null, null],
  );
}

function kindWord({ index }: OpenedSession, row: number): string {
  const type = index.type(row);
  if (index.isResult(row)) return cut(`result of ${index.tool(row) || "a tool"}`, 60);
  if (type === "message") return cut(index.role(row) || "no role", 60);
  return type.replaceAll("_", " ");
}

/** `12 user, 20 assistant, 9 tool results`, the most first. */
function kindCounts({ index }: OpenedSession, rows: readonly number[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const type = index.type(row);
    const word =
      type !== "message"
        ? type.replaceAll("_", " ")
        : index.isResult(row)
          ? "tool result"
          : index.role(row) || "no role";
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const list = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 8);
  return list.map(([word, count]) => `${formatCount(count)} ${cut(word, 40)}`).join(", ");
}

/** Links to the first of some entries. */
function named(session: OpenedSession, rows: readonly number[]): Sentence {
  const links = rows
    .slice(0, NAMED)
    .flatMap((row, at) => (at === 0 ? [refTo(session, row)] : [", ", refTo(session, row)]));
  return rows.length > NAMED ? [...links, ` and ${formatCount(rows.length - NAMED)} more`] : links;
}

function words(tone: WordsPart["tone"], text: Sentence): WordsPart {
  return { kind: "words", tone, text };
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
