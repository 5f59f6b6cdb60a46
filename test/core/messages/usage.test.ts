import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateContextTokens } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js";
import { contextUsage, readUsage, usageBlocks } from "../../../src/core/messages/usage.ts";
import { odd } from "./odd.ts";

const none = { input: null, output: null, cacheRead: null, cacheWrite: null, total: null, cost: null };

describe("figures", () => {
  it.each<[string, unknown, object]>([
    [
      "as Pi writes them, parts of parts left out",
      {
        input: 10,
        output: 20,
        cacheRead: 1,
        cacheWrite: 8,
        totalTokens: 39,
        reasoning: 15,
        cacheWrite1h: 8,
        cost: { total: 0.5 },
      },
      { input: 10, output: 20, cacheRead: 1, cacheWrite: 8, total: 39, cost: 0.5 },
    ],
    [
      "of old files, without a total and with the cost in parts",
      { input: 3, output: 4, cacheRead: 5, cacheWrite: 6, cost: { input: 1, output: 2 } },
      { input: 3, output: 4, cacheRead: 5, cacheWrite: 6, total: 18, cost: 3 },
    ],
    ["with a plain number as cost", { input: 1, cost: 0.25 }, { ...none, input: 1, total: 1, cost: 0.25 }],
    ["of other types", { input: "1", output: null, totalTokens: {}, cost: [] }, none],
    ["of nothing", undefined, none],
    ["of a list", [1, 2], none],
  ])("%s", (_title, usage, figures) => {
    expect(readUsage(usage)).toEqual(figures);
  });

  it("are numbers or nothing", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("input", "output", "cacheRead", "totalTokens", "cost"), odd),
        (usage) => {
          for (const figure of Object.values(readUsage(usage)))
            expect(figure === null || Number.isFinite(figure)).toBe(true);
        },
      ),
    );
    expect(usageBlocks({})).toEqual([]);
    expect(usageBlocks({ input: 1 })).toHaveLength(1);
  });
});

describe("context size", () => {
  /** Pi's own rule, seen through its estimate of a single message without content. */
  function piSize(message: object): number {
    const found = estimateContextTokens([{ content: [], ...message }] as never);
    return found.lastUsageIndex === null ? 0 : found.usageTokens;
  }

  const count = fc.oneof(fc.integer({ min: -5, max: 50 }), fc.constantFrom(undefined, null));
  const usage = fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count, totalTokens: count });
  const stop = fc.constantFrom("stop", "toolUse", "aborted", "error", "length", undefined, null);

  it("is Pi's", () => {
    fc.assert(
      fc.property(fc.oneof(usage, fc.constantFrom(undefined, null, 0, "x")), stop, (usage, stopReason) => {
        const message = { role: "assistant", usage, stopReason };
        expect(contextUsage(message)).toBe(piSize(message));
      }),
      { numRuns: 500 },
    );
  });

  it("is a count whatever the file holds", () => {
    fc.assert(
      fc.property(odd, odd, (usage, totalTokens) => {
        for (const message of [
          { usage },
          { usage: { totalTokens } },
          { usage: { input: totalTokens, output: usage } },
        ]) {
          expect(contextUsage(message)).toBeGreaterThanOrEqual(0);
          expect(Number.isFinite(contextUsage(message))).toBe(true);
        }
      }),
    );
  });
});
