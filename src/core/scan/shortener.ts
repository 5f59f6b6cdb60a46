import { CUT_MARK } from "../../lib/cut-text.ts";

/** What a line turned out to be. */
export const LINE = { blank: 0, shortened: 1, unsure: 2 } as const;

/** Lines of one scan: three numbers each (start in the input, length, status of {@link LINE}), and the values of the shortened. */
export interface ScannedLines {
  readonly count: number;
  readonly lines: Uint32Array;
  readonly values: readonly unknown[];
  /** Bytes of the input these lines took; the rest is an unfinished line. */
  readonly consumed: number;
}

/** Exports of shorten.as. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly consumed: WebAssembly.Global;
  readonly produced: WebAssembly.Global;
  readonly setMark: (this: void, length: number) => void;
  readonly scan: (this: void, input: number, length: number, lines: number, maxLines: number, out: number) => number;
}

function isScanner(exports: object): exports is Exports {
  return ["memory", "consumed", "produced", "setMark", "scan"].every((name) => name in exports);
}

/** Memory before the regions: the mark and the stack of brackets. */
const LINES_AT = 8192;
const MAX_LINES = 16_384;
const INPUT_AT = LINES_AT + MAX_LINES * 12;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The byte scanner: lines of JSON in, values with their long texts cut out (see lib/cut-text.ts). For every line it is sure
 * of, the value is what JSON.parse gives but for cut texts; every other line comes back as `unsure`.
 */
export class Shortener {
  readonly #exports: Exports;
  #capacity: number;
  /** Bytes held in the input: the start of an unfinished line. */
  held = 0;

  /**
   * @param scanner shorten.as, compiled
   * @param capacity bytes the input takes before it has to grow
   * @throws RangeError when there is no memory to be had; TypeError for another module
   */
  constructor(scanner: WebAssembly.Module, capacity = 2 << 20) {
    const { exports } = new WebAssembly.Instance(scanner);
    if (!isScanner(exports)) throw new TypeError("The scanner does not export what it should");
    this.#exports = exports;
    this.#capacity = capacity;
    this.#makeRoom();
    const mark = new TextEncoder().encode(JSON.stringify(CUT_MARK).slice(1, -1));
    this.#bytes(0, mark.length).set(mark);
    this.#exports.setMark(mark.length);
  }

  /** Bytes of the input from `start`: valid until the next {@link take}. */
  input(start: number, length: number): Uint8Array {
    return this.#bytes(INPUT_AT + start, length);
  }

  /** Puts bytes behind those held. */
  take(chunk: Uint8Array): void {
    while (this.held + chunk.length > this.#capacity) {
      this.#capacity *= 2;
      this.#makeRoom();
    }
    this.#bytes(INPUT_AT + this.held, chunk.length).set(chunk);
    this.held += chunk.length;
  }

  /** Scans the finished lines held, at most {@link MAX_LINES}: call until `count` is 0, and {@link drop} what was consumed. */
  scan(): ScannedLines {
    const { consumed, produced } = this.#exports;
    const out = INPUT_AT + this.#capacity;
    const count = this.#exports.scan(INPUT_AT, this.held, LINES_AT, MAX_LINES, out);
    const json = decoder.decode(this.#bytes(out, Number(produced.value)));
    const values: unknown = JSON.parse(json);
    return {
      count,
      lines: new Uint32Array(this.#exports.memory.buffer, LINES_AT, count * 3),
      values: Array.isArray(values) ? values : [],
      consumed: Number(consumed.value),
    };
  }

  /** Moves what lies behind the first `consumed` bytes to the front. */
  drop(consumed: number): void {
    this.#bytes(INPUT_AT, this.held).copyWithin(0, consumed);
    this.held -= consumed;
  }

  #bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, start, length);
  }

  /** The output needs as much room as the input, and two brackets. */
  #makeRoom(): void {
    const { memory } = this.#exports;
    const missing = INPUT_AT + 2 * this.#capacity + 64 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65_536));
  }
}
