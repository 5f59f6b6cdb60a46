import { formatAmount, formatCost, formatCount, formatTokens } from "../../lib/figures.ts";
import { asNumber, field } from "../../lib/json.ts";
import { nextTask } from "../../lib/next-task.ts";
import { passesAt } from "../present/at.ts";
import { pathRef, refTo } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import {
  type CacheMiss,
  type CacheReset,
  type MissedCost,
  missedCost,
  priceRow,
  type Prices,
  pricesOf,
  scanCache,
} from "../session/cache-misses.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { Report, ReportSection, TableCell } from "../view/report.ts";
import { type MissCause, missCauses } from "./cache-causes.ts";
import { type Hits, hitSection, hitsOn, percent } from "./cache-hits.ts";
import { CAUSE_NAMES, causeWords } from "./cache-words.ts";
import { readEach } from "./read-each.ts";
import type { ReportMaker } from "./report.ts";
import { table } from "./table.ts";

/** Most misses, and most first requests after a compaction, that are read: the last on the path. */
const READ = 500;

/** A miss with what reading its request told. */
interface ReadMiss extends CacheMiss, MissedCost {
  readonly causes: readonly MissCause[];
}

/** Which requests of the path missed the prompt cache, what it cost and why. */
export const cache: ReportMaker = async (session, { point }, signal) => {
  const passes = passesAt(session, point);
  const { misses, resets } = scanCache(session.index);
  const isHere = ({ row }: { readonly row: number }): boolean => passes.pathIndex[row] !== -1;
  const here = misses.filter(isHere);
  const read = await readMisses(session, passes, here.slice(-READ), signal);
  const hits = hitsOn(session, passes);
  return {
    lead: lead(here, read, hits),
    controls: [],
    sections: [
      ...(here.length > 0 ? [causeSection(read, here.length), missSection(session, passes, read, here.length)] : []),
      await resetSection(session, passes, resets.filter(isHere), signal),
      hitSection(hits, misses),
      counting,
    ],
  } satisfies Report;
};

/** Reads the requests of some misses and those before them. */
async function readMisses(
  session: OpenedSession,
  passes: Passes,
  misses: readonly CacheMiss[],
  signal: AbortSignal,
): Promise<ReadMiss[]> {
  const times = new Map<number, number>();
  const prices = new Map<number, Prices>();
  const priced = misses.map(({ row }) => priceRow(session.index, row));
  const rows = new Set([...misses.flatMap(({ before, row }) => [before, row]), ...priced]);
  rows.delete(-1);
  await readEach(session, [...rows], signal, (entry, row) => {
    const message = field(entry, "message");
    // As Pi has it: a message's own time, and the entry's for a request that is no message.
    const isMessage = session.index.type(row) === "message";
    times.set(row, isMessage ? (asNumber(field(message, "timestamp")) ?? NaN) : session.index.columns.time.at(row));
    prices.set(row, pricesOf(field(message, "usage")));
  });
  const found: ReadMiss[] = [];
  for (const [at, miss] of misses.entries()) {
    const idle = times.get(miss.row)! - times.get(miss.before)!;
    const causes = await missCauses(session, passes, miss, idle);
    const cost = missedCost(miss.missed, prices.get(miss.row)!, prices.get(priced[at]!)?.read);
    found.push({ ...miss, ...cost, causes });
    if (found.length % 20 === 0) await nextTask();
    signal.throwIfAborted();
  }
  return found;
}

function lead(misses: readonly CacheMiss[], read: readonly ReadMiss[], hits: Hits): Sentence {
  if (hits.requests === 0) {
    const none = hits.answers < 2 ? "No request" : `None of the ${formatCount(hits.answers)} requests`;
    return [`${none} on this path has a usage, so nothing is known of its prompt cache.`];
  }
  const unknown = hits.answers - hits.requests;
  const said = answer(misses, read, hits, unknown === 0 ? "on this path" : "on this path with a usage");
  return unknown === 0
    ? [said]
    : [`${said} Of ${formatAmount(unknown, "more", "more")} the file has no usage to judge by.`];
}

function answer(misses: readonly CacheMiss[], read: readonly ReadMiss[], hits: Hits, which: string): string {
  const isOne = hits.requests === 1;
  const of = isOne ? `only request ${which}` : `${formatAmount(hits.requests, "request")} ${which}`;
  if (misses.length === 0 && hits.read + hits.written === 0) {
    return `The ${of} report${isOne ? "s" : ""} no use of a prompt cache.`;
  }
  if (misses.length === 0) {
    const none = isOne ? `The ${of} missed nothing of` : `None of the ${of} missed`;
    return `${none} the prompt cache: ${percent(hits)} of all prompt tokens were read from it.`;
  }
  const tokens = formatTokens(sum(misses.map(({ missed }) => missed)));
  return (
    `${isOne ? "The" : `${formatCount(misses.length)} of the`} ${of} missed the prompt cache: ${tokens} tokens were paid anew` +
    `${costWords(read, misses.length)}. ${percent(hits)} of all prompt tokens were read from the cache.`
  );
}

function costWords(read: readonly ReadMiss[], all: number): string {
  const known = read.filter(({ cost }) => cost !== null);
  const unknown = read.filter(({ cost }) => cost === null);
  const most = unknown.every((miss) => miss.most !== null) ? sum(unknown.map((miss) => miss.most ?? 0)) : null;
  const bound = most === null ? "" : `, but no more than ${formatCost(most)}`;
  const which = all > READ ? ` by the last ${formatCount(READ)}` : "";
  const paid = `${which === "" ? "" : `,${which}`} for ${formatCost(sum(known.map((miss) => miss.cost ?? 0)))} more than reading them would have cost`;
  if (unknown.length === 0) return paid;
  if (known.length === 0) return `; what that cost more${which} is not known${bound}`;
  return `${paid}; of ${formatAmount(unknown.length, "miss", "misses")} that is not known${bound}`;
}

function causeSection(read: readonly ReadMiss[], all: number): ReportSection {
  const groups = new Map<keyof typeof CAUSE_NAMES, ReadMiss[]>();
  for (const miss of read) {
    const kind = miss.causes[0]?.kind ?? "unknown";
    groups.set(kind, [...(groups.get(kind) ?? []), miss]);
  }
  const rows = [...groups].map(([kind, misses]): TableCell[] => [
    [CAUSE_NAMES[kind]],
    misses.length,
    sum(misses.map(({ missed }) => missed)),
    sumOrNull(misses.map(({ cost }) => cost)),
  ]);
  return {
    title: "Causes",
    ...bound(all, "miss", "misses"),
    parts: [
      table(
        "Misses by their likeliest cause",
        [
          { title: "Cause", unit: "words" },
          { title: "Misses", unit: "count" },
          { title: "Missed", unit: "provider" },
          { title: "Cost", unit: "cost", about: COST_ABOUT },
        ],
        rows.toSorted((a, b) => Number(b[2]) - Number(a[2])),
      ),
    ],
  };
}

const COST_ABOUT = "What the missed tokens cost more than reading them from the cache, where the file has both prices";

function missSection(session: OpenedSession, passes: Passes, read: readonly ReadMiss[], all: number): ReportSection {
  return {
    title: "Misses",
    ...bound(all, "miss", "misses"),
    parts: [
      table(
        "Requests that missed the cache, in order",
        [
          { title: "Request", unit: "words" },
          { title: "Time", unit: "time" },
          {
            title: "Missed",
            unit: "provider",
            about: "Prompt tokens of the request before that were not read from the cache",
          },
          { title: "Prompt", unit: "provider" },
          { title: "Cost", unit: "cost", about: COST_ABOUT },
          { title: "Cause", unit: "words" },
        ],
        read.map(({ row, missed, prompt, cost, causes }) => [
          [pathRef(session, passes, row)],
          timeOfRow(session.index, row),
          missed,
          prompt,
          cost,
          causeWords(session, causes),
        ]),
      ),
    ],
  };
}

async function resetSection(
  session: OpenedSession,
  passes: Passes,
  all: readonly CacheReset[],
  signal: AbortSignal,
): Promise<ReportSection> {
  const resets = all.slice(-READ);
  const costs = new Map<number, number | null>();
  const uncached = new Map(resets.map((reset) => [reset.row, reset.uncached]));
  await readEach(session, [...uncached.keys()], signal, (entry, row) => {
    costs.set(row, missedCost(uncached.get(row)!, pricesOf(field(field(entry, "message"), "usage"))).most);
  });
  const said = "After a compaction or a branch summary the prompt is new: Pi counts no miss of the first request then.";
  return {
    title: "After compactions and branch summaries",
    ...bound(all.length, "request"),
    folded: all.length === 0,
    parts: [
      { kind: "words", tone: "plain", text: [all.length === 0 ? `${said} There is none on this path.` : said] },
      ...(all.length === 0
        ? []
        : [
            table(
              "First requests after a compaction or a branch summary",
              [
                { title: "Request", unit: "words" },
                { title: "After", unit: "words" },
                { title: "Not cached", unit: "provider", about: "Prompt tokens that were sent and paid in full" },
                { title: "Cost", unit: "cost", about: "What those tokens cost" },
              ],
              resets.map(({ row, by, uncached: tokens }) => [
                [pathRef(session, passes, row)],
                [refTo(session, by)],
                tokens,
                costs.get(row) ?? null,
              ]),
            ),
          ]),
    ],
  };
}

const counting: ReportSection = {
  title: "How it is counted",
  folded: true,
  parts: [
    {
      kind: "words",
      tone: "plain",
      text: [
        "By Pi’s rules: a request is compared with the one before it in the file, on whatever branch. Of the smaller of both prompts, what was not read from the cache is missed, when it is more than 1,024 tokens. A provider that never reports a cache misses nothing.",
      ],
    },
    {
      kind: "words",
      tone: "plain",
      text: [
        "The cost is what the missed tokens cost by the request’s own bill, less what reading them would have cost. A request that read nothing does not tell the price of reading: Pi takes that from its catalogue of models, which is not in the file. Here it is what the nearest request to the same model paid for what it did read; without any it is not known.",
      ],
    },
    {
      kind: "words",
      tone: "plain",
      text: [
        "The file does not say why a provider’s cache missed. The causes are what the file shows between the two requests, the likeliest first.",
      ],
    },
  ],
};

/** Says how many there are, and when not all of them were read. */
function bound(all: number, one: string, many?: string): { readonly fact: string } {
  return { fact: all > READ ? `the last ${formatCount(READ)} of ${formatCount(all)}` : formatAmount(all, one, many) };
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}

/** Null where any is not known. */
function sumOrNull(figures: readonly (number | null)[]): number | null {
  return figures.every((figure) => figure !== null) ? sum(figures) : null;
}
