import { Growing, ints } from "./growing.ts";

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
  /** Empty until a string is looked up: of saved strings often none is. */
  #table = ints(0);

  constructor(saved?: SavedInterner) {
    this.#units = new Growing(Uint16Array, saved?.units);
    this.#ends = new Growing(Uint32Array, saved?.ends);
  }

  /** How many different strings there are: their numbers are 0 to size - 1. */
  get size(): number {
    return this.#ends.length;
  }

  /** Makes room for `factor` times the strings there are. */
  expect(factor: number): void {
    this.#units.reserve(Math.ceil(this.#units.length * factor));
    this.#ends.reserve(Math.ceil(this.#ends.length * factor));
    this.#rehash(this.#ends.length * factor);
  }

  /** The number of a string, or -1. */
  find(text: string): number {
    const slot = this.#slot(this.#draft(text));
    return this.#table[slot]! - 1;
  }

  /** The number of a string, given on first sight. */
  add(text: string): number {
    return this.#keep(this.#draft(text));
  }

  /** As {@link add}, for a string of ASCII that stands in `bytes` from `from` up to `to`. */
  addBytes(bytes: Uint8Array, from: number, to: number): number {
    return this.#keep(this.#draftBytes(bytes, from, to));
  }

  /** As {@link find}, for a string of ASCII that stands in `bytes` from `from` up to `to`. */
  findBytes(bytes: Uint8Array, from: number, to: number): number {
    const slot = this.#slot(this.#draftBytes(bytes, from, to));
    return this.#table[slot]! - 1;
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
    return { units: this.#units.view(), ends: this.#ends.view() };
  }

  #start(number: number): number {
    return number === 0 ? 0 : this.#ends.at(number - 1);
  }

  /** Writes a string behind those that are kept, and returns where it ends. */
  #draft(text: string): number {
    const start = this.#units.length;
    this.#units.reserve(start + text.length);
    const { array } = this.#units;
    for (let i = 0; i < text.length; i++) array[start + i] = text.charCodeAt(i);
    return start + text.length;
  }

  #draftBytes(bytes: Uint8Array, from: number, to: number): number {
    const start = this.#units.length;
    this.#units.reserve(start + to - from);
    const { array } = this.#units;
    for (let i = from; i < to; i++) array[start + i - from] = bytes[i]!;
    return start + to - from;
  }

  /** The number of the draft that ends at `end`; a string not seen before is kept. */
  #keep(end: number): number {
    const slot = this.#slot(end);
    const found = this.#table[slot]!;
    if (found > 0) return found - 1;
    const number = this.#ends.length;
    this.#units.length = end;
    this.#ends.push(end);
    this.#table[slot] = number + 1;
    if (this.#ends.length * 2 > this.#table.length) this.#rehash();
    return number;
  }

  /** Slot of the draft that ends at `end`, or of the free place where it belongs. */
  #slot(end: number): number {
    if (this.#table.length === 0) this.#rehash();
    const start = this.#units.length;
    const mask = this.#table.length - 1;
    for (let slot = this.#hash(start, end) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#table[slot]!;
      if (number === 0 || this.#equals(number - 1, start, end)) return slot;
    }
  }

  #hash(start: number, end: number): number {
    const { array } = this.#units;
    let hash = 0x811c9dc5;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ array[i]!, 0x01000193);
    return hash ^ (hash >>> 15);
  }

  #equals(number: number, start: number, end: number): boolean {
    const { array } = this.#units;
    const other = this.#start(number);
    if (this.#ends.at(number) - other !== end - start) return false;
    for (let i = start; i < end; i++) if (array[other + i - start] !== array[i]) return false;
    return true;
  }

  /** Builds the table anew, with room for `count` strings. */
  #rehash(count = this.#ends.length): void {
    let size = 256;
    while (size < count * 4) size *= 2;
    this.#table = ints(size);
    const mask = size - 1;
    for (let number = 0; number < this.#ends.length; number++) {
      let slot = this.#hash(this.#start(number), this.#ends.at(number)) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = number + 1;
    }
  }
}
