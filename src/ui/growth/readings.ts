import { GROWTH_KINDS, type Growth } from "../../core/view/growth.ts";
import { formatClock, formatCost, formatCount, formatTokens } from "../../lib/figures.ts";
import { KIND_NAMES, markWords } from "./look.ts";
import type { Series } from "./series.ts";

/** What is read of one request, in words; empty where the file has nothing. */
export interface Reading {
  readonly number: string;
  readonly time: string;
  readonly context: string;
  readonly kinds: readonly string[];
  readonly provider: string;
  readonly cached: string;
  readonly cost: string;
  readonly marks: string;
}

export function readingOf(growth: Growth, series: Series, request: number): Reading {
  const time = growth.times[request] ?? Number.NaN;
  return {
    number: formatCount(request + 1),
    time: formatClock(time),
    context: `~${formatTokens(series.totals[request] ?? 0)}`,
    kinds: growth.kinds.map((kind) => `~${formatTokens(kind[request] ?? 0)}`),
    provider: known(series.provider[request], formatTokens),
    cached: known(series.cached[request], formatShare),
    cost: known(growth.cost[request], formatCost),
    marks: markWords(growth.marks[request] ?? 0),
  };
}

function known(value: number | undefined, format: (value: number) => string): string {
  return value === undefined || Number.isNaN(value) ? "" : format(value);
}

/** All of the cache only where it is all, nothing only where it is nothing. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "<1 %";
  if (share < 1 && share > 0.99) return ">99 %";
  return `${Math.round(share * 100)} %`;
}

/** The same for whoever hears it. */
export function spokenReading(growth: Growth, series: Series, request: number): string {
  const { number, time, context, kinds, provider, cached, cost, marks } = readingOf(growth, series, request);
  const parts = GROWTH_KINDS.flatMap((kind, i) =>
    (growth.kinds[i]?.[request] ?? 0) > 0 ? [`${KIND_NAMES[kind][0]} ${kinds[i]}`] : [],
  );
  return [
    `Request ${number} of ${formatCount(series.count)}`,
    time,
    `context ${context} tokens`,
    marks,
    provider === "" ? "" : `provider ${provider}`,
    cached === "" ? "" : `${cached} from the cache`,
    cost,
    ...parts,
  ]
    .filter((part) => part !== "")
    .join(", ");
}
