import { formatAmount, formatCost, formatTokens } from "../../lib/figures.ts";
import { passesAt } from "../present/at.ts";
import { refAs } from "../present/refs.ts";
import { summaryName } from "../present/summary-names.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { Control, Report } from "../view/report.ts";
import { cwdOf } from "./file-path.ts";
import type { ReportMaker } from "./report.ts";
import { besideSection, filesSection } from "./summary-beside.ts";
import { type Figures, figuresOf, figuresSection } from "./summary-facts.ts";
import { sizesOf } from "./summary-figures.ts";
import { keptSection, sum, summarisedSection } from "./summary-lists.ts";
import { namesSection } from "./summary-lost.ts";
import { lostNames } from "./summary-names.ts";
import { readScope, readStill, type SummaryReading } from "./summary-read.ts";
import { isSummary, scopeOf, type SummaryScope, summaryRows, summaryText } from "./summary-scope.ts";
import { listedFiles } from "./summary-touched.ts";

/** Most compactions and branch summaries to choose from: the newest. */
const CHOICES = 200;
/** Of these, how many on either side of the chosen one say their sizes: each takes two looks at its whole path. */
const SIZED = 15;

/** What each compaction and branch summary of the file kept, said and lost. */
export const compactions: ReportMaker = async (session, { point, selection, choices }, signal) => {
  const rows = summaryRows(session.index);
  const passes = passesAt(session, point);
  const row = chosen(session, rows, passes, selection, choices["compaction"]);
  if (row === undefined)
    return { lead: ["This file has no compaction and no branch summary."], controls: [], sections: [] };
  const control = await controlFor(session, rows, row, signal);
  const scope = scopeOf(session, row);
  const entry = await session.bodies.entry(row);
  const reading = await readScope(session, scope, signal);
  const still = await readStill(session, scope, passes, signal);
  const lost = lostNames(reading.names, summaryText(entry), cwdOf(session));
  const figures = await figuresOf(session, passes, scope, entry);
  return {
    lead: leadOf(session, scope, reading, figures),
    controls: [control],
    sections: [
      figuresSection(session, scope, figures),
      besideSection(session, scope, entry, reading, figures.made),
      namesSection(session, lost, still),
      filesSection(scope, entry, await listedFiles(session, scope, passes, entry, reading, signal)),
      summarisedSection(session, scope, reading),
      ...(scope.kind === "compaction" ? [keptSection(session, scope)] : []),
    ],
  } satisfies Report;
};

/** The one asked for, else the selection when it is one, else the one in force at the point, else the last of the file. */
function chosen(
  { index }: OpenedSession,
  rows: readonly number[],
  passes: Passes,
  selection: number | null,
  choice: string | undefined,
): number | undefined {
  const asked = rows.find((row) => String(row) === choice);
  if (asked !== undefined) return asked;
  if (selection !== null && selection >= 0 && selection < index.count && isSummary(index, selection)) return selection;
  return passes.compaction === -1 ? rows.at(-1) : passes.compaction;
}

async function controlFor(
  session: OpenedSession,
  rows: readonly number[],
  row: number,
  signal: AbortSignal,
): Promise<Control> {
  const newest = rows.slice(-CHOICES);
  const offered = newest.includes(row) ? newest : [row, ...newest.slice(1)];
  const options: { value: string; text: string }[] = [];
  const chosenAt = offered.indexOf(row);
  for (const [place, at] of [...offered.entries()].toReversed()) {
    signal.throwIfAborted();
    const number = rows.length > 1 ? `${summaryName(session.index, at)?.number ?? "?"}. ` : "";
    const size = Math.abs(place - chosenAt) <= SIZED ? `, ${await optionTokens(session, at)}` : "";
    options.push({ value: String(at), text: `${number}${nameOf(session, at)}${size}` });
  }
  const label = rows.length > CHOICES ? `Summary (the last ${CHOICES} of ${rows.length})` : "Summary";
  return { name: "compaction", label, options, value: String(row) };
}

/** `compaction at 14:32`, so that no other of the file has the name. */
function nameOf({ index }: OpenedSession, row: number): string {
  return summaryName(index, row)?.text ?? `line ${index.columns.line.at(row)}`;
}

/** `~96k → ~26k` tokens by characters for a compaction, the length of a branch's summary. */
async function optionTokens(session: OpenedSession, row: number): Promise<string> {
  const { index } = session;
  if (index.type(row) !== "compaction") return `~${formatTokens(index.columns.tokens.at(row))} long`;
  const { before, after } = await sizesOf(session, row);
  return `~${formatTokens(before)} → ~${formatTokens(after)}`;
}

function leadOf(session: OpenedSession, scope: SummaryScope, reading: SummaryReading, figures: Figures): Sentence {
  const { index } = session;
  const { row, summarised, kept, kind } = scope;
  const name = refAs(session, row, nameOf(session, row));
  const cost = figures.usage.cost === null ? "" : ` Making it cost ${formatCost(figures.usage.cost)}.`;
  const entries = `${formatAmount(summarised.length, "entry", "entries")} (~${formatTokens(sum(reading.tokens))} tokens)`;
  if (kind === "branch") {
    const length = formatTokens(index.columns.tokens.at(row));
    return ["The ", name, ` stands for ${entries} of the branch that was left, in ~${length} tokens.${cost}`];
  }
  const rest =
    kept.length === 0
      ? "kept nothing word for word"
      : `kept ${formatAmount(kept.length, "entry", "entries")} (~${formatTokens(sum(kept.map((one) => index.columns.tokens.at(one))))}) word for word`;
  const { before, after } = figures.sizes;
  const sizes = `by characters the context went from ~${formatTokens(before)} to ~${formatTokens(after)} tokens`;
  return ["The ", name, ` summarised ${entries} and ${rest}; ${sizes}.${cost}`];
}
