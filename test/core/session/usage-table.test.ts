import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSession } from "../../../src/core/session/open.ts";
import { UsageTable } from "../../../src/core/session/usage-table.ts";
import { oddSession, plainSession } from "../../oracle/arbitrary.ts";
import { openDrawing } from "../present/open-drawing.ts";

const drawing = `
s system "You help."
u1 user "hello"
a1 assistant "hi" use=[100,20,3000,400]
r1 result c1 "out" usage={"input":5,"output":6,"cacheRead":7,"cacheWrite":8,"cost":{"total":0.25}}
r2 result c2 "out"
w usage cache_warm usage={"input":1,"cacheRead":9000,"cost":0.5}
c compaction "so far" keep=u1 usage={"output":3,"cost":{"total":"1"}}
b branch "left" from=u1 usage={"output":4}
d branch "left" from=u1
a2 assistant "old" usage= model=
a3 assistant "failed" use=[1,2,3,4] stopReason=error provider=other model=m-2
`;

describe("the usage table", () => {
  it("holds the entries that totals count, in file order", async () => {
    const { index } = await openDrawing(drawing);
    const { usage, names } = index.columns;
    const lines = Array.from({ length: usage.length }, (_, at) => [
      index.id(usage.row.at(at)),
      usage.input.at(at),
      usage.output.at(at),
      usage.cacheRead.at(at),
      usage.cacheWrite.at(at),
      usage.contextAt(usage.row.at(at)),
      names.text(usage.model.at(at)),
    ]);
    expect(lines).toEqual([
      ["a1", 100, 20, 3000, 400, 3520, "demo/beacon-1"],
      ["r1", 5, 6, 7, 8, 0, ""],
      ["w", 1, NaN, 9000, NaN, 0, "demo/beacon-1"],
      ["c", NaN, 3, NaN, NaN, 0, ""],
      ["b", NaN, 4, NaN, NaN, 0, ""],
      ["a2", NaN, NaN, NaN, NaN, 0, "demo"],
      ["a3", 1, 2, 3, 4, 0, "other/m-2"],
    ]);
    // 100 × $3, 20 × $15, 3000 × $0.3 and 400 × $3.75 a million.
    expect([...usage.cost.view()]).toEqual([0.003, 0.25, 0.5, NaN, NaN, NaN, expect.any(Number)]);
  });

  it("is asked by row", async () => {
    const { index } = await openDrawing(drawing);
    const { usage } = index.columns;
    const found = Array.from({ length: index.count }, (_, row) => usage.find(row));
    expect(found).toEqual([-1, -1, 0, 1, -1, 2, 3, 4, -1, 5, 6]);
    expect(Array.from({ length: index.count + 1 }, (_, row) => usage.from(row))).toEqual([
      0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7,
    ]);
    expect([usage.contextAt(2), usage.contextAt(3), usage.contextAt(0), usage.contextAt(10)]).toEqual([3520, 0, 0, 0]);
  });

  it("adds up to the totals of the file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plainSession, oddSession), async (file) => {
        const session = await openSession(new Blob([file]), {});
        const { usage } = session.index.columns;
        const sum = (column: Iterable<number>): number => {
          let total = 0;
          for (const figure of column) if (!Number.isNaN(figure)) total += figure;
          return total;
        };
        expect(session.usageTotals()).toMatchObject({
          input: sum(usage.input.view()),
          output: sum(usage.output.view()),
          cacheRead: sum(usage.cacheRead.view()),
          cacheWrite: sum(usage.cacheWrite.view()),
          cost: sum(usage.cost.view()),
        });
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the context size only where it is not the sum of the tokens", async () => {
    const { index } = await openDrawing(drawing);
    // The first result and the failed answer have tokens but no context; of the others that have none, one is missing.
    expect(index.columns.usage.save()).toMatchObject({
      oddPlace: Int32Array.of(1, 6),
      oddContext: Float64Array.of(0, 0),
    });
    const usage = new UsageTable();
    usage.add(3, 0, 1, 2, 3, 4, 0, 10);
    usage.add(5, 0, 1, 2, 3, 4, 0, 11);
    usage.add(8, 0, NaN, 2, 3, 4, 0, 500);
    usage.add(9, 0, 0, 0, 0, 0, 0, 0);
    const saved = new UsageTable(usage.save());
    expect([3, 5, 8, 9, 4].map((row) => saved.contextAt(row))).toEqual([10, 11, 500, 0, 0]);
    expect(saved.save().oddPlace).toEqual(Int32Array.of(1, 2));
  });

  it("keeps figures finite that a Float32 would make infinite", () => {
    const table = new UsageTable();
    table.add(0, 0, 1e300, -1e300, 16_777_216, NaN, 1e300, 2 ** 40 + 1);
    const saved = new UsageTable(table.save());
    expect([saved.input.at(0), saved.output.at(0)].every(Number.isFinite)).toBe(true);
    expect([saved.cacheRead.at(0), saved.cacheWrite.at(0), saved.cost.at(0), saved.contextAt(0)]).toEqual([
      16_777_216,
      NaN,
      1e300,
      2 ** 40 + 1,
    ]);
  });
});
