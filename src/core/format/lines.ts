import { readChunks } from "./chunks.ts";

/** Longest line that is read, in bytes. V8 strings stop near 512 M units, and a line needs room to be parsed as well. */
export const MAX_LINE_BYTES = 256 << 20;

/** Where a line lies: its byte offset, its bytes without the `\n`, and its 1-based number. */
export interface LineSpan {
  readonly offset: number;
  readonly length: number;
  readonly number: number;
}

/** One physical line. `bytes` excludes the `\n`, may end in `\r`, and is valid only during the call. */
export interface Line extends LineSpan {
  /** Null when the line is longer than {@link MAX_LINE_BYTES}. */
  readonly bytes: Uint8Array | null;
  /** False for a last line without `\n`. */
  readonly terminated: boolean;
}

/** Where reading starts: a byte offset that begins a line, and that line's 1-based number. */
export interface LineStart {
  readonly offset: number;
  readonly number: number;
}

/**
 * Splits a blob into lines at `\n` and nothing else (U+2028, VT and the like stay inside a line), with exact byte spans.
 * Memory: one chunk and the longest line. An empty rest after the final `\n` is no line.
 *
 * @throws what {@link readChunks} throws.
 */
export async function readLines(
  blob: Blob,
  start: LineStart,
  onLine: (line: Line) => void,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly onBytes?: ((position: number) => void) | undefined;
  } = {},
): Promise<void> {
  const splitter = new Splitter(start, onLine);
  await readChunks(
    blob,
    start.offset,
    (chunk) => {
      splitter.take(chunk);
      options.onBytes?.(splitter.position);
    },
    options.signal,
  );
  splitter.end();
}

class Splitter {
  /** Bytes taken so far, as an offset in the file. */
  position: number;
  #offset: number;
  #number: number;
  /** Bytes of the current line from earlier chunks: the first `#held` of `#carry`, unless it grew too long. */
  #carry = new Uint8Array(1 << 16);
  #held = 0;
  readonly #onLine: (line: Line) => void;

  constructor(start: LineStart, onLine: (line: Line) => void) {
    this.position = start.offset;
    this.#offset = start.offset;
    this.#number = start.number;
    this.#onLine = onLine;
  }

  take(chunk: Uint8Array): void {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, from)) {
      this.#emit(chunk.subarray(from, newline), true);
      from = newline + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
    this.position += chunk.length;
  }

  end(): void {
    if (this.#held > 0) this.#emit(new Uint8Array(0), false);
  }

  #keep(rest: Uint8Array): void {
    const length = this.#held + rest.length;
    if (length <= MAX_LINE_BYTES) {
      if (length > this.#carry.length) {
        const grown = new Uint8Array(Math.min(MAX_LINE_BYTES, Math.max(length, this.#carry.length * 2)));
        grown.set(this.#carry.subarray(0, this.#held));
        this.#carry = grown;
      }
      this.#carry.set(rest, this.#held);
    }
    this.#held = length;
  }

  #emit(rest: Uint8Array, terminated: boolean): void {
    let bytes: Uint8Array | null = rest;
    if (this.#held > 0) {
      this.#keep(rest);
      bytes = this.#held <= MAX_LINE_BYTES ? this.#carry.subarray(0, this.#held) : null;
    }
    const length = this.#held > 0 ? this.#held : rest.length;
    this.#onLine({ bytes, offset: this.#offset, length, number: this.#number, terminated });
    this.#offset += length + 1;
    this.#number += 1;
    this.#held = 0;
  }
}
