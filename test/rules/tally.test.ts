import { describe, expect, it } from "vitest";
import { tally } from "../tally.mjs";

function report(...files: { status: string; tests: string[] }[]): unknown {
  return {
    testResults: files.map(({ status, tests }) => ({
      name: "a.test.ts",
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  };
}

describe("the count at the end of npm test", () => {
  it("counts tests, not files", () => {
    const { passed, failed } = tally(report({ status: "passed", tests: ["passed", "passed"] }), true);
    expect([passed, failed]).toEqual([2, 0]);
  });

  it.each([
    ["a failed test", report({ status: "failed", tests: ["passed", "failed"] }), false, 1],
    ["a skipped test", report({ status: "passed", tests: ["passed", "skipped"] }), true, 1],
    [
      "a file that does not load",
      report({ status: "passed", tests: ["passed"] }, { status: "failed", tests: [] }),
      false,
      1,
    ],
    ["an error outside the tests", report({ status: "passed", tests: ["passed"] }), false, 1],
    ["no test at all", report(), true, 0],
    ["no report", undefined, false, 0],
  ])("fails on %s", (_, given, clean, good) => {
    const { passed, failed, notes } = tally(given, clean);
    expect(passed).toBe(good);
    expect(failed).toBe(1);
    expect(notes.length).toBeLessThanOrEqual(1);
  });
});
