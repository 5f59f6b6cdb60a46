import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSession } from "../../../src/core/session/open.ts";
import { oddSession, plainSession, wildSession } from "../../oracle/arbitrary.ts";
import { branchHolds, contextHolds, entriesHold, linesHold } from "./laws.ts";

/** More of them by `RUNS=2000 npx vitest run test/core/present`. */
const numRuns = Number(process.env["RUNS"] ?? 30);

describe("laws of what is presented, at every entry of generated sessions", () => {
  it.each([
    ["plain", plainSession],
    ["odd", oddSession],
    ["wild", wildSession],
  ])("%s", { timeout: 600_000 }, async (_name, sessions) => {
    await fc.assert(
      fc.asyncProperty(sessions, async (text) => {
        const session = await openSession(new Blob([text]));
        for (const point of [null, ...Array.from({ length: session.index.count }, (_, row) => row)]) {
          expect(await contextHolds(session, point)).toBeUndefined();
          expect(await entriesHold(session, point)).toBeUndefined();
          expect(await branchHolds(session, point)).toBeUndefined();
        }
        expect(await linesHold(session, text)).toBeUndefined();
      }),
      { numRuns },
    );
  });
});
