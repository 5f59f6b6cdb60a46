import { CUT_MARK } from "../../lib/cut-text.ts";

/** What a line turned out to be. */
export const LINE = { blank: 0, shortened: 1, unsure: 2, message: 3 } as const;

/** Numbers a line: its address, its length without the line feed, its status of {@link LINE}. */
export const LINE_FIELDS = 3;

/**
 * Numbers of a message's record, by their place in it. An address and a length make a span of bytes; `parentLength` 0 stands for
 * null. An answer has its provider in the place of the call's id and its model in that of the tool; lengths of 0 where there is none.
 * `calls` is four times their number, and the place of the usage (USAGE_PLACE).
 */
export const RECORD = {
  id: 0,
  idLength: 1,
  parent: 2,
  parentLength: 3,
  role: 4,
  flags: 5,
  chars: 6,
  preview: 7,
  previewLength: 8,
  callId: 9,
  callIdLength: 10,
  tool: 11,
  toolLength: 12,
  calls: 13,
} as const;

/** u32 a record. */
export const RECORD_FIELDS = 28;
/** Its doubles, by their place in it: the time in ms, and the figures of an answer's usage. `context` is the size it states. */
export const RECORD_DOUBLE = {
  time: 7,
  input: 8,
  output: 9,
  cacheRead: 10,
  cacheWrite: 11,
  cost: 12,
  context: 13,
} as const;
/** Where a usage is: among the doubles, or as a value before or behind those of the calls. */
export const USAGE_PLACE = { read: 0, first: 1, last: 2 } as const;
/** Numbers a call: address and length of its id, and of its name. */
export const CALL_FIELDS = 4;
/** Values of `role` in a record. */
export const SCANNED_ROLE = { user: 1, assistant: 2, toolResult: 3 } as const;

/** Lines of one scan. Views of the scanner's memory: valid until it is used again. */
export interface ScannedLines {
  readonly count: number;
  readonly lines: Uint32Array;
  /** One record a line of status `message`, in order: RECORD_FIELDS numbers, and the same memory as doubles. */
  readonly records: Uint32Array;
  readonly doubles: Float64Array;
  /** CALL_FIELDS a call, in order. */
  readonly calls: Uint32Array;
  /** What all addresses count from. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of each shortened line its value; of each message its calls' arguments, and a usage that was not read. */
  readonly values: readonly unknown[];
}

/** Exports of scan.as. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly consumed: WebAssembly.Global;
  readonly produced: WebAssembly.Global;
  readonly setMark: (this: void, length: number) => void;
  readonly setNoContent: (this: void, length: number) => void;
  readonly scan: (
    this: void,
    input: number,
    length: number,
    lines: number,
    maxLines: number,
    messages: number,
    records: number,
    calls: number,
    texts: number,
    json: number,
  ) => number;
}

function isScanner(exports: object): exports is Exports {
  return ["memory", "consumed", "produced", "setMark", "setNoContent", "scan"].every((name) => name in exports);
}

/** Memory before the regions: the mark at 0, what stands for no content, and the stack of brackets. */
const NO_CONTENT_AT = 512;
const LINES_AT = 8192;
const MAX_LINES = 16_384;
const RECORDS_AT = LINES_AT + MAX_LINES * LINE_FIELDS * 4;
const INPUT_AT = RECORDS_AT + MAX_LINES * RECORD_FIELDS * 4;
/** Bytes that may be read, though not acted on, behind a region. */
const SLACK = 64;
/** Most bytes of all previews of one scan: 200 units a line. */
const TEXT_BYTES = MAX_LINES * 600;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The byte scanner: lines of JSON in, facts and values out. Of every line it is sure of it gives either the facts of a usual
 * message, or the value JSON.parse gives but for cut texts (see lib/cut-text.ts); every other line comes back as `unsure`.
 */
export class Scanner {
  readonly #exports: Exports;
  readonly #initial: number;
  #capacity: number;
  /** Bytes held in the input: whole lines not scanned yet, and the start of an unfinished one. */
  #held = 0;
  /** Bytes of it that are whole lines, and bytes scanned already. */
  #whole = 0;
  #done = 0;

  /**
   * @param scanner scan.as, compiled
   * @param noContent preview of an answer without text, ASCII, at most 100 characters
   * @param capacity bytes the input takes before it has to grow
   * @throws RangeError when there is no memory to be had; TypeError for another module
   */
  constructor(scanner: WebAssembly.Module, noContent: string, capacity = 2 << 20) {
    const { exports } = new WebAssembly.Instance(scanner);
    if (!isScanner(exports)) throw new TypeError("The scanner does not export what it should");
    this.#exports = exports;
    this.#initial = capacity;
    this.#capacity = capacity;
    this.#makeRoom();
    const encoder = new TextEncoder();
    const mark = encoder.encode(JSON.stringify(CUT_MARK).slice(1, -1));
    this.#memory().set(mark);
    this.#exports.setMark(mark.length);
    const words = encoder.encode(noContent);
    this.#memory().set(words, NO_CONTENT_AT);
    this.#exports.setNoContent(words.length);
  }

  /** Bytes of the unfinished line. */
  get held(): number {
    return this.#held - this.#whole;
  }

  /** The unfinished line: valid until the next {@link take}. */
  rest(): Uint8Array {
    return this.#memory().subarray(INPUT_AT + this.#whole, INPUT_AT + this.#held);
  }

  /** True once a long line has made the memory larger than it began. */
  get hasGrown(): boolean {
    return this.#capacity > this.#initial;
  }

  /** Forgets all that is held. */
  clear(): void {
    this.#held = 0;
    this.#whole = 0;
    this.#done = 0;
  }

  /** Forgets the unfinished line. */
  drop(): void {
    this.#held = this.#whole;
  }

  /** Puts bytes behind those held. Of the whole lines among these either none or all must have been scanned. */
  take(chunk: Uint8Array): void {
    if (this.#done > 0) {
      this.#memory().copyWithin(INPUT_AT, INPUT_AT + this.#done, INPUT_AT + this.#held);
      this.#held -= this.#done;
      this.#whole = 0;
      this.#done = 0;
    }
    while (this.#held + chunk.length > this.#capacity) {
      this.#capacity *= 2;
      this.#makeRoom();
    }
    this.#memory().set(chunk, INPUT_AT + this.#held);
    const end = chunk.lastIndexOf(10) + 1;
    if (end > 0) this.#whole = this.#held + end;
    this.#held += chunk.length;
  }

  /**
   * The next lines, at most {@link MAX_LINES}; undefined when there is no whole line any more.
   *
   * @param messages whether usual messages may be given as records
   */
  scan(messages: boolean): ScannedLines | undefined {
    if (this.#done === this.#whole) return undefined;
    const { consumed, produced, memory } = this.#exports;
    const calls = INPUT_AT + this.#capacity + SLACK;
    const texts = calls + this.#callBytes();
    const json = texts + this.#textBytes();
    const input = INPUT_AT + this.#done;
    const length = this.#whole - this.#done;
    const count = this.#exports.scan(
      input,
      length,
      LINES_AT,
      MAX_LINES,
      messages ? 1 : 0,
      RECORDS_AT,
      calls,
      texts,
      json,
    );
    this.#done += Number(consumed.value);
    const bytes = this.#memory();
    const values: unknown = JSON.parse(decoder.decode(bytes.subarray(json, json + Number(produced.value))));
    const { buffer } = memory;
    return {
      count,
      lines: new Uint32Array(buffer, LINES_AT, count * LINE_FIELDS),
      records: new Uint32Array(buffer, RECORDS_AT, count * RECORD_FIELDS),
      doubles: new Float64Array(buffer, RECORDS_AT, (count * RECORD_FIELDS) / 2),
      calls: new Uint32Array(buffer, calls, this.#callBytes() / 4),
      bytes,
      values: Array.isArray(values) ? values : [],
    };
  }

  #memory(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer);
  }

  /** A call takes more than twice its record's bytes. */
  #callBytes(): number {
    return this.#capacity / 2;
  }

  #textBytes(): number {
    return Math.min(this.#capacity, TEXT_BYTES) + SLACK;
  }

  #makeRoom(): void {
    const { memory } = this.#exports;
    const regions = 2 * this.#capacity + 2 * SLACK + this.#callBytes() + this.#textBytes();
    const missing = INPUT_AT + regions - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65_536));
  }
}
