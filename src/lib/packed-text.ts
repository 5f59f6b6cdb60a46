import { Growing } from "./growing.ts";

/** What a {@link PackedText} is made of, ready to be stored. */
export interface SavedText {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/** UTF-16 units up to which a text counts as short. */
const SHORT = 40;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Many short texts in one buffer of UTF-8, by number. For display: a lone surrogate comes back as U+FFFD. */
export class PackedText {
  readonly #bytes: Growing<Uint8Array<ArrayBuffer>>;
  readonly #ends: Growing<Uint32Array<ArrayBuffer>>;
  /** Bytes that stand elsewhere still, and are the last of the texts. */
  #source: Uint8Array | undefined;
  #from = 0;
  #to = 0;

  constructor(saved?: SavedText) {
    this.#bytes = new Growing(Uint8Array, saved?.bytes);
    this.#ends = new Growing(Uint32Array, saved?.ends);
  }

  get length(): number {
    return this.#ends.length;
  }

  /** Makes room for `factor` times the texts there are. */
  expect(factor: number): void {
    this.#bytes.reserve(Math.ceil(this.#bytes.length * factor));
    this.#ends.reserve(Math.ceil(this.#ends.length * factor));
  }

  push(text: string): void {
    this.settle();
    const start = this.#bytes.length;
    this.#bytes.reserve(start + text.length * 3);
    const { array } = this.#bytes;
    // A loop writes a short text of ASCII sooner than encodeInto does.
    let length = 0;
    while (length < text.length && text.length <= SHORT) {
      const unit = text.charCodeAt(length);
      if (unit >= 0x80) break;
      array[start + length] = unit;
      length += 1;
    }
    if (length < text.length) length = encoder.encodeInto(text, array.subarray(start)).written;
    this.#bytes.length = start + length;
    this.#ends.push(this.#bytes.length);
  }

  /**
   * A text that stands in `utf8` as `length` bytes from `from` on. Texts that stand there one behind the other are copied together,
   * later: before anything else changes `utf8`, call {@link settle}.
   */
  pushBytes(utf8: Uint8Array, from: number, length: number): void {
    if (this.#source !== utf8 || this.#to !== from) {
      this.settle();
      this.#source = utf8;
      this.#from = from;
    }
    this.#to = from + length;
    this.#ends.push(this.#bytes.length + this.#to - this.#from);
  }

  /** Copies what was pushed as bytes. */
  settle(): void {
    if (this.#source === undefined) return;
    const start = this.#bytes.length;
    const length = this.#to - this.#from;
    this.#bytes.reserve(start + length);
    this.#bytes.array.set(this.#source.subarray(this.#from, this.#to), start);
    this.#bytes.length = start + length;
    this.#source = undefined;
  }

  text(index: number): string {
    this.settle();
    const end = this.#ends.at(index);
    const start = index === 0 ? 0 : this.#ends.at(index - 1);
    return start === end ? "" : decoder.decode(this.#bytes.array.subarray(start, end));
  }

  /** The buffers themselves, for reading, up to the last text pushed. */
  view(): SavedText {
    return {
      bytes: this.#bytes.array.subarray(0, this.#bytes.length),
      ends: this.#ends.array.subarray(0, this.#ends.length),
    };
  }

  /** The first `length` texts. */
  save(length = this.length): SavedText {
    this.settle();
    return { bytes: this.#bytes.view(length === 0 ? 0 : this.#ends.at(length - 1)), ends: this.#ends.view(length) };
  }
}
