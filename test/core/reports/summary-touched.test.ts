import { describe, expect, it } from "vitest";
import { reportOf } from "../../../src/core/reports/report.ts";
import { openDrawing, rowIn } from "../present/open-drawing.ts";
import { said, tablesOf } from "./words.ts";

async function listed(drawing: string, choice: string, point?: string): Promise<{ rows: string[][]; fact: string }> {
  const session = await openDrawing(drawing);
  const report = await reportOf(
    session,
    {
      name: "compactions",
      point: point === undefined ? session.index.leaf : rowIn(session, point),
      selection: null,
      choices: { compaction: String(rowIn(session, choice)) },
    },
    new AbortController().signal,
  );
  const table = tablesOf(report).find(({ label }) => label === "Files listed and touched");
  const section = report.sections.find(({ title }) => title.startsWith("Files it lists"));
  return {
    rows: (table?.rows ?? [])
      .map((row) => row.map(said))
      .map(([path, , really, wrong]) => [path!, really!, wrong!])
      .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
    fact: section?.fact ?? "",
  };
}

const list = (...paths: string[]): string => `details={"readFiles":${JSON.stringify(paths)},"modifiedFiles":[]}`;

describe("a file that a summary lists", () => {
  it("is said to be where it was touched: only one touched nowhere is listed wrongly", async () => {
    const drawing = `
      u0 user "zero"
      a0 assistant c0:read{"path":"gone.ts"}
      r0 result c0 "x"
      k0 compaction "Before." keep=k0 fromHook=true ${list("early.ts")}
      u1 user "one"
      a1 assistant c1:read{"path":"in.ts"} c2:view{"path":"viewed.ts"}
      r1 result c1 "x"
      r2 result c2 "x"
      a2 assistant c3:edit{"path":"kept.ts"} c4:read{"path":"failed.ts"}
      r3 result c3 "x"
      r4 result c4 "no" isError=true
      k compaction "So far." keep=a2 ${list("in.ts", "viewed.ts", "kept.ts", "failed.ts", "early.ts", "gone.ts", "after.ts", "never.ts")}
      a3 assistant c5:write{"path":"after.ts"}
      r5 result c5 "x"
    `;
    const { rows, fact } = await listed(drawing, "k");
    expect(Object.fromEntries(rows.map(([path, really, wrong]) => [path, [really, wrong]]))).toEqual({
      "in.ts": ["read in the range it summarised", ""],
      "viewed.ts": ["read in the range it summarised, by a tool Pi does not count", ""],
      "kept.ts": ["changed in the range it kept", ""],
      "failed.ts": ["tried in the range it kept, but failed", ""],
      "early.ts": ["read, carried from an earlier summary", ""],
      "gone.ts": ["read elsewhere on the path", ""],
      "after.ts": ["changed elsewhere on the path", ""],
      "never.ts": ["never touched on this path", "listed, but never touched on this path"],
    });
    expect(fact).toBe("8 files, 1 differ");
    // At a point above, what came after is not on the path.
    const above = await listed(drawing, "k", "k");
    expect(above.rows.find(([path]) => path === "after.ts")?.[1]).toBe("never touched on this path");
  });

  it("is the same in another spelling", async () => {
    const drawing = `
      u user "one"
      a assistant c1:read{"path":"./src/a.ts"} c2:edit{"path":"/srv/x/../demo/b.ts"}
      r1 result c1 "x"
      r2 result c2 "x"
      k compaction "So far." keep=k details={"readFiles":["src/a.ts"],"modifiedFiles":["/srv/demo/b.ts"]}
    `;
    const { rows, fact } = await listed(drawing, "k");
    expect(rows).toEqual([
      ["/srv/demo/b.ts", "changed in the range it summarised", ""],
      ["src/a.ts", "read in the range it summarised", ""],
    ]);
    expect(fact).toBe("2 files, all listed rightly");
  });

  it("by a branch summary may have been touched before the branches part, or on the path it hangs from", async () => {
    const drawing = `
      u0 user "zero"
      a0 assistant c0:read{"path":"common.ts"}
      r0 result c0 "x"
        u1 user "one"
        a1 assistant c1:edit{"path":"left.ts"}
        r1 result c1 "x"
      b branch "Left." from=r1 details={"readFiles":["common.ts","none.ts"],"modifiedFiles":["left.ts"]}
    `;
    expect((await listed(drawing, "b")).rows).toEqual([
      ["common.ts", "read elsewhere on the path", ""],
      ["left.ts", "changed on the branch left behind", ""],
      ["none.ts", "never touched on this path", "listed, but never touched on this path"],
    ]);
  });
});
