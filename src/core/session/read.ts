import { readChunks } from "../format/chunks.ts";
import { MAX_LINE_BYTES, readLines, type Line } from "../format/lines.ts";
import { LINE, Shortener } from "../scan/shortener.ts";
import type { IndexBuilder } from "./index-builder.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece read, with the byte position in the file. */
  readonly onBytes?: ((position: number) => void) | undefined;
  /** The byte scanner, compiled (scan/shorten.as); without it every line is read by JSON.parse. */
  readonly scanner?: WebAssembly.Module | undefined;
}

/**
 * Reads a file into a builder, from where the builder stands. With the byte scanner a fifth of the bytes is left to JSON.parse,
 * and only lines the scanner is not sure of are parsed whole.
 *
 * @throws what readChunks throws.
 */
export async function readInto(builder: IndexBuilder, file: Blob, options: ReadOptions = {}): Promise<void> {
  if (options.scanner === undefined) {
    return await readLines(file, builder.next, (line) => builder.add(line), options);
  }
  const reading = new ShortenedReading(builder, new Shortener(options.scanner));
  await readChunks(
    file,
    builder.next.offset,
    (chunk) => {
      reading.take(chunk);
      options.onBytes?.(reading.position);
    },
    options.signal,
  );
  reading.end();
}

class ShortenedReading {
  /** Bytes taken so far, as an offset in the file. */
  position: number;
  readonly #builder: IndexBuilder;
  readonly #shortener: Shortener;
  /** Bytes of a line too long to be held; 0 while the line fits. */
  #overlong = 0;

  constructor(builder: IndexBuilder, shortener: Shortener) {
    this.#builder = builder;
    this.#shortener = shortener;
    this.position = builder.next.offset;
  }

  take(chunk: Uint8Array): void {
    this.position += chunk.length;
    const newline = chunk.indexOf(10);
    if (this.#overlong > 0 || (newline === -1 && this.#shortener.held + chunk.length > MAX_LINE_BYTES)) {
      this.#takeOverlong(chunk, newline);
      return;
    }
    this.#shortener.take(chunk);
    if (newline !== -1) this.#scan();
  }

  /** The last line, when it has no line feed. */
  end(): void {
    const { held } = this.#shortener;
    if (this.#overlong > 0) this.#whole(null, this.#overlong, false);
    else if (held > 0) this.#whole(this.#shortener.input(0, held), held, false);
  }

  #takeOverlong(chunk: Uint8Array, newline: number): void {
    this.#overlong += this.#shortener.held;
    this.#shortener.drop(this.#shortener.held);
    if (newline === -1) {
      this.#overlong += chunk.length;
      return;
    }
    this.#whole(null, this.#overlong + newline, true);
    this.#overlong = 0;
    this.#shortener.take(chunk.subarray(newline + 1));
    this.#scan();
  }

  #scan(): void {
    for (;;) {
      const { count, lines, values, consumed } = this.#shortener.scan();
      if (count === 0) return;
      let next = 0;
      for (let i = 0; i < count; i++) {
        const start = lines[i * 3]!;
        const length = lines[i * 3 + 1]!;
        const status = lines[i * 3 + 2]!;
        const span = { ...this.#builder.next, length };
        if (status === LINE.blank) this.#builder.addBlank(span);
        else if (status === LINE.unsure || !this.#builder.addShortened(span, values[next])) {
          this.#whole(this.#shortener.input(start, length), length, true);
        }
        if (status === LINE.shortened) next += 1;
      }
      this.#shortener.drop(consumed);
    }
  }

  #whole(bytes: Line["bytes"], length: number, terminated: boolean): void {
    this.#builder.add({ ...this.#builder.next, bytes, length, terminated });
  }
}
