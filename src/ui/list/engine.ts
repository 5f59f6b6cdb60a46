import { evenGeometry } from "./geometry.ts";
import { nearestKey } from "./nearest-key.ts";
import { Scroller, type Align } from "./scroller.ts";
import type { Place, Seen, Shape, Target } from "./shape.ts";

const SETTLE_MS = 120;
/** So long after a press, what changes is what was pressed for. */
const HAND_MS = 500;
/** While a scroll position cannot be known (no layout), a screen of this height is assumed. */
const NO_LAYOUT = 600;

/** Keeps a scrolled element, its spacer and the window of items in it in step with a {@link Scroller}. */
export class ListEngine {
  readonly scroller = new Scroller();
  /** The items in the document: from `first` to `end`, excluded. */
  first = 0;
  end = 0;
  /** Called when other items must be drawn. */
  readonly changed: () => void;
  #shape: Shape = { count: 0, heights: 1 };
  #root: HTMLElement | null = null;
  #observer: ResizeObserver | null = null;
  #watched = new Set<Element>();
  /** When a hand last pressed something in the list. */
  #touched = -Infinity;
  /** The pinned item, while it is out of view. */
  #away: HTMLElement | null = null;
  #settle: ReturnType<typeof setTimeout> | undefined;
  /** Where the list was told to stand: held until a hand scrolls, however the items above it grow. */
  #target: Target | null = null;

  constructor(changed: () => void) {
    this.changed = changed;
    this.scroller.viewport = NO_LAYOUT;
  }

  get shape(): Shape {
    return this.#shape;
  }

  attach(root: HTMLElement): void {
    this.#root = root;
    this.scroller.viewport = root.clientHeight || NO_LAYOUT;
    root.addEventListener("scroll", this.#onScroll, { passive: true });
    for (const name of ["wheel", "pointerdown", "touchmove", "keydown"]) {
      root.addEventListener(name, this.#onHand, { passive: true });
    }
    if (typeof ResizeObserver === "function") {
      this.#observer = new ResizeObserver(this.#onResize);
      this.#observer.observe(root);
    }
  }

  detach(): void {
    this.#observer?.disconnect();
    this.#watched.clear();
    clearTimeout(this.#settle);
    this.#root?.removeEventListener("scroll", this.#onScroll);
    this.#root = null;
  }

  /** Takes the list's new shape, before it is drawn. What stands at the viewport's top stays there. */
  reshape(shape: Shape): void {
    const old = this.#shape;
    this.#shape = shape;
    const same = old.count === shape.count && old.heights === shape.heights && old.keys === shape.keys;
    if (!same) {
      this.#target = null;
      const at = this.#anchor(old);
      const offset = at === null ? 0 : this.scroller.geometry.top(at) - this.scroller.top;
      const { heights, count } = shape;
      this.scroller.geometry = typeof heights === "number" ? evenGeometry(count, heights) : heights;
      const next = at === null ? null : nearestKey(old.keys, shape.keys, at);
      if (next !== null && next < count) {
        this.scroller.moveTo(this.scroller.geometry.top(next) - offset);
        this.#target = { index: next, align: offset };
      }
      if (this.#target === null) this.scroller.moveTo(this.scroller.top);
    }
    if (shape.aim !== undefined && shape.aim !== old.aim) this.#aim(shape.aim);
    this.#range(!same);
  }

  /** After drawing: measures what is new and puts everything where it belongs, before it is painted. */
  drawn(): void {
    this.#measure();
    // While a hand scrolls, its own end does this.
    if (this.#settle === undefined) this.sync();
    else this.place();
    if (this.#range(false)) this.changed();
  }

  /** Brings an item into view; draws it if it was not. */
  scrollTo(index: number, align: Align): void {
    if (index < 0 || index >= this.scroller.geometry.count) return;
    this.#aim({ index, align });
    this.sync();
    if (this.#range(false)) this.changed();
  }

  #aim(target: Target): void {
    this.#target = target;
    this.#toTarget(target);
    // No hand scrolls on: drawing puts everything right at once.
    clearTimeout(this.#settle);
    this.#settle = undefined;
  }

  #toTarget({ index, align }: Target): void {
    const { scroller } = this;
    scroller.moveTo(typeof align === "number" ? scroller.geometry.top(index) - align : scroller.topFor(index, align));
  }

  /** Puts the list where it begins, or back where {@link position} said it was: before it is drawn, and once it is attached. */
  begin({ index, offset, align }: Place): void {
    const { scroller } = this;
    if (align !== undefined) this.#target = { index, align };
    scroller.moveTo(align === undefined ? scroller.geometry.top(index) + offset : scroller.topFor(index, align));
    if (this.#root === null) this.#range(true);
    else this.sync();
  }

  position(): { index: number; offset: number } {
    const { geometry, top } = this.scroller;
    const index = geometry.indexAt(top);
    return { index, offset: top - geometry.top(index) };
  }

  seen(): Seen {
    const { geometry, top, viewport } = this.scroller;
    return { first: geometry.indexAt(top), last: geometry.indexAt(top + viewport - 1) };
  }

  /** Writes positions into the document. */
  place(): void {
    const spacer = this.#spacer();
    const box = spacer?.firstElementChild;
    if (spacer === null || !(box instanceof HTMLElement)) return;
    const { scroller } = this;
    spacer.style.height = `${scroller.spacer}px`;
    const y = scroller.y(this.first);
    box.style.top = `${y}px`;
    this.#placeAway(box, y);
  }

  /** The pinned item out of view stands where it belongs, or at the end of the spacer nearest to that. */
  #placeAway(box: HTMLElement, y: number): void {
    const away = box.querySelector<HTMLElement>(":scope > [data-away]");
    if (this.#away !== null && this.#away !== away) this.#away.style.top = "";
    this.#away = away;
    const { pinned } = this.#shape;
    if (away === null || pinned === undefined) return;
    const limit = this.scroller.spacer - this.scroller.geometry.height(pinned);
    away.style.top = `${Math.max(0, Math.min(this.scroller.y(pinned), limit)) - y}px`;
  }

  /** Makes the browser's scroll position say what the list's own one says. */
  sync(): void {
    clearTimeout(this.#settle);
    this.#settle = undefined;
    const root = this.#root;
    if (root === null) return;
    const { scroller } = this;
    const wanted = scroller.wanted;
    if (Math.abs(wanted - scroller.physical) >= 1) {
      const spacer = this.#spacer();
      if (spacer !== null) spacer.style.height = `${Math.max(scroller.spacer, wanted + scroller.viewport)}px`;
      root.scrollTop = wanted;
      scroller.physical = root.scrollTop;
    }
    this.place();
  }

  #spacer(): HTMLElement | null {
    const spacer = this.#root?.firstElementChild;
    return spacer instanceof HTMLElement ? spacer : null;
  }

  #onHand = (event: Event): void => {
    this.#target = null;
    if (event.type === "pointerdown" || event.type === "keydown") this.#touched = performance.now();
  };

  #onScroll = (): void => {
    const root = this.#root;
    if (root === null || root.scrollTop === this.scroller.physical) return;
    const now = this.scroller.scrolled(root.scrollTop);
    if (now) this.sync();
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.sync(), SETTLE_MS);
    this.place();
    if (this.#range(false)) this.changed();
    else this.onMoved();
  };

  /** Called when the list moved without a need to draw. */
  onMoved: () => void = () => undefined;

  #onResize = (): void => {
    const root = this.#root;
    if (root === null) return;
    const viewport = root.clientHeight;
    // A hidden list keeps its place.
    if (viewport === 0) return;
    if (viewport !== this.scroller.viewport) {
      this.scroller.viewport = viewport;
      this.#retarget(() => undefined);
    }
    this.#measure();
    this.#settle ??= setTimeout(() => this.sync(), SETTLE_MS);
    this.place();
    if (this.#range(false)) this.changed();
    else this.onMoved();
  };

  /** Reads the heights of the items in the document. */
  #measure(): void {
    const { heights } = this.#shape;
    const box = this.#spacer()?.firstElementChild;
    if (typeof heights === "number" || !(box instanceof HTMLElement) || this.#root?.clientHeight === 0) return;
    // The pinned item out of view is not part of the flow.
    const children = [...box.children].filter((child) => !child.hasAttribute("data-away"));
    this.#watch(children);
    const sizes = children.map((child) => child.getBoundingClientRect().height);
    if (sizes.every((size) => size === 0)) return;
    this.#retarget(() => {
      for (const [i, size] of sizes.entries()) heights.set(this.first + i, size);
    });
  }

  #watch(children: readonly Element[]): void {
    const now = new Set(children);
    for (const child of this.#watched) if (!now.has(child)) this.#observer?.unobserve(child);
    for (const child of children) if (!this.#watched.has(child)) this.#observer?.observe(child);
    this.#watched = now;
  }

  /** Runs a change of sizes, and keeps the target, or else the item at the viewport's top, where it is. */
  #retarget(change: () => void): void {
    const { scroller } = this;
    if (this.#target === null) {
      const index = this.#held();
      const before = Math.min(NEAR, scroller.geometry.top(index + 1) - scroller.top);
      scroller.hold(index, change);
      const left = scroller.geometry.top(index + 1) - scroller.top;
      // The item that was being read became shorter than the part of it above the viewport: its end stays in view.
      if (left < before) scroller.moveTo(scroller.top - before + left);
      return;
    }
    change();
    this.#toTarget(this.#target);
    if (Math.abs(scroller.wanted - scroller.physical) >= 1) this.sync();
  }

  /**
   * The item to keep in place: the first that begins in view, for what arrives late in the one above it pushes upwards. But
   * what a hand has just opened grows downwards, from where the hand is.
   */
  #held(): number {
    const { geometry, top, viewport } = this.scroller;
    const first = geometry.indexAt(top);
    const next = geometry.top(first + 1);
    const untouched = performance.now() - this.#touched > HAND_MS;
    return untouched && geometry.top(first) < top && next < top + viewport && first + 1 < geometry.count
      ? first + 1
      : first;
  }

  /** The item that is being read: the pinned one where it is in view, else the first in view. */
  #anchor(old: Shape): number | null {
    if (old.count === 0) return null;
    const { first, last } = this.seen();
    const pinned = old.pinned;
    return pinned !== undefined && pinned >= first && pinned <= last ? pinned : first;
  }

  /** Works out which items must be in the document. Returns whether that changed; `force` draws a new range anyway. */
  #range(force: boolean): boolean {
    const { geometry, top, viewport } = this.scroller;
    if (geometry.count === 0) {
      const was = this.end;
      this.first = this.end = 0;
      return was !== 0;
    }
    const even = typeof this.#shape.heights === "number";
    const over = even ? geometry.height(0) * 6 : Math.max(300, viewport / 2);
    const near = over / 4;
    const need = [geometry.indexAt(top - near), geometry.indexAt(top + viewport + near) + 1] as const;
    if (!force && this.first <= need[0] && this.end >= need[1] && this.end <= geometry.count) return false;
    // After a leap nothing that is drawn can stay: only what is seen now, in case that the next one follows.
    const around = even && (need[1] <= this.first || need[0] >= this.end) ? near : over;
    const { first, end } = this;
    this.first = geometry.indexAt(top - around);
    this.end = Math.min(geometry.count, geometry.indexAt(top + viewport + around) + 1);
    return first !== this.first || end !== this.end;
  }
}

/** So much of a shrunken item stays in view. */
const NEAR = 48;
