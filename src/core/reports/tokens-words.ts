import { formatAmount, formatCount } from "../../lib/figures.ts";
import { refTo } from "../present/refs.ts";
import type { ContextSize } from "../session/context-tokens.ts";
import { isSystem, lastOnPath, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { ReportPart, ReportSection } from "../view/report.ts";
import type { CountedRequest } from "./tokens-request.ts";
import type { ContextSplit } from "./tokens-split.ts";

interface Fact {
  readonly name: string;
  readonly value: Sentence;
}

/** The estimates of the context beside each other, and an estimate beside what a provider counted. */
export function reconciliation(
  session: OpenedSession,
  passes: Passes,
  split: ContextSplit,
  size: ContextSize,
  request: CountedRequest | null,
): ReportSection {
  const facts: Fact[] = [
    {
      name: "Sum by kind",
      value: [
        `${estimated(split.prompt + split.messages)} tokens: ${estimated(split.prompt)} for the prompt and tools, replayed into one, and ${estimated(split.messages)} for the other messages of the projection`,
      ],
    },
    { name: "Pi’s estimate", value: piWords(session, passes, size) },
  ];
  const parts: ReportPart[] = [{ kind: "facts", facts: [...facts, ...countedFacts(session, request)] }];
  if (request !== null) {
    const told: ReportPart = { kind: "facts", facts: explanations(session, request) };
    parts.push({ kind: "words", tone: "plain", text: ["What explains a difference:"] }, told);
  }
  return { title: "Against the provider’s own figure", parts };
}

function estimated(tokens: number): string {
  return `~${formatCount(tokens)}`;
}

function piWords(session: OpenedSession, { path }: Passes, { tokens, providerTokens }: ContextSize): Sentence {
  if (providerTokens !== null) {
    return [
      `${estimated(tokens)} tokens: ${formatCount(providerTokens)} by the provider, for the last request and its answer, and ${estimated(tokens - providerTokens)} for what follows`,
    ];
  }
  const { index } = session;
  const change = Math.max(lastOnPath(index, path, "context_edit"), lastOnPath(index, path, "compaction"));
  const same = `${estimated(tokens)} tokens, the same sum: `;
  if (change === -1) return [`${same}no answer in this context has a usage that Pi trusts`];
  return [`${same}no answer with a usage that Pi trusts comes after the `, refTo(session, path[change]!)];
}

function countedFacts(session: OpenedSession, request: CountedRequest | null): Fact[] {
  if (request === null) {
    return [{ name: "Provider’s figure", value: ["none: no recent answer on this path says what its request held"] }];
  }
  const { answer, input, cacheRead, cacheWrite, provider, estimate } = request;
  const sum = estimate.prompt + estimate.messages;
  const parts = [`input ${formatCount(input)}`];
  if (cacheRead > 0) parts.push(`cache read ${formatCount(cacheRead)}`);
  if (cacheWrite > 0) parts.push(`cache write ${formatCount(cacheWrite)}`);
  return [
    {
      name: "Provider’s figure",
      value: [
        `${formatCount(provider)} tokens (${parts.join(", ")}) for the request answered by `,
        refTo(session, answer),
      ],
    },
    {
      name: "Estimate of that",
      value: [
        `${estimated(sum)} tokens for the projection before that answer: ${estimated(estimate.prompt)} for the prompt and tools, ${estimated(estimate.messages)} for the messages`,
      ],
    },
    { name: "Difference", value: [differenceWords(sum, provider)] },
  ];
}

/** How an estimate differs from a figure, in tokens and in per cent of the figure. */
export function differenceWords(estimate: number, figure: number): string {
  const difference = estimate - figure;
  if (difference === 0) return "none";
  const percent = (Math.abs(difference) / figure) * 100;
  const words = percent < 0.1 ? "less than 0.1 %" : `${percent < 10 ? percent.toFixed(1) : formatCount(percent)} %`;
  return `the estimate is ${formatAmount(Math.abs(difference), "token")}, ${words}, ${difference < 0 ? "below" : "above"} the figure`;
}

/** What makes an estimate and a provider differ, whatever the file. */
const ALWAYS: readonly Fact[] = [
  {
    name: "Tokenizer",
    value: [
      "Four characters a token is a rule of thumb: code, figures and many languages take more tokens, plain English fewer.",
    ],
  },
  {
    name: "Wrapping",
    value: [
      "Tool schemas are estimated as stored. Each provider rewrites them, and adds what frames messages, calls and results; Pi wraps summaries and commands into sentences.",
    ],
  },
  {
    name: "Not in the file",
    value: ["Thinking that the provider drops or keeps hidden, and what extensions and request hooks changed."],
  },
];

/** What can be told of a difference from the file, with its size, and what is always so. */
function explanations(session: OpenedSession, { estimate, passes }: CountedRequest): Fact[] {
  const facts: Fact[] = [];
  if (!estimate.hasPrompt) facts.push({ name: "Prompt and tools", value: noPromptWords(session, passes) });
  const fact = (name: string, text: string): number => facts.push({ name, value: [text] });
  if (estimate.notSent > 0) {
    const amount = `${estimated(estimate.notSent)} tokens of the estimate`;
    fact("Conversion", `${amount} are commands that the user kept out: Pi counts them and does not send them.`);
  }
  if (estimate.failed > 0) {
    const amount = `${estimated(estimate.failed)} tokens of the estimate`;
    fact("Failed answers", `${amount} are failed or aborted answers, which conversion for the provider drops.`);
  }
  if (estimate.images > 0) {
    const amount = formatAmount(estimate.images, "message");
    fact("Images", `${amount} with images. Each image is estimated at 1,200 tokens; providers go by its size.`);
  }
  return [...facts, ...ALWAYS];
}

function noPromptWords(session: OpenedSession, { compaction, path }: Passes): Sentence {
  const { index } = session;
  const hadOne = path.some((row) => isSystem(index, row));
  if (compaction !== -1 && hadOne) {
    return [
      "The context of that request has no system message, since the ",
      refTo(session, compaction),
      " folded those before it and carries none on: its prompt and tools are not in the estimate.",
    ];
  }
  return [
    "The context of that request has no system message: its prompt and tools are not in the file, and not in the estimate.",
  ];
}
