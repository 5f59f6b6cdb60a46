import { Growing, halves, ints, words } from "./growing.ts";

/** What an {@link Interner} is made of, ready to be stored. */
export interface SavedInterner {
  readonly units: Uint16Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
}

/**
 * Strings to small numbers and back, packed: UTF-16 units in one buffer (so that lone surrogates survive) and an
 * open-addressing hash table of numbers. A `Map` of 350,000 short strings costs about four times the memory.
 */
export class Interner {
  readonly #units: Growing<Uint16Array<ArrayBuffer>>;
  readonly #ends: Growing<Uint32Array<ArrayBuffer>>;
  #table: Int32Array<ArrayBuffer>;

  constructor(saved?: SavedInterner) {
    this.#units = new Growing(halves, saved?.units);
    this.#ends = new Growing(words, saved?.ends);
    this.#table = ints(0);
    this.#rehash();
  }

  /** How many different strings there are: their numbers are 0 to size - 1. */
  get size(): number {
    return this.#ends.length;
  }

  /** The number of a string, or -1. */
  find(text: string): number {
    return this.#table[this.#slot(text)]! - 1;
  }

  /** The number of a string, given on first sight. */
  add(text: string): number {
    const slot = this.#slot(text);
    const found = this.#table[slot]!;
    if (found > 0) return found - 1;
    const number = this.#ends.length;
    const start = this.#units.length;
    this.#units.reserve(start + text.length);
    for (let i = 0; i < text.length; i++) this.#units.array[start + i] = text.charCodeAt(i);
    this.#units.length = start + text.length;
    this.#ends.push(this.#units.length);
    this.#table[slot] = number + 1;
    if (this.#ends.length * 2 > this.#table.length) this.#rehash();
    return number;
  }

  /** The string of a number below `size`. */
  text(number: number): string {
    const units = this.#units.array.subarray(this.#start(number), this.#ends.at(number));
    if (units.length <= 4096) return String.fromCharCode(...units);
    let text = "";
    for (let i = 0; i < units.length; i += 4096) text += String.fromCharCode(...units.subarray(i, i + 4096));
    return text;
  }

  save(): SavedInterner {
    return { units: this.#units.copy(), ends: this.#ends.copy() };
  }

  #start(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }

  /** Slot of the string, or of the free place where it belongs. */
  #slot(text: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return this.#probe(hash, (number) => this.#equals(number, text));
  }

  #probe(hash: number, same: (number: number) => boolean): number {
    const mask = this.#table.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#table[slot]!;
      if (number === 0 || same(number - 1)) return slot;
    }
  }

  #equals(number: number, text: string): boolean {
    const start = this.#start(number);
    if (this.#ends.at(number) - start !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (this.#units.array[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  #rehash(): void {
    let size = 256;
    while (size < this.#ends.length * 4) size *= 2;
    this.#table = ints(size);
    for (let number = 0; number < this.#ends.length; number++) {
      let hash = 0x811c9dc5;
      const end = this.#ends.at(number);
      for (let i = this.#start(number); i < end; i++) hash = Math.imul(hash ^ this.#units.array[i]!, 0x01000193);
      this.#table[this.#probe(hash, () => false)] = number + 1;
    }
  }
}
