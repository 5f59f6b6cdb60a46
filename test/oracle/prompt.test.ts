import fc from "fast-check";
import { expect, it } from "vitest";
import { replay, systemMessageOf } from "../../src/core/messages/transcript.ts";
import { systemMessages } from "../../src/core/present/prompt.ts";
import { walkPrompt, type PromptStep } from "../../src/core/reports/prompt-walk.ts";
import { openSession } from "../../src/core/session/open.ts";
import { runPasses } from "../../src/core/session/passes.ts";
import { oddSession, plainSession, wildSession } from "./arbitrary.ts";
import { openWithPi, type PiSession } from "./pi.ts";
import { runs } from "./runs.ts";

/** What Pi replays at an entry; undefined where it has no answer. */
function piMessage(pi: PiSession, row: number): { readonly value: unknown } | undefined {
  const answer = pi.at(row);
  return "systemMessage" in answer && "value" in answer.systemMessage ? answer.systemMessage : undefined;
}

it.each([
  ["as Pi writes them", plainSession, 200],
  ["with odd contents", oddSession, 200],
  ["gone wild", wildSession, 200],
] as const)(
  "in sessions %s a walk leaves at every entry the prompt that Pi replays there",
  { timeout: 120_000 },
  async (_name, any, times) => {
    let compared = 0;
    const seen = new Set<string>();
    const { signal } = new AbortController();
    await fc.assert(
      fc.asyncProperty(any, async (file) => {
        const pi = openWithPi(file);
        const theirs = "value" in pi ? pi.value : undefined;
        const session = await openSession(new Blob([file]));
        const { index } = session;
        for (let row = 0; row < index.count; row++) {
          const passes = runPasses(index, row);
          if (passes.endless) continue;
          const steps: PromptStep[] = [];
          await walkPrompt(session, passes.path, signal, (step) => steps.push(step));
          for (const [at, { what, before }] of steps.entries()) {
            seen.add(what);
            expect(before).toBe(steps[at - 1]?.after ?? before);
          }
          const last = steps.at(-1)?.after;
          const message = last === undefined ? undefined : systemMessageOf(last);
          const own = replay(await systemMessages(session, passes));
          expect(message).toEqual(systemMessageOf(own));
          if (last !== undefined) {
            const signed = (state: typeof own) =>
              [...state.contents, ...state.sections.values(), ...state.tools.values()].map(({ by }) => by.from?.row);
            expect(signed(last)).toEqual(signed(own));
          }
          const answer = theirs === undefined ? undefined : piMessage(theirs, row);
          if (answer === undefined) continue;
          expect(message).toEqual(answer.value);
          compared += 1;
        }
      }),
      runs(times),
    );
    expect(compared).toBeGreaterThan(500);
    expect([...seen]).toEqual(
      expect.arrayContaining(["system message", "checkpoint", "compaction without checkpoint", "context edit"]),
    );
  },
);
