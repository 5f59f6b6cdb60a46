import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSession } from "../../src/core/session/open.ts";
import { saveIndex } from "../../src/core/session/saved.ts";
import { packColumns, packedSize, unpackColumns } from "../../src/worker/record.ts";
import { draw } from "../make/draw.ts";

describe("packed columns", () => {
  it("come back as they were", async () => {
    const array = fc.oneof(
      fc.uint8Array(),
      fc.int8Array(),
      fc.uint16Array(),
      fc.int16Array(),
      fc.uint32Array(),
      fc.int32Array(),
      fc.float32Array(),
      fc.float64Array(),
    );
    const plain = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant(undefined), fc.array(fc.string()));
    const key = fc.string().filter((name) => name !== "__proto__");
    const leaf = fc.oneof(array, plain);
    const tree = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf)));
    await fc.assert(
      fc.asyncProperty(tree, async (value) => {
        expect(await unpackColumns(structuredClone(await packColumns(value)))).toEqual(structuredClone(value));
      }),
    );
  });

  it("keep what else can be cloned", async () => {
    const value = {
      map: new Map([[1, { a: [new Uint8Array(2)] }]]),
      deep: { date: new Date(3), column: Int32Array.of(4) },
    };
    expect(await unpackColumns(await packColumns(value))).toEqual(value);
  });

  it("are those of a session, its table of usage included", async () => {
    const session = await openSession(new Blob([draw('u1 user "hello"\na1 assistant "hi" use=[100,20,3000,400]')]), {});
    const saved = await saveIndex(session);
    expect(saved.builder.columns.usage).toMatchObject({
      row: Int32Array.of(1),
      input: Float32Array.of(100),
      cost: Float64Array.of(0.003),
    });
    expect(await unpackColumns(structuredClone(await packColumns(saved)))).toEqual(structuredClone(saved));
  });

  it("may be windows on larger buffers", async () => {
    const column = new Int32Array(100).fill(5).subarray(10, 13);
    const packed = await packColumns({ column });
    expect(packedSize(packed)).toBe(16);
    expect(await unpackColumns(packed)).toEqual({ column: Int32Array.of(5, 5, 5) });
  });

  it("cannot hold arrays of other kinds", async () => {
    await expect(packColumns({ a: new BigInt64Array(1) })).rejects.toThrow(TypeError);
  });

  it.each([[null], [3], [{}], [{ format: 2 }], [{ format: 1, rest: {}, columns: [], checksum: 0 }]])(
    "are not %j",
    async (record) => {
      expect(packedSize(record)).toBe(0);
      expect(await unpackColumns(record)).toBeUndefined();
    },
  );
});
