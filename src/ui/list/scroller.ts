import { evenGeometry, type Geometry } from "./geometry.ts";

/**
 * Most pixels a list asks the browser to scroll through. Engines clamp element heights (Firefox near 17.8 million), so a
 * longer list is scrolled through a shorter element.
 */
export const MAX_SCROLL = 15_000_000;

/** `near`: like `nearest` from within a screen's distance, else in the middle, with what surrounds it. */
export type Align = "nearest" | "center" | "start" | "near";

/**
 * The arithmetic of a virtual list, without a document. `top` is where the viewport stands in the list; `physical` is
 * what the browser calls scrollTop. The two differ while a list is too long for the browser, and for the moment after
 * items above the viewport turned out taller or shorter than thought: then `top` follows what is being read and
 * `physical` is put right when the hand is off the wheel, so that no write to scrollTop ever fights a scroll.
 */
export class Scroller {
  geometry: Geometry = evenGeometry(0, 1);
  viewport = 0;
  top = 0;
  physical = 0;

  get maxTop(): number {
    return Math.max(0, this.geometry.total - this.viewport);
  }

  /** Height of the element that is scrolled through. Never so small that the browser would move `physical` by itself. */
  get spacer(): number {
    return Math.max(Math.min(this.geometry.total, MAX_SCROLL), this.physical + this.viewport);
  }

  /** Where an item stands inside that element. */
  y(index: number): number {
    return this.geometry.top(index) - this.top + this.physical;
  }

  /** The scrollTop that stands for `top`. */
  get wanted(): number {
    return this.#scaled ? (this.top / this.maxTop) * (MAX_SCROLL - this.viewport) : this.top;
  }

  /**
   * The browser scrolled. A small step moves by as many pixels as the hand asked for; a leap (the scrollbar dragged, End)
   * goes to the place in proportion. Returns whether `physical` must be put right at once: an end was reached that is none.
   */
  scrolled(physical: number): boolean {
    const step = physical - this.physical;
    this.physical = physical;
    if (step === 0) return false;
    const leap = Math.abs(step) > 4 * this.viewport;
    this.top = this.#clamp(leap ? this.#virtual(physical) : this.top + step);
    return this.#atFalseEnd();
  }

  /** Puts the viewport somewhere. `physical` is still to be put right. */
  moveTo(top: number): void {
    this.top = this.#clamp(top);
  }

  /** Where the viewport must stand for an item to be seen. Taller than the viewport: its beginning counts. */
  topFor(index: number, align: Align): number {
    const top = this.geometry.top(index);
    const height = this.geometry.height(index);
    const last = top + Math.min(height, this.viewport) - this.viewport;
    if (align === "start") return this.#clamp(top);
    const far = top + height < this.top - this.viewport || top > this.top + 2 * this.viewport;
    if (align === "center" || (align === "near" && far))
      return this.#clamp(height >= this.viewport ? top : top - (this.viewport - height) / 2);
    if (this.top > top) return this.#clamp(top);
    return this.#clamp(Math.max(this.top, last));
  }

  /** Keeps an item's top where it is in the viewport while `change` runs. */
  hold(index: number, change: () => void): void {
    const before = this.geometry.top(index) - this.top;
    change();
    this.top = this.#clamp(this.geometry.top(index) - before);
  }

  get #scaled(): boolean {
    return this.geometry.total > MAX_SCROLL;
  }

  #virtual(physical: number): number {
    return this.#scaled ? (physical / (MAX_SCROLL - this.viewport)) * this.maxTop : physical;
  }

  #clamp(top: number): number {
    return Math.max(0, Math.min(top, this.maxTop));
  }

  /** The browser cannot scroll on, but the list goes on; or the list ends here, but the browser could scroll on. */
  #atFalseEnd(): boolean {
    const last = Math.min(this.geometry.total, MAX_SCROLL) - this.viewport;
    const far = Math.abs(this.wanted - this.physical) > 2;
    const browserEnds = this.physical <= 0 || this.physical >= last;
    const listEnds = this.top <= 0 || this.top >= this.maxTop;
    if (browserEnds && !far) this.top = this.physical <= 0 ? 0 : this.maxTop;
    return far && (browserEnds || listEnds);
  }
}
