import { formatAmount, formatClock, formatCost, formatDate, formatTime, formatTokens } from "../../lib/figures.ts";
import { asNumber, field } from "../../lib/json.ts";
import { readUsage } from "../messages/usage.ts";
import { passesAt } from "../present/at.ts";
import { refAs, refTo, timeOfRow } from "../present/refs.ts";
import { contextSize } from "../session/context-tokens.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import type { Control, Report, ReportSection } from "../view/report.ts";
import { cwdOf } from "./file-path.ts";
import { readEach } from "./read-each.ts";
import type { ReportMaker } from "./report.ts";
import { besideSection, filesSection } from "./summary-beside.ts";
import { namesSection } from "./summary-lost.ts";
import { nextRequest, tokensAfter } from "./summary-figures.ts";
import { keptSection, sum, summarisedSection } from "./summary-lists.ts";
import { lostNames } from "./summary-names.ts";
import { readScope, readStill, type SummaryReading } from "./summary-read.ts";
import { isByExtension, isSummary, scopeOf, type SummaryScope, summaryRows, summaryText } from "./summary-scope.ts";

/** Most compactions and branch summaries to choose from: the newest. */
const CHOICES = 200;

/** `tokensBefore` of entries that were read before: they are offered at every point. */
const known = new WeakMap<OpenedSession, Map<number, number | undefined>>();

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
      besideSection(session, scope, entry, reading),
      namesSection(session, lost, still),
      filesSection(entry, reading),
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
  const stored = known.get(session) ?? new Map<number, number | undefined>();
  known.set(session, stored);
  const unknown = offered.filter((at) => !stored.has(at));
  await readEach(session, unknown, signal, (entry, at) => stored.set(at, asNumber(field(entry, "tokensBefore"))));
  const days = new Set(offered.map((at) => formatDate(timeOfRow(session.index, at))));
  const options: { value: string; text: string }[] = [];
  for (const at of offered.toReversed()) {
    signal.throwIfAborted();
    const tokens = await optionTokens(session, at, stored.get(at));
    options.push({ value: String(at), text: `${nameOf(session, at, days.size > 1)}, ${tokens}` });
  }
  const label = rows.length > CHOICES ? `Summary (the last ${CHOICES} of ${rows.length})` : "Summary";
  return { name: "compaction", label, options, value: String(row) };
}

/** `compaction at 14:32`, with the day where there are several. */
function nameOf({ index }: OpenedSession, row: number, dated: boolean): string {
  const name = index.type(row) === "compaction" ? "compaction" : "branch summary";
  const time = timeOfRow(index, row);
  const clock = formatClock(time);
  if (clock === "") return `${name} on line ${index.columns.line.at(row)}`;
  return dated ? `${name} on ${formatDate(time)} at ${clock}` : `${name} at ${clock}`;
}

/** `96k → 26k` tokens for a compaction, the length of a branch's summary. */
async function optionTokens(session: OpenedSession, row: number, before: number | undefined): Promise<string> {
  const { index } = session;
  if (index.type(row) !== "compaction") return `${formatTokens(index.columns.tokens.at(row))} long`;
  const after = formatTokens(await tokensAfter(session, row));
  return before === undefined ? `? → ${after}` : `${formatTokens(before)} → ${after}`;
}

interface Figures {
  /** As the entry has it; undefined for none. */
  readonly stored: number | undefined;
  /** Pi's estimates of the context just before and right after. */
  readonly before: number;
  readonly after: number;
  readonly usage: ReturnType<typeof readUsage>;
  readonly next: { readonly ref: Ref; readonly tokens: number } | null;
  readonly byExtension: boolean;
}

async function figuresOf(
  session: OpenedSession,
  passes: Passes,
  scope: SummaryScope,
  entry: unknown,
): Promise<Figures> {
  const { index, bodies } = session;
  const next = await nextRequest(session, passes, scope.row);
  return {
    stored: asNumber(field(entry, "tokensBefore")),
    before: (await contextSize(index, bodies, scope.before)).tokens,
    after: await tokensAfter(session, scope.row),
    usage: readUsage(field(entry, "usage")),
    next: next === null ? null : { ref: refTo(session, next.row), tokens: next.tokens },
    byExtension: isByExtension(entry),
  };
}

function leadOf(session: OpenedSession, scope: SummaryScope, reading: SummaryReading, figures: Figures): Sentence {
  const { index } = session;
  const { row, summarised, kept, kind } = scope;
  const name = refAs(session, row, nameOf(session, row, false));
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
  const from = figures.stored === undefined ? `~${formatTokens(figures.before)}` : formatTokens(figures.stored);
  const sizes = `the context went from ${from} to ~${formatTokens(figures.after)} tokens`;
  return ["The ", name, ` summarised ${entries} and ${rest}; ${sizes}.${cost}`];
}

function figuresSection(session: OpenedSession, scope: SummaryScope, figures: Figures): ReportSection {
  const { index } = session;
  const { row, kind } = scope;
  const { stored, before, after, next, usage } = figures;
  const exact = (tokens: number): string => formatAmount(tokens, "token");
  const facts: { name: string; value: Sentence }[] = [
    {
      name: "Made",
      value: [
        formatTime(timeOfRow(index, row)) || "at an unknown time",
        figures.byExtension ? ", by an extension: Pi’s rules need not apply to it" : "",
      ].filter((part) => part !== ""),
    },
  ];
  if (kind === "compaction") {
    facts.push({ name: "Before, as stored", value: [stored === undefined ? "not in the file" : exact(stored)] });
  }
  facts.push(
    { name: kind === "compaction" ? "Before, estimated" : "At the leaf left", value: [`~${exact(before)}`] },
    { name: "Right after, estimated", value: [`~${exact(after)}`] },
    {
      name: "Next request",
      value:
        next === null
          ? ["none below it records what went in"]
          : [`${exact(next.tokens)} by the provider’s count, for `, next.ref],
    },
    { name: "Cost of making it", value: costWords(usage) },
  );
  return { title: "Figures", parts: [{ kind: "facts", facts }] };
}

function costWords(usage: Figures["usage"]): Sentence {
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  const parts = [input, cacheRead, cacheWrite].filter((part) => part !== null);
  if (parts.length === 0 && output === null && cost === null) return ["the entry records no usage"];
  const tokens = `${formatAmount(sum(parts), "token")} in, ${output === null ? "?" : formatAmount(output, "token")} out`;
  return [cost === null ? `${tokens}, of no recorded price` : `${tokens}, ${formatCost(cost)}`];
}
