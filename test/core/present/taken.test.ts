import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takenBy } from "../../../src/core/present/taken.ts";
import { why } from "../../../src/core/present/why.ts";
import { scopeOf } from "../../../src/core/reports/summary-scope.ts";
import { FLAG } from "../../../src/core/session/facts.ts";
import { fateOf } from "../../../src/core/session/fates.ts";
import { openSession } from "../../../src/core/session/open.ts";
import { oddSession, plainSession } from "../../oracle/arbitrary.ts";
import { said } from "../reports/words.ts";
import { openDrawing, rowIn } from "./open-drawing.ts";

async function reason(drawing: string, id: string): Promise<string> {
  const session = await openDrawing(drawing);
  const passes = session.passes(session.index.leaf);
  const row = rowIn(session, id);
  const fate = fateOf(session.index, passes, row);
  return `${fate}: ${said(why(session, passes, row, fate)).replace(/^.*, which kept [^;.]*/, "…")}`;
}

describe("what a summary was made of", () => {
  it("is nothing of an entry that had been omitted, and the replacement of one that had been replaced", async () => {
    const drawing = `
      u1 user "omitted"
      u2 user "replaced"
      u3 user "as it is"
      o omit u1
      p replace u2 "other words"
      u4 +1m user "kept"
      k compaction "So far." keep=u4
    `;
    expect(await reason(drawing, "u1")).toBe(
      "summarised: …; it had been omitted by the context edit at 09:00 before, so the summary was made without it.",
    );
    expect(await reason(drawing, "u2")).toBe(
      "summarised: …; its content had been replaced by the context edit at 09:00 before, so the summary was made of the replacement.",
    );
    expect(await reason(drawing, "u3")).toBe("summarised: ….");
  });

  it("is nothing of a command that is never sent", async () => {
    const drawing = 'b bash "ls" "a" excludeFromContext=true\nu user "one"\nk compaction "So far." keep=u';
    expect(await reason(drawing, "b")).toBe("summarised: …; it is never sent, so the summary was made without it.");
  });

  it("is told of the compaction that took the entry, which need not be the one in force", async () => {
    const drawing = `
      u1 user "omitted"
      u2 user "as it is"
      o omit u1
      u3 user "kept"
      k1 +1m compaction "First." keep=u3
      u4 user "more"
      k2 +1m compaction "Second." keep=u4
    `;
    expect(await reason(drawing, "u1")).toBe(
      "summarised: …; it had been omitted by the context edit at 09:00 before the compaction at 09:01, so that one’s summary was made without it.",
    );
    expect(await reason(drawing, "u2")).toBe("summarised: ….");
  });

  it("is the entry itself where the edit came after the summary, or was no longer in the context", async () => {
    const late = 'u1 user "one"\nu2 user "two"\nk compaction "So far." keep=u2\no omit u1';
    expect(await reason(late, "u1")).toBe("summarised: ….");
    const back = `
      o omit u2
      u1 user "one"
      u2 user "two"
      u3 user "three"
      k1 compaction "First." keep=u2
      k2 compaction "Second." keep=u3
    `;
    // The second took it, with the edit before the range that the first kept.
    expect(await reason(back, "u2")).toBe("summarised: ….");
  });

  it.each([
    ["plain", plainSession],
    ["odd", oddSession],
  ])("is what Pi would summarise, in any %s session", { timeout: 300_000 }, async (_name, arbitrary) => {
    let [omitted, whole] = [0, 0];
    await fc.assert(
      fc.asyncProperty(arbitrary, async (text) => {
        const session = await openSession(new Blob([text]));
        const { index } = session;
        for (let point = 0; point < index.count; point++) {
          const passes = session.passes(point);
          for (const row of passes.path) {
            if (fateOf(index, passes, row) !== "summarised") continue;
            const taken = takenBy(index, passes, row);
            expect(taken).not.toBeNull();
            const scope = scopeOf(session, taken!.compaction);
            const isOmitted = taken!.edit !== -1 && index.has(taken!.edit, FLAG.omits);
            expect(scope.omitted.includes(row)).toBe(isOmitted);
            expect(scope.summarised.includes(row)).toBe(!isOmitted);
            if (isOmitted) omitted += 1;
            else whole += 1;
          }
        }
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(omitted).toBeGreaterThan(3);
    expect(whole).toBeGreaterThan(100);
  });
});
