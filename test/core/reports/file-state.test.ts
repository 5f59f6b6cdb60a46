import { expect, it } from "vitest";
import { fileState } from "../../../src/core/reports/file-state.ts";
import { openDrawing, rowIn } from "../present/open-drawing.ts";

async function state(drawing: string, name: string, point?: string): Promise<string | null> {
  const session = await openDrawing(drawing);
  const passes = session.passes(point === undefined ? session.index.leaf : rowIn(session, point));
  const sentence = await fileState(session, passes, rowIn(session, name));
  return sentence === null ? null : sentence.map((part) => (typeof part === "string" ? part : `[${part.id}]`)).join("");
}

const WORK = `
  u1 user "go"
  a1 assistant c1:read{"path":"src/a.ts"} c2:read{"path":"src/b.ts"}
  r1 result c1 "text"
  r2 result c2 "text"
  a2 assistant c3:edit{"path":"./src/a.ts"}
  r3 result c3 "ok"
  a3 assistant c4:edit{"path":"src/a.ts"} c5:bash{"command":"cat src/b.ts"}
  r4 result c4 "ok"
  r5 result c5 "text"
  a4 assistant c6:read{"path":"src/a.ts"}
  r6 result c6 "new text"
  a5 assistant c7:edit{"path":"src/b.ts"} c8:write{"path":"src/a.ts","content":"x"}
  r7 result c7 "no match" isError=true
`;

it.each([
  [
    "a read that was edited",
    "r1",
    undefined,
    "Edited twice ([a2], [a3]) since: this copy is stale. Read again once ([a4]).",
  ],
  ["a read that was edited later than the point", "r1", "r2", "No later call on this path changes the file."],
  ["a read that only a failed edit was after", "r2", undefined, "No later call on this path changes the file."],
  ["an edit", "r3", undefined, "Edited once ([a3]) since. Read again once ([a4])."],
  ["a failed edit", "r7", undefined, "The call failed: it is no copy of the file."],
  [
    "an answer with two calls",
    "a1",
    "r3",
    "src/a.ts: Edited once ([a2]) since: this copy is stale. src/b.ts: No later call on this path changes the file.",
  ],
  [
    "an answer of which one call has no result",
    "a5",
    undefined,
    "src/b.ts: The call failed: it is no copy of the file. src/a.ts: No result on this path: whether it was done is not known.",
  ],
  ["a prompt", "u1", undefined, null],
  ["the result of a command", "r5", undefined, null],
  ["an entry below the point", "r6", "r3", null],
])("says what became of the file since %s", async (_what, name, point, words) => {
  expect(await state(WORK, name, point)).toBe(words);
});

it("tells an edit of other lines from one of the same", async () => {
  const after = (line: number) => `
    a1 assistant c1:read{"path":"a","offset":10,"limit":5}
    r1 result c1 "1\\n2\\n3\\n4\\n5\\n\\n[9 more lines in file. Use offset=15 to continue.]"
    a2 assistant c2:edit{"path":"a"}
    r2 result c2 "ok" details={"diff":"-${line} x\\n+${line} y"}
  `;
  expect(await state(after(15), "r1")).toBe("Edited once ([a2]) since, but not in the lines of this copy.");
  expect(await state(after(14), "r1")).toBe("Edited once ([a2]) since: this copy is stale.");
});

it("counts a later write, and calls of the same answer", async () => {
  const drawing = `
    a1 assistant c1:edit{"path":"a"} c2:write{"path":"a","content":"x"}
    r1 result c1 "ok"
    r2 result c2 "ok"
  `;
  expect(await state(drawing, "r1")).toBe("Written once ([a1]) since: what it put there may be gone.");
  expect(await state(drawing, "r2")).toBe("No later call on this path changes the file.");
});

it("finds later calls of tools whose wording does not hold the path", async () => {
  const drawing = `
    a1 assistant c1:read{"path":"a.ts"}
    r1 result c1 "text"
    a2 assistant c2:mcp__files__write_file{"some":"argument that is long enough to hide the path","path":"a.ts"}
    r2 result c2 "ok"
    a3 assistant c3:codemode{"code":"…"}
    r3 result c3 "ok" nestedCalls={"calls":[{"name":"edit","arguments":{"path":"a.ts"},"status":"ok"}]}
  `;
  expect(await state(drawing, "r1")).toBe("Edited once ([r3]), written once ([a2]) since: this copy is stale.");
});
