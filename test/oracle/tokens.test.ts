import fc from "fast-check";
import { expect, it } from "vitest";
import { estimateTokens } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js";
import { contextEstimate } from "../../src/core/reports/tokens-request.ts";
import { splitContext } from "../../src/core/reports/tokens-split.ts";
import { openSession } from "../../src/core/session/open.ts";
import { oddSession, plainSession } from "./arbitrary.ts";
import { ask, getCurrentSystemMessage, openWithPi, type PiSession } from "./pi.ts";
import { runs } from "./runs.ts";

/** Pi's own estimates of the messages of a projection, its system messages replayed into one; undefined where Pi has none. */
function piEstimates(pi: PiSession, row: number): { prompt: number; messages: number } | undefined {
  const answer = pi.at(row);
  if (!("projection" in answer) || !("value" in answer.projection)) return undefined;
  const messages = answer.projection.value.messages as Parameters<typeof estimateTokens>[0][];
  const found = ask(() => {
    const current = getCurrentSystemMessage(messages);
    const others = messages.filter((message) => (message as { role: unknown }).role !== "system");
    return {
      prompt: current === undefined ? 0 : estimateTokens(current),
      messages: others.reduce((sum, message) => sum + estimateTokens(message), 0),
    };
  });
  const isSum = "value" in found && Number.isFinite(found.value.prompt) && Number.isFinite(found.value.messages);
  return isSum ? found.value : undefined;
}

it.each([
  ["as Pi writes them", plainSession, 150],
  ["with odd contents", oddSession, 150],
] as const)(
  "in sessions %s the kinds add up to Pi's estimates at every entry",
  { timeout: 120_000 },
  async (_name, any, times) => {
    let compared = 0;
    const { signal } = new AbortController();
    await fc.assert(
      fc.asyncProperty(any, async (file) => {
        const pi = openWithPi(file);
        if (!("value" in pi) || pi.value === undefined) return;
        const session = await openSession(new Blob([file]));
        for (let row = 0; row < session.index.count; row++) {
          const passes = session.passes(row);
          const split = await splitContext(session, passes, signal);
          const estimate = await contextEstimate(session, passes);
          const sum = split.sums.reduce((all, { tokens }) => all + tokens, 0);
          expect(sum).toBe(split.prompt + split.messages);
          expect([estimate.prompt, estimate.messages]).toEqual([split.prompt, split.messages]);
          const theirs = piEstimates(pi.value, row);
          if (theirs === undefined) continue;
          expect({ prompt: split.prompt, messages: split.messages }).toEqual(theirs);
          compared += 1;
        }
      }),
      runs(times),
    );
    expect(compared).toBeGreaterThan(1000);
  },
);
