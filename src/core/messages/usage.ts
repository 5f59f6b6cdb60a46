import { asNumber, field, isObject } from "../../lib/json.ts";
import type { UsageBlock } from "../view/block.ts";

/** Tokens, and US dollars for `cost`, as a usage object has them; null where the file has no number. */
export type UsageFigures = Omit<UsageBlock, "kind">;

/**
 * Reads any `usage`. `reasoning` is part of `output` and `cacheWrite1h` of `cacheWrite`, so neither is looked at. `total` is
 * `totalTokens`, else the sum of the four kinds; `cost` is `cost.total`, else the sum of its parts, else `cost` itself (old files).
 */
export function readUsage(usage: unknown): UsageFigures {
  const input = numberOrNull(field(usage, "input"));
  const output = numberOrNull(field(usage, "output"));
  const cacheRead = numberOrNull(field(usage, "cacheRead"));
  const cacheWrite = numberOrNull(field(usage, "cacheWrite"));
  const total = asNumber(field(usage, "totalTokens")) ?? sum([input, output, cacheRead, cacheWrite]);
  return { input, output, cacheRead, cacheWrite, total, cost: readCost(field(usage, "cost")) };
}

function readCost(cost: unknown): number | null {
  if (!isObject(cost)) return numberOrNull(cost);
  const parts = ["input", "output", "cacheRead", "cacheWrite"].map((name) => numberOrNull(field(cost, name)));
  return asNumber(field(cost, "total")) ?? sum(parts);
}

function numberOrNull(value: unknown): number | null {
  return asNumber(value) ?? null;
}

/** Sum of what is there; null when nothing is. */
function sum(parts: readonly (number | null)[]): number | null {
  const present = parts.filter((part) => part !== null);
  return present.length === 0 ? null : present.reduce((total, part) => total + part, 0);
}

/** A usage object as a block; none when there is no figure in it. */
export function usageBlocks(usage: unknown): UsageBlock[] {
  const figures = readUsage(usage);
  return Object.values(figures).every((figure) => figure === null) ? [] : [{ kind: "usage", ...figures }];
}

/**
 * Context size in tokens by the provider's own count (Pi: getAssistantUsage and calculateContextTokens); 0 where Pi would
 * not use it: an aborted or failed answer, no usage, a size that is not above 0.
 */
export function contextUsage(message: unknown): number {
  const stopReason = field(message, "stopReason");
  if (stopReason === "aborted" || stopReason === "error") return 0;
  return usageSize(field(message, "usage"));
}

/** Context size in tokens that a usage states (Pi: calculateContextTokens); 0 for one that is not above 0. */
export function usageSize(usage: unknown): number {
  const total = field(usage, "totalTokens");
  const size = total ? asNumber(total) : componentSum(usage);
  return size !== undefined && Number.isFinite(size) && size > 0 ? size : 0;
}

/** As JavaScript adds them: a missing part makes NaN, null counts 0. */
function componentSum(usage: unknown): number {
  let size = 0;
  for (const name of ["input", "output", "cacheRead", "cacheWrite"]) {
    const part = field(usage, name);
    size += part === null ? 0 : (asNumber(part) ?? NaN);
  }
  return size;
}
