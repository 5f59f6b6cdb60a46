import { asNumber, field, type JsonObject } from "../../lib/json.ts";
import type { UsageTotals } from "../view/info.ts";

/** Sums usage over entries. Missing or odd figures count as nothing: the totals are never NaN. */
export class UsageSum {
  #totals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

  constructor(start?: UsageTotals) {
    if (start !== undefined) {
      const { input, output, cacheRead, cacheWrite, cost } = start;
      this.#totals = { input, output, cacheRead, cacheWrite, cost };
    }
  }

  /**
   * Adds one usage object (Pi: addUsageToTotals). `reasoning` is part of `output`, `cacheWrite1h` of `cacheWrite`: neither is
   * added again.
   */
  add(usage: JsonObject): void {
    this.#totals.input += asNumber(field(usage, "input")) ?? 0;
    this.#totals.output += asNumber(field(usage, "output")) ?? 0;
    this.#totals.cacheRead += asNumber(field(usage, "cacheRead")) ?? 0;
    this.#totals.cacheWrite += asNumber(field(usage, "cacheWrite")) ?? 0;
    const cost = field(usage, "cost");
    this.#totals.cost += asNumber(cost) ?? asNumber(field(cost, "total")) ?? 0;
  }

  totals(): UsageTotals {
    const { input, output, cacheRead, cacheWrite } = this.#totals;
    return { ...this.#totals, total: input + output + cacheRead + cacheWrite };
  }
}
