import { afterEach, describe, expect, test, vi } from "vitest";
import { readChunks } from "../../../src/core/format/chunks.ts";

const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);

/** A blob whose stream gives its first `given` bytes and then nothing more, ever. */
class LostStream extends Blob {
  readonly #given: number;

  constructor(given: number) {
    super([bytes]);
    this.#given = given;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const given = bytes.slice(0, this.#given);
    return new ReadableStream({ start: (controller) => controller.enqueue(given) });
  }
}

function collect(blob: Blob, signal?: AbortSignal): { readonly read: number[]; readonly done: Promise<void> } {
  const read: number[] = [];
  return { read, done: readChunks(blob, 0, (chunk) => void read.push(...chunk), signal) };
}

afterEach(() => void vi.useRealTimers());

describe("readChunks", () => {
  test("a stream that stalls is given up for slices, from where it stood", async () => {
    vi.useFakeTimers();
    const { read, done } = collect(new LostStream(3000));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(read.length).toBe(3000);
    await vi.advanceTimersByTimeAsync(5_000);
    await done;
    expect(read).toEqual([...bytes]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("an abort ends a read that is waited for, and leaves no timer", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const { read, done } = collect(new LostStream(10), controller.signal);
    const refused = expect(done).rejects.toThrow("enough");
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error("enough"));
    await refused;
    expect(read.length).toBe(10);
    expect(vi.getTimerCount()).toBe(0);
  });
});
