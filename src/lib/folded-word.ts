import type { SavedText } from "./packed-text.ts";

/** Search in UTF-8 as in lower-cased text: four bytes at a time, without a string for every text. */

/** What lower-casing changes in a text beyond the ASCII letters: nothing, other letters, or what becomes ASCII by it. */
export const CASE = { none: 0, letters: 1, ascii: 2 } as const;

/** Texts that lie in a buffer one after another, as they are searched. */
export class FoldedTexts {
  /** The whole buffer, and the same in words of four bytes. */
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** {@link CASE} of each text. */
  readonly cases: Uint8Array;
  /** The highest of them. */
  readonly highest: number;
  /** How often each byte occurs, in a sample. */
  readonly counts = new Uint32Array(256);
  readonly #base: number;
  readonly #ends: Uint32Array;

  constructor({ bytes, ends }: SavedText) {
    this.bytes = new Uint8Array(bytes.buffer);
    this.words = new Int32Array(bytes.buffer, 0, bytes.buffer.byteLength >> 2);
    this.#base = bytes.byteOffset;
    this.#ends = ends;
    this.cases = new Uint8Array(ends.length);
    for (let at = 0; at < bytes.length; at += 1 + (bytes.length >> 14)) this.counts[fold(bytes[at]!)]! += 1;
    this.#findCases();
    let highest = 0;
    for (let at = 0; at < ends.length; at++) highest = Math.max(highest, this.cases[at]!);
    this.highest = highest;
  }

  /** Where a text begins and ends in the buffer. */
  span(index: number): { start: number; end: number } {
    return { start: this.#base + (index === 0 ? 0 : this.#ends[index - 1]!), end: this.#base + this.#ends[index]! };
  }

  /** Puts `to` in the place of `from` for texts that hold a word, but for those of the case `odd` and above. */
  mark(word: FoldedWord, marks: Uint8Array, from: number, to: number, odd: number): void {
    const { bytes, words, cases } = this;
    const ends = this.#ends;
    const { pattern, mask, isRare } = word;
    let next = this.#base;
    for (let index = 0; index < ends.length; index++) {
      const start = next;
      next = this.#base + ends[index]!;
      if (marks[index] !== from || cases[index]! >= odd) continue;
      // The buffer's last bytes have no word after them.
      const stop = Math.min((next + 3) >> 2, words.length - 1);
      let at = start >> 2;
      for (; at < stop; at++) {
        at = isRare ? nextWith(words, at, stop, pattern, mask) : nextWithPair(words, at, stop, word);
        if (at >= stop || word.isAround(bytes, 4 * at, 4 * at + 4, start, next)) break;
      }
      if (at < stop || word.isAround(bytes, 4 * Math.max(0, stop), next, start, next)) marks[index] = to;
    }
  }

  #findCases(): void {
    const { bytes, words, cases } = this;
    const ends = this.#ends;
    const end = this.#base + (ends.at(-1) ?? 0);
    let index = 0;
    const stop = Math.min(words.length, (end + 3) >> 2);
    for (let at = this.#base; at < end; at++) {
      if ((at & 3) === 0 && at >> 2 < stop) at = 4 * nextBeyondAscii(words, at >> 2, stop);
      const byte = at < end ? bytes[at]! : 0;
      if (byte < 0x80) continue;
      while (this.#base + ends[index]! <= at) index += 1;
      const found = caseOf(codePoint(bytes, at, byte));
      if (found > cases[index]!) cases[index] = found;
      at += byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    }
  }
}

/** Where the next word of four bytes stands that holds a byte. Nothing else: most of the time of a search is spent here. */
function nextWith(words: Int32Array, from: number, stop: number, pattern: number, mask: number): number {
  let at = from;
  while (at < stop && !zeros((words[at]! | mask) ^ pattern)) at += 1;
  return at;
}

/** Where the next word stands that is not all ASCII. */
function nextBeyondAscii(words: Int32Array, from: number, stop: number): number {
  let at = from;
  while (at < stop && (words[at]! & 0x80808080) === 0) at += 1;
  return at;
}

/** Where the next word stands that holds the beginning of a pair of bytes: slower to find, but fewer. */
function nextWithPair(words: Int32Array, from: number, stop: number, word: FoldedWord): number {
  const { pattern, mask, nextPattern, nextMask } = word;
  let at = from;
  let four = words[at]!;
  while (at < stop) {
    const more = words[at + 1]!;
    if (zeros(((four | mask) ^ pattern) | (((four >>> 8) | (more << 24) | nextMask) ^ nextPattern))) break;
    four = more;
    at += 1;
  }
  return at;
}

/** True when one of the four bytes is zero. */
function zeros(four: number): boolean {
  return ((four - 0x01010101) & ~four & 0x80808080) !== 0;
}

/** A word to be found in {@link FoldedTexts}, where nothing but ASCII letters has to be folded. */
export class FoldedWord {
  readonly bytes: Uint8Array;
  /** Its rarest byte, four times over, and the bits that fold its case; the same of the byte after it. */
  readonly pattern: number;
  readonly mask: number;
  readonly nextPattern: number;
  readonly nextMask: number;
  /** Its rarest byte is rare enough to be looked for alone. */
  readonly isRare: boolean;
  /** Where in the word that byte stands. */
  readonly #rarest: number;

  /**
   * @param word in lower case, not empty, without lone surrogates
   * @param counts how often each byte occurs where it is looked for
   */
  constructor(word: string, counts: Uint32Array) {
    this.bytes = new TextEncoder().encode(word);
    const rarities = Array.from(this.bytes, (byte) => counts[byte]!);
    const rarest = rarities.indexOf(Math.min(...rarities));
    this.#rarest = rarest;
    this.isRare = rarities[rarest]! * 50 < counts.reduce((sum, count) => sum + count, 0);
    const byte = this.bytes[rarest]!;
    const after = this.bytes[rarest + 1];
    this.pattern = Math.imul(byte, 0x01010101);
    this.mask = caseBits(byte);
    this.nextPattern = after === undefined ? -1 : Math.imul(after, 0x01010101);
    this.nextMask = after === undefined ? -1 : caseBits(after);
  }

  /** True when the bytes at `at`, all between `start` and `end`, are those of the word from its `from`th to its `to`th. */
  isAt(bytes: Uint8Array, at: number, start: number, end: number, from = 0, to = this.bytes.length): boolean {
    if (at < start || at + to - from > end) return false;
    for (let i = from; i < to; i++) if (fold(bytes[at + i - from]!) !== this.bytes[i]) return false;
    return true;
  }

  /** True when the word lies between `start` and `end` with its rarest byte at or after `from` and before `to`. */
  isAround(bytes: Uint8Array, from: number, to: number, start: number, end: number): boolean {
    const rarest = this.#rarest;
    const byte = this.pattern & 0xff;
    const fold = this.mask & 0xff;
    for (let at = from; at < to; at++) {
      if ((bytes[at]! | fold) === byte && this.isAt(bytes, at - rarest, start, end)) return true;
    }
    return false;
  }
}

function caseBits(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? 0x20202020 : 0;
}

function fold(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte;
}

/** {@link CASE} of code points, one more, as met; 0 for those not met yet. */
const met = new Uint8Array(0x20000);

function caseOf(point: number): number {
  if (point >= met.length) return CASE.ascii; // rather too careful
  if (met[point] === 0) {
    const text = String.fromCodePoint(point);
    const lower = text.toLowerCase();
    met[point] = 1 + (lower === text ? CASE.none : /[\0-\x7f]/.test(lower) ? CASE.ascii : CASE.letters);
  }
  return met[point]! - 1;
}

function codePoint(bytes: Uint8Array, at: number, byte: number): number {
  const rest = (i: number): number => bytes[at + i]! & 0x3f;
  if (byte < 0xe0) return ((byte & 0x1f) << 6) | rest(1);
  if (byte < 0xf0) return ((byte & 0xf) << 12) | (rest(1) << 6) | rest(2);
  return ((byte & 7) << 18) | (rest(1) << 12) | (rest(2) << 6) | rest(3);
}
