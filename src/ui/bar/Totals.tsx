import type { JSX } from "preact";
import type { UsageTotals } from "../../core/view/info.ts";
import { formatCost, formatCount, formatTokens } from "../../lib/figures.ts";

/** Input, output, cache reads and writes, cost: what there is of them, as Pi's footer has it. */
export function usageParts({ input, output, cacheRead, cacheWrite }: UsageTotals): readonly string[] {
  return [
    ...(input ? [`↑${formatTokens(input)}`] : []),
    ...(output ? [`↓${formatTokens(output)}`] : []),
    ...(cacheRead ? [`R${formatTokens(cacheRead)}`] : []),
    ...(cacheWrite ? [`W${formatTokens(cacheWrite)}`] : []),
  ];
}

/** Usage of the whole file, summaries and usage entries included. */
export function Totals({ usage }: { readonly usage: UsageTotals }): JSX.Element | null {
  const parts = usageParts(usage);
  if (parts.length === 0 && !usage.cost) return null;
  const exact = [
    `${formatCount(usage.input)} input`,
    `${formatCount(usage.output)} output`,
    `${formatCount(usage.cacheRead)} read from cache`,
    `${formatCount(usage.cacheWrite)} written to cache`,
  ].join(", ");
  const words = `Tokens of this file, all branches: ${exact}. Cost ${formatCost(usage.cost)}.`;
  return (
    <span class="bar-totals" title={words}>
      <span aria-hidden="true">
        {parts.join(" ")} {usage.cost > 0 && <b>{formatCost(usage.cost)}</b>}
      </span>
      <span class="unseen">{words}</span>
    </span>
  );
}
