import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLines, type Line } from "../../../src/core/format/lines.ts";

/** A blob whose stream hands out pieces of the given sizes, over and over. */
class ChoppedBlob extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #sizes: readonly number[];

  constructor(bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]) {
    super([bytes]);
    this.#bytes = bytes;
    this.#sizes = sizes;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0;
    let turn = 0;
    return new ReadableStream({
      pull: (controller) => {
        const size = this.#sizes[turn++ % this.#sizes.length] ?? 1;
        if (at >= this.#bytes.length) return controller.close();
        controller.enqueue(this.#bytes.slice(at, at + size));
        at += size;
      },
    });
  }
}

interface Read {
  text: string | null;
  offset: number;
  length: number;
  number: number;
  terminated: boolean;
}

async function linesOf(blob: Blob, start = { offset: 0, number: 1 }): Promise<Read[]> {
  const lines: Read[] = [];
  await readLines(blob, start, ({ bytes, ...line }: Line) => {
    lines.push({ text: bytes === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), ...line });
  });
  return lines;
}

/** The obvious twin: the whole text, split at line feeds. */
function twin(bytes: Uint8Array): Read[] {
  const lines: Read[] = [];
  let offset = 0;
  const parts: number[][] = [[]];
  for (const byte of bytes) {
    if (byte === 10) parts.push([]);
    else parts.at(-1)?.push(byte);
  }
  for (const [index, part] of parts.entries()) {
    const terminated = index < parts.length - 1;
    if (!terminated && part.length === 0) break;
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(part));
    lines.push({ text, offset, length: part.length, number: index + 1, terminated });
    offset += part.length + 1;
  }
  return lines;
}

describe("readLines", () => {
  test("has exact spans for any bytes in any pieces", async () => {
    const byte = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 255 }) },
      { weight: 1, arbitrary: fc.constant(10) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (bytes, sizes) => {
          const data = Uint8Array.from(bytes);
          expect(await linesOf(new ChoppedBlob(data, sizes))).toEqual(twin(data));
          expect(await linesOf(new Blob([data]))).toEqual(twin(data));
        },
      ),
    );
  });

  test("splits multi-byte characters nowhere, and only at line feeds", async () => {
    const text = "日本\u2028語\u0085\u000b\f\r\n🙂🙂\r\n\nend";
    const lines = await linesOf(new ChoppedBlob(new TextEncoder().encode(text), [1]));
    expect(lines.map((line) => line.text)).toEqual(["日本\u2028語\u0085\u000b\f\r", "🙂🙂\r", "", "end"]);
    expect(lines.at(-1)?.terminated).toBe(false);
  });

  test("reads a line of 64 MB between two short ones", async () => {
    const long = new Uint8Array(64 << 20).fill(97);
    const lines: [number, number][] = [];
    await readLines(new Blob(["a\n", long, "\nb\n"]), { offset: 0, number: 1 }, (line) =>
      lines.push([line.offset, line.length]),
    );
    expect(lines).toEqual([
      [0, 1],
      [2, 64 << 20],
      [3 + (64 << 20), 1],
    ]);
  });

  test("goes on from a later line, and stops when told to", async () => {
    const blob = new Blob(["one\ntwo\nthree\n"]);
    expect((await linesOf(blob, { offset: 4, number: 2 })).map((line) => [line.text, line.number])).toEqual([
      ["two", 2],
      ["three", 3],
    ]);
    const signal = AbortSignal.abort();
    await expect(readLines(blob, { offset: 0, number: 1 }, () => undefined, { signal })).rejects.toThrow(/abort/i);
  });
});
