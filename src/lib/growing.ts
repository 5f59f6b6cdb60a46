/** Typed arrays that grow: the columns of the index. */

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A class of typed arrays. */
interface Kind<A> {
  new (length: number): A;
  new (buffer: ArrayBuffer, byteOffset: number, length: number): A;
}

/**
 * A column of numbers that grows by half when full. `array` may be longer than `length`: read only below `length`. It begins with
 * the numbers of `start`, which it takes over.
 */
export class Growing<A extends Numbers> {
  array: A;
  length = 0;
  readonly #kind: Kind<A>;

  constructor(kind: Kind<A>, start?: A) {
    this.#kind = kind;
    this.array = start === undefined || start.length === 0 ? new kind(64) : start;
    this.length = start?.length ?? 0;
  }

  push(value: number): void {
    const { length } = this;
    if (length === this.array.length) this.reserve(length + 1);
    this.array[length] = value;
    this.length = length + 1;
  }

  /** Makes room for `length` elements in all. */
  reserve(length: number): void {
    if (length <= this.array.length) return;
    const grown = new this.#kind(Math.max(length, Math.ceil(this.array.length * 1.5)));
    grown.set(this.array);
    this.array = grown;
  }

  at(index: number): number {
    return this.array[index] ?? 0;
  }

  /** The first `length` elements as they are now and stay: a column only ever grows, in this memory or another. */
  view(length = this.length): A {
    return new this.#kind(this.array.buffer, this.array.byteOffset, length);
  }
}

export const ints = (length: number): Int32Array<ArrayBuffer> => new Int32Array(length);
