/**
 * Positions of items of different heights, one above the other, without an object an item: a Fenwick tree over typed
 * arrays. Setting a height, asking for a top and finding the item at an offset take log(n) steps each.
 *
 * Heights are kept in 64ths of a pixel, which is what browsers lay out in: every sum is exact, however often items change.
 */
const UNIT = 64;

export class Heights {
  readonly #heights: Int32Array;
  /** 1-based: `#sums[i]` is the sum of the `i & -i` heights that end with item `i - 1`. */
  readonly #sums: Float64Array;
  /** Largest power of two that is not above the count: where a search starts. */
  readonly #top: number;
  readonly count: number;
  #total = 0;

  /** `estimate` gives each item's height in pixels until `set` knows better. */
  constructor(count: number, estimate: (index: number) => number) {
    this.count = count;
    this.#heights = new Int32Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let i = 1; i <= count; i++) {
      const units = toUnits(estimate(i - 1));
      this.#heights[i - 1] = units;
      this.#total += units;
      this.#add(i, units);
      const parent = i + (i & -i);
      // Built in one pass: when item i is reached, its own sum is complete and its parent takes it over.
      if (parent <= count) this.#add(parent, this.#sums[i] ?? 0);
    }
    this.#top = count === 0 ? 0 : 2 ** Math.floor(Math.log2(count));
  }

  /** Sum of all heights in pixels. */
  get total(): number {
    return this.#total / UNIT;
  }

  height(index: number): number {
    return (this.#heights[index] ?? 0) / UNIT;
  }

  /** Sets a height in pixels and returns by how much it changed. */
  set(index: number, height: number): number {
    if (index < 0 || index >= this.count) return 0;
    const units = toUnits(height);
    const change = units - (this.#heights[index] ?? 0);
    if (change === 0) return 0;
    this.#heights[index] = units;
    this.#total += change;
    for (let i = index + 1; i <= this.count; i += i & -i) this.#add(i, change);
    return change / UNIT;
  }

  /** Pixels above an item. `count` is a valid index: it is the end of the last item. */
  top(index: number): number {
    let sum = 0;
    for (let i = Math.min(index, this.count); i > 0; i -= i & -i) sum += this.#sums[i] ?? 0;
    return sum / UNIT;
  }

  /** The item at a distance in pixels from the first item's top: the first or last one where it lies outside. */
  indexAt(offset: number): number {
    let rest = Math.floor(offset * UNIT);
    let found = 0;
    for (let step = this.#top; step >= 1; step /= 2) {
      const next = found + step;
      const sum = this.#sums[next];
      if (next > this.count || sum === undefined || sum > rest) continue;
      found = next;
      rest -= sum;
    }
    return Math.max(0, Math.min(found, this.count - 1));
  }

  #add(i: number, units: number): void {
    this.#sums[i] = (this.#sums[i] ?? 0) + units;
  }
}

function toUnits(height: number): number {
  return Number.isFinite(height) ? Math.max(0, Math.round(height * UNIT)) : 0;
}
