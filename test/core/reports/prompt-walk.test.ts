import fc from "fast-check";
import { expect, it } from "vitest";
import { replay, systemMessageOf, type Replay } from "../../../src/core/messages/transcript.ts";
import { systemMessages } from "../../../src/core/present/prompt.ts";
import { walkPrompt, type PromptStep } from "../../../src/core/reports/prompt-walk.ts";
import { runPasses } from "../../../src/core/session/passes.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { runs } from "../../oracle/runs.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { editedPath } from "./edited-path.ts";

const { signal } = new AbortController();

async function stepsOf(session: OpenedSession): Promise<PromptStep[]> {
  const steps: PromptStep[] = [];
  await walkPrompt(session, runPasses(session.index, session.index.leaf).path, signal, (step) => steps.push(step));
  return steps;
}

function signed(state: Replay): (number | undefined)[] {
  return [...state.contents, ...state.sections.values(), ...state.tools.values()].map(({ by }) => by.from?.row);
}

it("after each entry of a path the prompt is the replay of the projection there", { timeout: 60_000 }, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(editedPath, async (drawing) => {
      const session = await openDrawing(drawing);
      const steps = await stepsOf(session);
      for (const { what } of steps) seen.set(what, (seen.get(what) ?? 0) + 1);
      for (let row = 0; row < session.index.count; row++) {
        const state = steps.findLast((step) => step.row <= row)?.after;
        const expected = replay(await systemMessages(session, runPasses(session.index, row)));
        expect(state === undefined ? undefined : systemMessageOf(state)).toEqual(systemMessageOf(expected));
        expect(state === undefined ? [] : signed(state)).toEqual(signed(expected));
      }
    }),
    runs(600),
  );
  for (const what of [
    "system message",
    "system message, omitted",
    "checkpoint",
    "checkpoint, omitted",
    "compaction without checkpoint",
    "context edit",
  ]) {
    expect([what, seen.get(what) ?? 0]).toEqual([what, expect.toSatisfy((times: number) => times > 20)]);
  }
});

it("an edit that stands before its target omits it when it comes", async () => {
  const session = await openDrawing(`
    u1 user "one"
    e1 omit s
    e2 omit k
    s system "Be brief."
    k compaction "So far" keep=e2 systemMessage={"role":"system","content":"All","timestamp":1}
  `);
  const steps = await stepsOf(session);
  expect(steps.map(({ row, what }) => `${session.index.id(row)} ${what}`)).toEqual([
    "s system message, omitted",
    "k checkpoint, omitted",
  ]);
  expect(steps.at(-1)?.after.contents).toEqual([]);
});
