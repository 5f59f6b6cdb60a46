import fc from "fast-check";
import { expect, it } from "vitest";
import { fileState } from "../../../src/core/reports/file-state.ts";
import { reportOf } from "../../../src/core/reports/report.ts";
import { openSession } from "../../../src/core/session/open.ts";
import { oddSession, wildSession } from "../../oracle/arbitrary.ts";

const signal = new AbortController().signal;

/** Numbers anywhere in a value that are not finite. */
function broken(value: unknown): number {
  if (typeof value === "number") return Number.isFinite(value) ? 0 : 1;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + broken(member), 0);
}

it.each([
  ["odd", oddSession],
  ["wild", wildSession],
])(
  "compactions and files are told of %s sessions, whatever is chosen",
  { timeout: 120_000 },
  async (_name, arbitrary) => {
    let told = 0;
    const property = fc.asyncProperty(arbitrary, async (file) => {
      const session = await openSession(new Blob([file]));
      for (const point of [null, ...Array.from({ length: session.index.count }, (_, row) => row)]) {
        const choices = { compaction: String(point), file: "src/a.ts" };
        for (const name of ["compactions", "files"] as const) {
          const report = await reportOf(session, { name, point, selection: point, choices }, signal);
          expect(broken(report)).toBe(0);
          told += report.sections.length;
        }
        if (point !== null) await fileState(session, session.passes(point), point);
      }
    });
    await fc.assert(property, { numRuns: 120, seed: 12 });
    expect(told).toBeGreaterThan(1000);
  },
);
