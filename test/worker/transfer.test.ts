import { expect, it } from "vitest";
import { transferables } from "../../src/worker/transfer.ts";

it("hands over typed arrays in a result, directly under it, and in lists of them", () => {
  const rows = new Int32Array(2);
  const kinds = [new Uint32Array(3), new Uint32Array(4)];
  const given = { rows, again: rows, kinds, names: ["a"], at: 3, deep: { column: new Uint8Array(1) } };
  expect(transferables(given)).toEqual([rows.buffer, kinds[0]!.buffer, kinds[1]!.buffer]);
  expect(transferables(rows)).toEqual([rows.buffer]);
});

it("copies windows on larger buffers, and whatever holds no array", () => {
  expect(transferables({ some: new Int32Array(9).subarray(1), list: [new Uint8Array(4).subarray(2)] })).toEqual([]);
  for (const value of [null, undefined, "text", 3, [new Uint8Array(1)], {}]) expect(transferables(value)).toEqual([]);
});
