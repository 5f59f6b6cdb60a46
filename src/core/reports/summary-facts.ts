import { formatAmount, formatCost, formatCount, formatTime } from "../../lib/figures.ts";
import { asNumber, field } from "../../lib/json.ts";
import { readUsage } from "../messages/usage.ts";
import { refTo } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import type { ContextSize } from "../session/context-tokens.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import type { ReportSection } from "../view/report.ts";
import { nextRequest, sizeByCharacters, sizeByPi, type Sizes, sizesOf, summaryTokens } from "./summary-figures.ts";
import { sum } from "./summary-lists.ts";
import { isByExtension, type SummaryScope } from "./summary-scope.ts";

/** The figures of a compaction or branch summary. Tokens. */
export interface Figures {
  /** `tokensBefore` as the entry has it; undefined for none. */
  readonly stored: number | undefined;
  /** By characters: before is at the compaction's parent, or at the leaf that was left. */
  readonly sizes: Sizes;
  /** Pi's own figures where they start from a provider's; else null. */
  readonly before: ContextSize | null;
  readonly after: ContextSize | null;
  readonly made: ReturnType<typeof summaryTokens>;
  readonly usage: ReturnType<typeof readUsage>;
  readonly next: { readonly ref: Ref; readonly tokens: number } | null;
  readonly byExtension: boolean;
}

export async function figuresOf(
  session: OpenedSession,
  passes: Passes,
  scope: SummaryScope,
  entry: unknown,
): Promise<Figures> {
  const next = await nextRequest(session, passes, scope.row);
  const sizes =
    scope.kind === "compaction"
      ? await sizesOf(session, scope.row)
      : {
          before: await sizeByCharacters(session, scope.before),
          after: await sizeByCharacters(session, scope.after),
        };
  return {
    stored: asNumber(field(entry, "tokensBefore")),
    sizes,
    before: await sizeByPi(session, scope.before),
    after: await sizeByPi(session, scope.after),
    made: summaryTokens(session, scope.row, entry),
    usage: readUsage(field(entry, "usage")),
    next: next === null ? null : { ref: refTo(session, next.row), tokens: next.tokens },
    byExtension: isByExtension(entry),
  };
}

interface Fact {
  readonly name: string;
  readonly value: Sentence;
}

/** Every figure with the measure it is in. */
export function figuresSection(session: OpenedSession, scope: SummaryScope, figures: Figures): ReportSection {
  const { row, kind } = scope;
  const { stored, sizes, before, after, next, usage, made, byExtension } = figures;
  const by = byExtension ? ", by an extension: Pi’s rules need not apply to it" : "";
  const start = kind === "compaction" ? "Before" : "At the leaf left";
  const facts: Fact[] = [
    { name: "Made", value: [`${formatTime(timeOfRow(session.index, row)) || "at an unknown time"}${by}`] },
  ];
  if (kind === "compaction") facts.push({ name: "Before, as stored", value: [storedWords(stored)] });
  facts.push(...sizeFacts(start, sizes.before, before), ...sizeFacts("Right after", sizes.after, after), {
    name: "Its summary",
    value: [estimated(made.summary)],
  });
  if (made.checkpoint > 0) {
    const words = `${estimated(made.checkpoint)}, apart from the summary: prompt and tools, carried on`;
    facts.push({ name: "Its system checkpoint", value: [words] });
  }
  facts.push(
    {
      name: "Next request",
      value:
        next === null
          ? ["none below it records what went in"]
          : [`${formatAmount(next.tokens, "token")} by the provider’s count, for `, next.ref],
    },
    { name: "Cost of making it", value: costWords(usage) },
  );
  return { title: "Figures", parts: [{ kind: "facts", facts }] };
}

function storedWords(stored: number | undefined): string {
  if (stored === undefined) return "not in the file";
  return `${formatAmount(stored, "token")} (tokensBefore), Pi’s figure at that time: it starts from the provider’s where there is one`;
}

/** One context by characters, and as Pi counts it where that is another measure. */
function sizeFacts(name: string, size: number, pi: ContextSize | null): Fact[] {
  const facts: Fact[] = [{ name: `${name}, by characters`, value: [estimated(size)] }];
  if (pi !== null) {
    const from = `since it starts from the provider’s ${formatCount(pi.providerTokens ?? 0)}`;
    facts.push({ name: `${name}, as Pi counts`, value: [`${estimated(pi.tokens)}, ${from}`] });
  }
  return facts;
}

function estimated(tokens: number): string {
  return `~${formatAmount(tokens, "token")}`;
}

function costWords(usage: Figures["usage"]): Sentence {
  const { input, output, cacheRead, cacheWrite, cost } = usage;
  const parts = [input, cacheRead, cacheWrite].filter((part) => part !== null);
  if (parts.length === 0 && output === null && cost === null) return ["the entry records no usage"];
  const tokens = `${formatAmount(sum(parts), "token")} in, ${output === null ? "?" : formatAmount(output, "token")} out`;
  return [cost === null ? `${tokens}, of no recorded price` : `${tokens}, ${formatCost(cost)}`];
}
