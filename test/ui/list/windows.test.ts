import { describe, expect, test } from "vitest";
import { Windows } from "../../../src/ui/list/windows.ts";

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
  answer(): void;
  fail(): void;
}

function windows(count: number, together = false): { list: Windows<string>; asked: Asked[] } {
  const asked: Asked[] = [];
  const ask = (from: number, to: number, signal: AbortSignal): Promise<string[]> => {
    return new Promise((resolve, reject) => {
      asked.push({
        from,
        to,
        signal,
        answer: () => resolve(Array.from({ length: to - from }, (_, i) => `item ${from + i}`)),
        fail: () => reject(new Error("no")),
      });
    });
  };
  const list = new Windows<string>(count, 10, ask, null, together);
  return { list, asked };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("Windows", () => {
  test("asks for nothing that came unasked, as far as it came in whole windows", () => {
    const { list, asked } = windows(25);
    const items = Array.from({ length: 20 }, (_, i) => `given ${5 + i}`);
    list.give(5, items);
    expect([list.get(9), list.get(10), list.get(19), list.get(20), list.get(24)]).toEqual([
      undefined,
      "given 10",
      "given 19",
      "given 20",
      "given 24",
    ]);
    list.give(0, ["too", "few"]);
    list.need(0, 25);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([[0, 10]]);
  });

  test("asks for neighbours together, where it is told to, and waits as long as one of them is in view", async () => {
    const { list, asked } = windows(45, true);
    list.give(
      10,
      Array.from({ length: 10 }, () => "given"),
    );
    list.need(0, 45);
    const spans = () => asked.map(({ from, to }) => [from, to]);
    expect(spans()).toEqual([
      [0, 10],
      [20, 45],
    ]);
    list.need(30, 35);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    asked[1]?.answer();
    await settled();
    expect([list.get(29), list.get(30), list.get(39), list.get(40)]).toEqual([
      undefined,
      "item 30",
      "item 39",
      undefined,
    ]);
    expect(list.version.value).toBe(1);
    list.need(20, 45);
    expect(spans().slice(2)).toEqual([
      [20, 30],
      [40, 45],
    ]);
    list.need(0, 10);
    expect(asked.slice(2).map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  });

  test("asks for whole windows, once, and stops at the end", async () => {
    const { list, asked } = windows(25);
    list.need(8, 25);
    list.need(8, 25);
    expect(asked.map(({ from, to }) => [from, to])).toEqual([
      [0, 10],
      [10, 20],
      [20, 25],
    ]);
    for (const request of asked) request.answer();
    await settled();
    expect([list.get(0), list.get(24), list.get(25)]).toEqual(["item 0", "item 24", undefined]);
    expect(list.version.value).toBe(3);
    list.need(0, 25);
    expect(asked).toHaveLength(3);
  });

  test("does not wait for what was scrolled past", async () => {
    const { list, asked } = windows(1000);
    list.need(0, 10);
    list.need(500, 510);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer();
    asked[1]?.answer();
    await settled();
    expect([list.get(0), list.get(500)]).toEqual([undefined, "item 500"]);
  });

  test("never shows what arrives after it was disposed of", async () => {
    const { list, asked } = windows(10);
    list.need(0, 10);
    list.dispose();
    asked[0]?.answer();
    await settled();
    expect(list.get(0)).toBeUndefined();
    expect(list.version.value).toBe(0);
    list.need(0, 10);
    expect(asked).toHaveLength(1);
  });

  test("a failure is kept until it is tried again", async () => {
    const { list, asked } = windows(10);
    list.need(0, 10);
    asked[0]?.fail();
    await settled();
    expect(list.failed(3)).toBe(true);
    list.need(0, 10);
    expect(asked).toHaveLength(1);
    list.retry();
    list.need(0, 10);
    expect([asked.length, list.failed(3)]).toEqual([2, false]);
  });

  test("keeps a bounded number of windows, the latest used ones", async () => {
    const { list, asked } = windows(10_000);
    for (let i = 0; i < 200; i++) {
      list.need(i * 10, i * 10 + 10);
      asked.at(-1)?.answer();
      await settled();
    }
    const kept = Array.from({ length: 200 }, (_, i) => i).filter((i) => list.get(i * 10) !== undefined);
    expect(kept.length).toBeLessThan(30);
    expect(kept.at(-1)).toBe(199);
  });
});
