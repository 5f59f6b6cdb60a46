import fc from "fast-check";
import { describe, it } from "vitest";
import { convertToLlm, getCurrentSystemPrompt, openSession, type Session } from "../../src/core/index.ts";
import { compileScanner } from "../../src/worker/scanner.ts";
import { oddSession, plainSession, wildSession } from "./arbitrary.ts";
import { disagreements, everyPoint } from "./disagreements.ts";
import { openWithPi } from "./pi.ts";
import { runs } from "./runs.ts";

const scanner = compileScanner();

/** Random sessions: ours equals Pi at every entry, for everything the door answers. A failure prints its seed and file. */

/** Where Pi has no answer at all, ours must still be worked out, at every entry. */
async function answers(ours: Session): Promise<void> {
  for (const id of [null, undefined, ...ours.ids()]) {
    const { messages } = await ours.buildSessionProjection(id);
    if (!Number.isFinite(await ours.contextTokens(id))) throw new Error(`no token count at ${String(id)}`);
    convertToLlm(messages);
    getCurrentSystemPrompt(messages);
    ours.fates(id);
  }
}

async function agrees(file: string): Promise<void> {
  const pi = openWithPi(file);
  // As the page reads it; that JSON.parse alone leads to the same is shown by core/session/read.test.ts.
  const ours = await openSession(new Blob([file]), { scanner });
  if (!("value" in pi) || pi.value === undefined) return answers(ours);
  const found = await disagreements(ours, pi.value, everyPoint(pi.value));
  if (found.length > 0) throw new Error(`${found.slice(0, 8).join("\n")}\n--- file ---\n${file}`);
}

describe("a generated session", () => {
  it.each([
    ["as Pi writes them", plainSession, 1200],
    ["with odd contents", oddSession, 1000],
    ["gone wild", wildSession, 1000],
  ] as const)("%s agrees with Pi at every entry", { timeout: 300_000 }, async (_name, arbitrary, times) => {
    await fc.assert(fc.asyncProperty(arbitrary, agrees), runs(times));
  });
});
