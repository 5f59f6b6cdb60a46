import { refTo } from "../present/refs.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { passesAt } from "../present/at.ts";
import { contextSize, type ContextSize } from "../session/context-tokens.ts";
import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { TABLE_ROWS, type ReportSection, type TableCell, type TableColumn } from "../view/report.ts";
import type { ReportMaker } from "./report.ts";
import { table } from "./table.ts";
import { weights, type Weight, type Weights } from "./tokens-items.ts";
import { TOKEN_KINDS, type TokenKind } from "./tokens-parts.ts";
import { countedRequest } from "./tokens-request.ts";
import { splitContext, type ContextSplit, type KindSum } from "./tokens-split.ts";
import { reconciliation } from "./tokens-words.ts";

/** Messages of one list of the heaviest. */
const HEAVIEST = 200;
/** Most UTF-16 units of a name out of the file. */
const NAME_UNITS = 80;

/** What the context at the point consists of, in tokens that add up, and what of the path weighed most. */
export const tokens: ReportMaker = async (session, { point }, signal) => {
  const passes = passesAt(session, point);
  const split = await splitContext(session, passes, signal);
  const [size, request, weighed] = await Promise.all([
    contextSize(session.index, session.bodies, passes),
    countedRequest(session, passes),
    weights(session, passes, signal),
  ]);
  return {
    lead: [leadWords(split, size)],
    controls: [],
    sections: [
      byKind(split),
      byPart(split),
      reconciliation(session, passes, split, size, request),
      heaviest(session, weighed, split),
      heaviestGone(session, passes, weighed),
    ],
  };
};

function leadWords(
  { prompt, messages, hasPrompt }: ContextSplit,
  { tokens: size, providerTokens }: ContextSize,
): string {
  const own = hasPrompt
    ? `, of which ~${formatCount(prompt)} are the prompt and the tools.`
    : ". No prompt and no tools are recorded in it.";
  const sum = `By characters the context at the point is ~${formatCount(prompt + messages)} tokens${own}`;
  if (providerTokens === null) return sum;
  return `${sum} Pi says ~${formatCount(size)}, since it starts from the provider’s figure.`;
}

const kindNames: Readonly<Record<TokenKind, string>> = {
  prompt: "Base text of the prompt",
  section: "Sections of the prompt",
  tool: "Tool schemas",
  user: "User text",
  assistant: "Answers",
  thinking: "Thinking",
  call: "Tool calls",
  result: "Tool results",
  bash: "Commands of the user",
  "kept out": "Commands kept out, not sent",
  custom: "Messages of extensions",
  image: "Images",
  compaction: "Compaction summary",
  branch: "Branch summaries",
};

/** Of a kind with names: how one of them is called. */
const partNames: Partial<Readonly<Record<TokenKind, string>>> = {
  section: "Section",
  tool: "Schema of",
  call: "Calls of",
  result: "Results of",
};

const columns: readonly TableColumn[] = [
  { title: "Kind", unit: "words" },
  { title: "Parts", unit: "count", about: "Texts, calls, images, sections, schemas" },
  { title: "Tokens", unit: "tokens", about: "Characters / 4, each message’s estimate shared among its parts" },
  { title: "Share", unit: "share" },
];

function byKind({ sums, prompt, messages }: ContextSplit): ReportSection {
  const total = prompt + messages;
  const kinds = TOKEN_KINDS.flatMap((kind): KindSum[] => {
    const own = sums.filter((sum) => sum.kind === kind);
    return own.length === 0 ? [] : [merged(own)];
  });
  const rows = kinds.map((sum) => cells(kindNames[sum.kind], sum, total));
  return {
    title: "By kind",
    fact: `~${formatCount(total)} tokens`,
    parts:
      rows.length === 0
        ? [{ kind: "words", tone: "plain", text: ["Nothing in this context has any characters."] }]
        : [table("Tokens of the context by kind", columns, rows, cells("Sum", merged(sums), total))],
  };
}

/** The same sums with every section, schema and tool apart; the lightest together where there are too many. */
function byPart({ sums, prompt, messages }: ContextSplit): ReportSection {
  const total = prompt + messages;
  const heavy = new Set(sums.toSorted((a, b) => b.tokens - a.tokens).slice(0, TABLE_ROWS - 1));
  const rest = sums.filter((sum) => !heavy.has(sum));
  const rows = sums.filter((sum) => heavy.has(sum)).map((sum) => cells(partName(sum), sum, total));
  if (rest.length > 0) rows.push(cells(`${formatAmount(rest.length, "lighter one")} together`, merged(rest), total));
  return {
    title: "By section, schema and tool",
    fact: formatAmount(sums.length, "row"),
    folded: true,
    parts: [table("Tokens of the context by part", columns, rows, cells("Sum", merged(sums), total))],
  };
}

function partName({ kind, name }: KindSum): string {
  const lead = partNames[kind];
  return lead === undefined ? kindNames[kind] : `${lead} ${cut(name, NAME_UNITS) || "(no name)"}`;
}

function merged(sums: readonly KindSum[]): KindSum {
  const add = (figure: (sum: KindSum) => number): number => sums.reduce((all, sum) => all + figure(sum), 0);
  return {
    kind: sums[0]?.kind ?? "prompt",
    name: "",
    parts: add((sum) => sum.parts),
    tokens: add((sum) => sum.tokens),
  };
}

function cells(name: string, { parts, tokens: own }: KindSum, total: number): TableCell[] {
  return [[name], parts, own, total === 0 ? null : own / total];
}

const carriedColumns: readonly TableColumn[] = [
  {
    title: "Carried",
    unit: "count",
    about: "Later requests of the path, up to the point, that were made with it in their context: one for each answer",
  },
  {
    title: "Carried tokens",
    unit: "tokens",
    about: "Tokens times the requests: its estimate, as it was each time, summed over the requests that carried it",
  },
];

function heaviest(session: OpenedSession, { here, requests, cost }: Weights, split: ContextSplit): ReportSection {
  const total = split.prompt + split.messages;
  const shown = here.slice(0, HEAVIEST);
  return {
    title: "Heaviest in the context",
    fact: amountWords(shown.length, here.length, "message"),
    parts: [
      {
        kind: "words",
        tone: "info",
        text: [
          `${formatAmount(requests, "request")} of this path carried ~${formatCount(cost)} tokens in all. A system message is listed with what it holds itself; what several of them leave together is the prompt above.`,
        ],
      },
      table(
        "Heaviest messages of the context",
        [
          { title: "Entry", unit: "words" },
          { title: "Kind", unit: "words" },
          { title: "Tokens", unit: "tokens" },
          { title: "Share", unit: "share", about: "Of the whole context" },
          ...carriedColumns,
        ],
        shown.map((weight) => [
          ...entryCells(session, weight),
          weight.tokens,
          total === 0 ? null : weight.tokens / total,
          weight.carried,
          weight.cost,
        ]),
      ),
    ],
  };
}

function heaviestGone(session: OpenedSession, passes: Passes, { gone }: Weights): ReportSection {
  const shown = gone.slice(0, HEAVIEST);
  const title = "Heaviest of what is gone";
  if (shown.length === 0) {
    const text = ["Every entry of this path that a request carried is still in the context."];
    return { title, parts: [{ kind: "words", tone: "plain", text }] };
  }
  return {
    title,
    fact: amountWords(shown.length, gone.length, "entry", "entries"),
    parts: [
      table(
        "Entries of the path that requests carried and the context no longer holds",
        [
          { title: "Entry", unit: "words" },
          { title: "Kind", unit: "words" },
          { title: "Fate", unit: "words" },
          { title: "Tokens", unit: "tokens", about: "As stored" },
          ...carriedColumns,
        ],
        shown.map((weight) => [
          ...entryCells(session, weight),
          [fateOf(session.index, passes, weight.row)],
          weight.tokens,
          weight.carried,
          weight.cost,
        ]),
      ),
    ],
  };
}

function entryCells(session: OpenedSession, { row, kind }: Weight): TableCell[] {
  return [[refTo(session, row)], [cut(kind, NAME_UNITS)]];
}

function amountWords(shown: number, all: number, one: string, many = `${one}s`): string {
  return shown === all
    ? formatAmount(all, one, many)
    : `the first ${formatCount(shown)} of ${formatAmount(all, one, many)}`;
}
