import { readChunks } from "../format/chunks.ts";
import { MAX_LINE_BYTES, readLines, type Line } from "../format/lines.ts";
import { LINE, LINE_FIELDS, Scanner, type ScannedLines } from "../scan/scanner.ts";
import { NO_CONTENT } from "../messages/assistant.ts";
import type { IndexBuilder } from "./index-builder.ts";
import { ScannedMessages } from "./scanned-message.ts";

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece read, with the byte position in the file. */
  readonly onBytes?: ((position: number) => void) | undefined;
  /** The byte scanner, compiled (scan/scan.as); without it every line is read by JSON.parse. */
  readonly scanner?: WebAssembly.Module | undefined;
}

/** Bytes scanned together: reads may be small, and each scan has its price. The first ones are scanned as they come, for the rows. */
const BATCH_BYTES = 256 << 10;
/** From the first bytes read, how many entries and texts the whole will have is told. */
const SAMPLE_BYTES = 2 << 20;
/** The beginning of a file may be unlike the rest: no more than this many times its entries are made room for. */
const MAX_FACTOR = 1000;

/** Scanners at rest, which the next reading takes: their memory is megabytes, and it goes only when the garbage does. */
const spare = new WeakMap<WebAssembly.Module, Scanner>();

/**
 * Reads a file into a builder, from where the builder stands. With the byte scanner only a part of a line is left to
 * JSON.parse, and only lines the scanner is not sure of are parsed whole.
 *
 * @throws what readChunks throws.
 */
export async function readInto(builder: IndexBuilder, file: Blob, options: ReadOptions = {}): Promise<void> {
  if (options.scanner === undefined) {
    return await readLines(file, builder.next, (line) => builder.add(line), options);
  }
  const scanner = spare.get(options.scanner) ?? new Scanner(options.scanner, NO_CONTENT);
  spare.delete(options.scanner);
  const reading = new ScannedReading(builder, scanner);
  const from = builder.next.offset;
  let sampled = false;
  try {
    await readChunks(
      file,
      from,
      (chunk) => {
        reading.take(chunk);
        options.onBytes?.(reading.position);
        if (sampled || reading.position - from < SAMPLE_BYTES) return;
        sampled = true;
        const factor = Math.min(MAX_FACTOR, file.size / reading.position);
        if (factor > 2) builder.columns.expect(factor);
      },
      options.signal,
    );
    reading.end();
  } finally {
    scanner.clear();
    if (!scanner.hasGrown) spare.set(options.scanner, scanner);
  }
}

class ScannedReading {
  /** Bytes taken so far, as an offset in the file. */
  position: number;
  readonly #builder: IndexBuilder;
  readonly #scanner: Scanner;
  readonly #messages: ScannedMessages;
  /** Bytes taken since the last scan. */
  #unscanned = 0;
  /** Bytes of a line too long to be held; 0 while the line fits. */
  #overlong = 0;

  constructor(builder: IndexBuilder, scanner: Scanner) {
    this.#builder = builder;
    this.#scanner = scanner;
    this.#messages = new ScannedMessages(builder);
    this.position = builder.next.offset;
  }

  take(chunk: Uint8Array): void {
    this.position += chunk.length;
    const newline = chunk.indexOf(10);
    if (this.#overlong > 0 || (newline === -1 && this.#scanner.held + chunk.length > MAX_LINE_BYTES)) {
      this.#takeOverlong(chunk, newline);
      return;
    }
    this.#scanner.take(chunk);
    this.#unscanned += chunk.length;
    if (newline !== -1 && (this.#unscanned >= BATCH_BYTES || this.position <= BATCH_BYTES)) this.#scan();
  }

  /** What has not been scanned yet; the last line, when it has no line feed. */
  end(): void {
    this.#scan();
    const { held } = this.#scanner;
    if (this.#overlong > 0) this.#whole(null, this.#overlong, false);
    else if (held > 0) this.#whole(this.#scanner.rest(), held, false);
  }

  #takeOverlong(chunk: Uint8Array, newline: number): void {
    this.#scan();
    this.#overlong += this.#scanner.held;
    this.#scanner.drop();
    if (newline === -1) {
      this.#overlong += chunk.length;
      return;
    }
    this.#whole(null, this.#overlong + newline, true);
    this.#overlong = 0;
    this.#scanner.take(chunk.subarray(newline + 1));
    this.#scan();
  }

  #scan(): void {
    this.#unscanned = 0;
    for (;;) {
      // A version 1 has no ids: its entries are chained as they are parsed.
      const scanned = this.#scanner.scan(this.#builder.version >= 2);
      if (scanned === undefined) return;
      this.#add(scanned);
    }
  }

  #add(scanned: ScannedLines): void {
    const { lines, values, bytes } = scanned;
    const place = { record: 0, call: 0, value: 0 };
    for (let at = 0; at < scanned.count * LINE_FIELDS; at += LINE_FIELDS) {
      const start = lines[at]!;
      const length = lines[at + 1]!;
      const status = lines[at + 2]!;
      const { offset, number } = this.#builder.next;
      const line = { offset, number, length };
      let taken = status === LINE.blank;
      if (taken) this.#builder.advance(line);
      else if (status === LINE.message) taken = this.#messages.add(scanned, place, line);
      else if (status === LINE.shortened) taken = this.#builder.addShortened(line, values[place.value++]);
      if (!taken) this.#whole(bytes.subarray(start, start + length), length, true);
    }
    this.#builder.columns.previews.settle();
  }

  #whole(bytes: Line["bytes"], length: number, terminated: boolean): void {
    this.#builder.add({ ...this.#builder.next, bytes, length, terminated });
  }
}
