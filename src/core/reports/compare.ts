import { formatAmount, formatTokens } from "../../lib/figures.ts";
import { getCurrentSystemMessage } from "../messages/transcript.ts";
import { passesAt } from "../present/at.ts";
import { systemMessages } from "../present/prompt.ts";
import { pathRef, refTo } from "../present/refs.ts";
import { difference } from "../present/since.ts";
import { why } from "../present/why.ts";
import type { ContextSize } from "../session/context-tokens.ts";
import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import { type FactsPart, type ReportPart, type ReportSection, TABLE_ROWS, type TableCell } from "../view/report.ts";
import { diffPart } from "./diff-lines.ts";
import { messageText } from "./message-text.ts";
import { momentControl, momentsAt } from "./moments.ts";
import type { ReportMaker } from "./report.ts";
import { sizeByCharacters, sizeByPi } from "./summary-figures.ts";
import { table } from "./table.ts";

/** Messages whose change is shown line by line. */
const DIFFS = 20;

/** How the contexts at two moments differ: on one branch, or on two from their common ancestor. */
export const compare: ReportMaker = async (session, { point, selection, choices }, signal) => {
  const here = passesAt(session, point);
  const moments = momentsAt(session, here, selection);
  const request = moments.find(({ value }) => value.startsWith("before-"))?.value ?? "start";
  const from = momentControl("from", "From", moments, choices["from"], request);
  const to = momentControl("to", "To", moments, choices["to"], "point");
  const passesOf = (value: string): Passes =>
    passesAt(session, moments.find((moment) => moment.value === value)?.row ?? null);
  // Two points are looked at in turn, and the session keeps the passes of one.
  const [then, now] = [passesOf(from.value), passesOf(to.value)];
  const { added, changed, left } = difference(session.index, then, now);
  const [before, after] = await Promise.all([sizeOf(session, then), sizeOf(session, now)]);
  signal.throwIfAborted();
  const sections = [
    { title: "The two moments", parts: [bothMoments(session, then, now, before, after)] },
    listed(session, "Added", added, "Before", then),
    listed(session, "Removed", left, "Now", now),
    await changedSection(session, then, now, changed, signal),
    await promptSection(session, then, now),
  ];
  return {
    lead: [
      `${amount(added.length)} added, ${amount(left.length)} removed, ${amount(changed.length)} changed: by characters ~${formatTokens(before.characters)} tokens become ~${formatTokens(after.characters)}.`,
    ],
    controls: [from, to],
    sections: sections.filter(({ parts }) => parts.length > 0),
  };
};

function amount(count: number): string {
  return formatAmount(count, "entry", "entries");
}

/** A context in the one measure that any two have in common, and Pi's own where that is another. */
interface Size {
  readonly characters: number;
  readonly pi: ContextSize | null;
}

async function sizeOf(session: OpenedSession, passes: Passes): Promise<Size> {
  return { characters: await sizeByCharacters(session, passes), pi: await sizeByPi(session, passes) };
}

function sizeWords({ characters, pi }: Size): string {
  const size = `~${formatTokens(characters)} tokens by characters`;
  if (pi === null) return size;
  return `${size}; Pi says ~${formatTokens(pi.tokens)}, since it starts from the provider’s figure`;
}

function bothMoments(session: OpenedSession, then: Passes, now: Passes, before: Size, after: Size): FactsPart {
  const named = (passes: Passes): Sentence =>
    passes.point === -1 ? ["before any entry"] : [momentRef(session, passes)];
  const shared = commonAncestor(then, now);
  const isFork = shared !== then.point && shared !== now.point;
  return {
    kind: "facts",
    facts: [
      { name: "From", value: [...named(then), `, ${sizeWords(before)}`] },
      { name: "To", value: [...named(now), `, ${sizeWords(after)}`] },
      ...(isFork
        ? [
            {
              name: "Common ancestor",
              value: shared === -1 ? ["none: they share no entry"] : [refTo(session, shared)],
            },
          ]
        : []),
    ],
  };
}

function momentRef(session: OpenedSession, passes: Passes): Ref {
  const { index } = session;
  if (index.type(passes.point) === "compaction") return refTo(session, passes.point);
  return pathRef(session, passes, passes.point);
}

/** The last entry two paths share, -1 for none. */
function commonAncestor(one: Passes, other: Passes): number {
  return one.path.findLast((row) => other.pathIndex[row] !== -1) ?? -1;
}

/** Rows of one context that the other has not, with what they are there. */
function listed(
  session: OpenedSession,
  title: string,
  rows: readonly number[],
  when: string,
  there: Passes,
): ReportSection {
  if (rows.length === 0) return { title, parts: [] };
  const { tokens } = session.index.columns;
  // Only what the table has room for is put into words.
  const cells = rows.map((row, at): TableCell[] => {
    if (at >= TABLE_ROWS) return [];
    const fate = fateOf(session.index, there, row);
    return [
      [refTo(session, row)],
      tokens.at(row),
      fate === "later" ? ["not there yet"] : why(session, there, row, fate),
    ];
  });
  const total = rows.reduce((sum, row) => sum + tokens.at(row), 0);
  return {
    title,
    fact: `${amount(rows.length)}, ~${formatTokens(total)} tokens`,
    parts: [
      table(
        title,
        [
          { title: "Entry", unit: "words" },
          { title: "Tokens", unit: "tokens" },
          { title: when, unit: "words", about: "What the entry is in the other context" },
        ],
        cells,
      ),
    ],
  };
}

async function changedSection(
  session: OpenedSession,
  then: Passes,
  now: Passes,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<ReportSection> {
  const parts: ReportPart[] = [];
  for (const row of rows.slice(0, DIFFS)) {
    const [before, after] = await Promise.all([textAt(session, then, row), textAt(session, now, row)]);
    signal.throwIfAborted();
    parts.push({ kind: "words", tone: "plain", text: [refTo(session, row)] }, diffPart(before, after));
  }
  if (rows.length > DIFFS)
    parts.push({ kind: "words", tone: "info", text: [`${amount(rows.length - DIFFS)} more not shown.`] });
  return { title: "Changed", fact: amount(rows.length), parts };
}

/** What an entry says in a context. */
async function textAt({ index, bodies }: OpenedSession, passes: Passes, row: number): Promise<string> {
  const [entry] = await projectRows(index, bodies, passes, [row]);
  return (entry?.messages ?? []).map(messageText).join("\n\n");
}

async function promptSection(session: OpenedSession, then: Passes, now: Passes): Promise<ReportSection> {
  const [before, after] = await Promise.all([promptAt(session, then), promptAt(session, now)]);
  return { title: "Effective prompt and tools", parts: before === after ? [] : [diffPart(before, after)] };
}

/** The effective prompt of a context, its sections and tools by name. */
async function promptAt(session: OpenedSession, passes: Passes): Promise<string> {
  const messages = await systemMessages(session, passes);
  return messageText(getCurrentSystemMessage(messages.map(({ message }) => message)));
}
