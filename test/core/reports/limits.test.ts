import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import type { Report } from "../../../src/core/view/report.ts";
import { openDrawing } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

async function limits(drawing: string): Promise<Report> {
  const session = await openDrawing(drawing);
  const query = { name: "limits", point: session.index.leaf, selection: null, choices: {} } as const;
  return reportOf(session, query, new AbortController().signal);
}

/** Values of the facts, by their names. */
function facts(report: Report): Record<string, string> {
  const parts = report.sections.flatMap((section) => section.parts);
  return Object.fromEntries(
    parts.flatMap((part) => (part.kind === "facts" ? part.facts.map(({ name, value }) => [name, said(value)]) : [])),
  );
}

describe("the limits of a file", () => {
  it("name what of this context it cannot tell", async () => {
    const found = facts(
      await limits(`
        u1 user "look" {"type":"image","data":"AAAA","mimeType":"image/png"}
        n extension demo.note "by an extension"
        a1 assistant stopReason=aborted "half"
      `),
    );
    expect(found["Context handlers"]).toContain("1 entry on this path was written by extensions.");
    expect(found["Image blocking"]).toContain("1 message of this context holds images.");
    expect(found["Provider conversion"]).toContain("1 failed or aborted answer of this context is dropped there.");
    expect(found["Prompt"]).toContain("no system message");
    expect(facts(await limits(`s system "Be brief."`))["Prompt"]).toContain("are recorded");
  });

  it("name what the answers record, by how many and which is the last", async () => {
    const report = await limits(`
      a1 assistant "one" model=asked responseModel=answered rawStopReason=end_turn stopReason=stop
      a2 assistant "two" model=asked responseModel=answered rawStopReason=end_turn stopReason=stop
      a3 assistant "three" model=asked responseModel=asked stopReason=stop diagnostics=[{"type":"retry","error":{"message":"429"}}]
    `);
    const rows = tablesOf(report)[0]?.rows.map((row) => row.map((cell) => said(cell)).join(" | "));
    expect(rows?.filter((row) => !row.startsWith("Thinking"))).toEqual([
      "Stop reason | stop | 3 | assistant: three",
      expect.stringMatching(/^Another model answered \| answered for .*asked \| 2 \| assistant: two$/),
      "Stop reason as sent | end_turn | 2 | assistant: two",
      "Diagnostic | retry: 429 | 1 | assistant: three",
    ]);
  });

  it("sum requests of which only the usage is recorded, by kind", async () => {
    const report = await limits(`
      u1 user "hi"
      w1 usage cache_warm use=[10,1,0,0]
      w2 usage cache_warm use=[20,2,0,0]
      w3 usage title use=[1,1,0,0]
    `);
    const rows = tablesOf(report)
      .at(-1)
      ?.rows.map((row) =>
        row
          .slice(0, 3)
          .map((cell) => said(cell))
          .join(" | "),
      );
    expect(rows).toEqual(["cache_warm | 2 | 33", "title | 1 | 2"]);
  });

  it("take any value for any field", async () => {
    const report = await limits(`
      a1 assistant "x" responseModel=7 rawStopReason={"a":1} diagnostics=[null,{"type":3}] model=null
      w usage "x" usage=5
    `);
    expect(said(report.lead)).toContain("not in the file");
    expect(tablesOf(report)[0]?.rows.map((row) => said(row[1]))).toContain('{"a":1}');
  });
});
