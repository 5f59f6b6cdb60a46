import { asString, field, isArray } from "../../lib/json.ts";
import { estimateTokens } from "../messages/roles.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { cwdOf } from "./file-path.ts";
import { readEach } from "./read-each.ts";
import { below } from "./summary-figures.ts";
import { addListed, addMessageOps, type FileOps, noFileOps } from "./summary-files.ts";
import { readSummarised } from "./summary-messages.ts";
import { NameTally } from "./summary-names.ts";
import { summaryText, type SummaryScope } from "./summary-scope.ts";

/** Most summarised entries that are read, the last ones, and most entries that are searched for what is still said. */
const READ = 20_000;
const STILL = 5000;
/** Texts that are shown of what was summarised: from its beginning and from its end. */
const SHOWN = 30;

/** A prompt, an answer or another text of what was summarised. */
export interface SummarisedText {
  readonly row: number;
  /** Keys down to it in its message. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** What reading an entry's scope tells. */
export interface SummaryReading {
  /** Estimated tokens of each summarised row, in their order. */
  readonly tokens: readonly number[];
  /** How many of the first ones were not read: their tokens are those of the stored entries, and nothing else counts them. */
  readonly unread: number;
  readonly calls: FileOps;
  readonly earlier: FileOps;
  readonly names: NameTally;
  readonly head: readonly SummarisedText[];
  readonly tail: readonly SummarisedText[];
  /** Texts between head and tail. */
  readonly between: number;
}

/**
 * Reads what was summarised, once: its tokens with the edits of that moment, its files, its names, its texts in reading order.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function readScope(
  session: OpenedSession,
  scope: SummaryScope,
  signal: AbortSignal,
): Promise<SummaryReading> {
  const { summarised } = scope;
  const unread = Math.max(0, summarised.length - READ);
  const tokens = new Map<number, number>();
  const [calls, earlier] = [noFileOps(), noFileOps()];
  const names = new NameTally(cwdOf(session));
  const head: SummarisedText[] = [];
  let tail: SummarisedText[] = [];
  let between = 0;
  await readEach(session, scope.listing, signal, (entry, row) => {
    addListed(entry, earlier);
    if (row === scope.previous) names.add(summaryText(entry), "summary", row);
  });
  await readSummarised(session, scope, summarised.slice(unread), signal, (message, row) => {
    tokens.set(row, estimateTokens(message));
    addMessageOps(message, calls);
    // What is never sent was not handed to whoever wrote the summary.
    if (session.index.has(row, FLAG.notSent)) return;
    names.addMessage(message, row);
    for (const text of shownTexts(message, row)) (head.length < SHOWN ? head : tail).push(text);
    if (tail.length > 4 * SHOWN) {
      between += tail.length - SHOWN;
      tail = tail.slice(-SHOWN);
    }
  });
  between += Math.max(0, tail.length - SHOWN);
  return {
    tokens: summarised.map((row) => tokens.get(row) ?? session.index.columns.tokens.at(row)),
    unread,
    calls,
    earlier,
    names,
    head,
    tail: tail.slice(-SHOWN),
    between,
  };
}

/** The texts of a message that are read as talk: not those of tools. */
function shownTexts(message: unknown, row: number): SummarisedText[] {
  const role = asString(field(message, "role")) ?? "";
  if (!["user", "assistant", "custom"].includes(role)) return [];
  const content = field(message, "content");
  if (typeof content === "string") return content === "" ? [] : [{ row, path: ["content"], text: content }];
  return (isArray(content) ? content : []).flatMap((block, at) => {
    const text = field(block, "type") === "text" ? asString(field(block, "text")) : undefined;
    return text === undefined || text === "" ? [] : [{ row, path: ["content", at, "text"], text }];
  });
}

/** Names that messages still in the context right after, or later ones, say: what a name is mentioned by first. */
export interface StillSaid {
  readonly kept: NameTally;
  readonly later: NameTally;
  /** True when not all of them were searched. */
  readonly cut: boolean;
}

/** Searches the entries that stand in the context right after a summary, and those below it, tool results included. */
export async function readStill(
  session: OpenedSession,
  scope: SummaryScope,
  point: Passes,
  signal: AbortSignal,
): Promise<StillSaid> {
  const { index } = session;
  const { after, row } = scope;
  const kept = Array.from(after.selected).filter((one) => one !== row && isProjected(index, after, one));
  const later = below(session, point, row).filter((one) => index.has(one, FLAG.message));
  const found = { kept: new NameTally(cwdOf(session)), later: new NameTally(cwdOf(session)) };
  const add = (tally: NameTally) => (entry: unknown, at: number) => {
    for (const message of index.kind(at).messages(entry)) tally.addMessage(message, at, true);
  };
  await readEach(session, kept.slice(-STILL), signal, add(found.kept));
  await readEach(session, later, signal, add(found.later));
  return { ...found, cut: kept.length > STILL };
}
