import { signal, type Signal } from "@preact/signals";

/** Asks for the items `from` to `to` (excluded). */
export type Ask<T> = (from: number, to: number, signal: AbortSignal) => Promise<readonly T[]>;

/** So many windows are kept besides the ones in view. */
const KEEP = 24;

/**
 * Items of one view of a list, fetched in windows as they come into view and kept while they are near. A new view gets a
 * new cache; the old one is disposed of, and what is still under way for it is never seen.
 */
export class Windows<T> {
  /** Goes up when items arrive: read it where they are drawn. */
  readonly version: Signal<number> = signal(0);
  readonly #windows = new Map<number, readonly T[]>();
  readonly #pending = new Map<number, AbortController>();
  readonly #failed = new Set<number>();
  readonly count: number;
  /** Items in a window. */
  readonly size: number;
  readonly #ask: Ask<T>;
  readonly #together: boolean;
  #before: Windows<T> | null;
  #disposed = false;

  /**
   * `before`: an older view with the same items in the same places; what it knows stands in until the answer is here.
   * `together`: neighbours are asked for at once and drawn once, which is for items that are small.
   */
  constructor(count: number, size: number, ask: Ask<T>, before: Windows<T> | null = null, together = false) {
    this.count = count;
    this.size = size;
    this.#ask = ask;
    this.#together = together;
    this.#before = before;
    if (before !== null) before.#before = null;
  }

  get(index: number): T | undefined {
    const window = this.#windows.get(Math.floor(index / this.size));
    return window === undefined ? this.#before?.get(index) : window[index % this.size];
  }

  /** Takes items that came unasked. Only whole windows are kept; the last one of all ends where the list does. */
  give(from: number, items: readonly T[]): void {
    for (let at = Math.ceil(from / this.size) * this.size; at < from + items.length; at += this.size) {
      const window = items.slice(at - from, at - from + this.size);
      if (window.length === Math.min(this.size, this.count - at)) this.#windows.set(at / this.size, window);
    }
  }

  /** An item's window was asked for and did not come. */
  failed(index: number): boolean {
    return this.#failed.has(Math.floor(index / this.size));
  }

  /** Says what is in view. Windows that left it before they arrived are no longer waited for. */
  need(from: number, end: number): void {
    if (this.#disposed || end <= from) return;
    const first = Math.floor(Math.max(0, from) / this.size);
    const last = Math.floor((Math.min(end, this.count) - 1) / this.size);
    for (const [number, controller] of this.#pending) {
      if (number >= first && number <= last) continue;
      this.#pending.delete(number);
      if (![...this.#pending.values()].includes(controller)) controller.abort();
    }
    for (let number = first, from = first; number <= last; number++) {
      const lacks = this.#lacks(number);
      if (!lacks) from = number + 1;
      else if (!this.#together || number === last || !this.#lacks(number + 1)) {
        void this.#load(from, number + 1);
        from = number + 1;
      }
    }
    this.#forget(first, last);
  }

  /** Asks again for what failed. */
  retry(): void {
    this.#failed.clear();
    this.version.value += 1;
  }

  dispose(): void {
    this.#disposed = true;
    for (const controller of this.#pending.values()) controller.abort();
    this.#pending.clear();
  }

  /** True for a window that is to be asked for. One that is there becomes the youngest: they stand last. */
  #lacks(number: number): boolean {
    const kept = this.#windows.get(number);
    if (kept === undefined) return !this.#pending.has(number) && !this.#failed.has(number);
    this.#windows.delete(number);
    this.#windows.set(number, kept);
    return false;
  }

  async #load(first: number, end: number): Promise<void> {
    const controller = new AbortController();
    for (let number = first; number < end; number++) this.#pending.set(number, controller);
    const from = first * this.size;
    let items: readonly T[] | null = null;
    try {
      items = await this.#ask(from, Math.min(this.count, end * this.size), controller.signal);
    } catch {
      // Said by `failed`; the page as a whole also learns of what ends a session.
    }
    if (this.#disposed) return;
    let news = false;
    for (let number = first; number < end; number++) {
      if (this.#pending.get(number) !== controller) continue;
      news = true;
      this.#pending.delete(number);
      if (items === null) this.#failed.add(number);
      else this.#windows.set(number, items.slice(number * this.size - from, (number + 1) * this.size - from));
    }
    if (news) this.version.value += 1;
  }

  #forget(first: number, last: number): void {
    for (const number of this.#windows.keys()) {
      if (this.#windows.size <= KEEP + last - first) return;
      if (number < first || number > last) this.#windows.delete(number);
    }
  }
}
