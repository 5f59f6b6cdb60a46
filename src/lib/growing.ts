/** Typed arrays that grow: the columns of the index. */

type Numbers =
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A column of numbers that doubles when full. `array` may be longer than `length`: read only below `length`. */
export class Growing<A extends Numbers> {
  array: A;
  length = 0;
  readonly #make: (length: number) => A;

  constructor(make: (length: number) => A, start?: A) {
    this.#make = make;
    this.array = make(Math.max(64, start?.length ?? 0));
    if (start !== undefined) {
      this.array.set(start);
      this.length = start.length;
    }
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
    const grown = this.#make(Math.max(length, this.array.length * 2));
    grown.set(this.array);
    this.array = grown;
  }

  at(index: number): number {
    return this.array[index] ?? 0;
  }

  /** A copy of the first `length` elements. */
  copy(length = this.length): A {
    const copy = this.#make(length);
    copy.set(this.array.subarray(0, length));
    return copy;
  }
}

export const bytes = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length);
export const halves = (length: number): Uint16Array<ArrayBuffer> => new Uint16Array(length);
export const ints = (length: number): Int32Array<ArrayBuffer> => new Int32Array(length);
export const words = (length: number): Uint32Array<ArrayBuffer> => new Uint32Array(length);
export const doubles = (length: number): Float64Array<ArrayBuffer> => new Float64Array(length);
