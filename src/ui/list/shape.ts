import type { Heights } from "../../lib/heights.ts";
import type { Align } from "./scroller.ts";

/** What a list is made of at the moment. */
export interface Shape {
  readonly count: number;
  /** Height of every item in pixels, or heights that are measured and written here. */
  readonly heights: number | Heights;
  /** A name for each item. Where the names change, what is being read stays in place if it is still there. */
  readonly keys?: Int32Array | undefined;
  /** An item that stays in the document wherever the list is scrolled to: it holds the focus. */
  readonly pinned?: number | undefined;
  /** Where the list shall stand: a new object is a new wish, fulfilled once, before anything is drawn elsewhere. */
  readonly aim?: Target | undefined;
}

/** An item, and where in the viewport it shall be: aligned, or so many pixels below its top. */
export interface Target {
  readonly index: number;
  readonly align: Align | number;
}

/** What is on screen, for those who draw it elsewhere. `first` and `last` are the first and last item seen. */
export interface Seen {
  readonly first: number;
  readonly last: number;
}

/** Where a list stands: kept by its owner while the list is not in the document. `align`: it has not stood anywhere yet. */
export interface Place {
  index: number;
  offset: number;
  align?: Align | undefined;
}
