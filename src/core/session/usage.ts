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
    const tokens = (name: string): number => asNumber(field(usage, name)) ?? 0;
    const cost = field(usage, "cost");
    this.addFigures(
      tokens("input"),
      tokens("output"),
      tokens("cacheRead"),
      tokens("cacheWrite"),
      asNumber(cost) ?? asNumber(field(cost, "total")) ?? 0,
    );
  }

  /** Adds figures that are known to be numbers. */
  addFigures(input: number, output: number, cacheRead: number, cacheWrite: number, cost: number): void {
    const totals = this.#totals;
    totals.input += input;
    totals.output += output;
    totals.cacheRead += cacheRead;
    totals.cacheWrite += cacheWrite;
    totals.cost += cost;
  }

  totals(): UsageTotals {
    const { input, output, cacheRead, cacheWrite } = this.#totals;
    return { ...this.#totals, total: input + output + cacheRead + cacheWrite };
  }
}
