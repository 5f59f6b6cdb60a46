import type { Fate } from "./fate.ts";

/** Colour family of a row or message: roles are told apart by it and by their words. */
export type Tone = "user" | "assistant" | "tool" | "system" | "summary" | "custom" | "setting" | "unknown";

/** One entry as the tree shows it. */
export interface Row {
  /** Position among the entries, in file order: the key of everything between page and worker. */
  readonly row: number;
  /** The entry's id as shown; `#<line>` when it has none. */
  readonly id: string;
  /** Pi's prefix (`user:`, `assistant:`), or empty. */
  readonly lead: string;
  /** Pi's wording after the prefix, at most 200 UTF-16 units. */
  readonly text: string;
  readonly tone: Tone;
  readonly label: string | undefined;
  readonly fate: Fate;
  /** Estimated tokens of what the entry contributes when it is in the context; 0 for none. */
  readonly tokens: number;
  /** Entry timestamp in ms since the epoch; null when there is no valid one. */
  readonly time: number | null;
  /** A failed tool result, a failed or aborted answer. */
  readonly error: boolean;
  /** Number of problems reported for its line. */
  readonly problems: number;
  /** True when a later entry of the same id took its place. */
  readonly shadowed: boolean;
  /** True for the session's leaf. */
  readonly leaf: boolean;
}

/** Pi's five tree filters, with Pi's meaning but for `all`, which hides nothing. */
export const FILTERS = ["default", "no-tools", "user-only", "labeled-only", "all"] as const;
export type Filter = (typeof FILTERS)[number];

export interface TreeQuery {
  readonly filter: Filter;
  /** Only entries with one of these fates at the point; none or an empty list for all of them. */
  readonly fates?: readonly Fate[];
  /** Words that must all occur, ignoring case; empty for no search. */
  readonly query: string;
  /** Rows whose descendants are hidden. */
  readonly folded: readonly number[];
  /** Row whose path is marked and whose branch comes first; null for before any entry. */
  readonly point: number | null;
}

/** Bits of {@link TreeView.marks}. */
export const MARK = {
  /** Draw an elbow in front: the row is one of several children. */
  elbow: 1,
  /** The last of its siblings. */
  last: 2,
  foldable: 4,
  folded: 8,
  /** On the path to the point. */
  path: 16,
  /** Stands in a parent loop, or hangs below one: no root reaches it. */
  loop: 32,
} as const;

/** The visible tree as columns, one element a visible row, in drawing order. Transferred, never cloned. */
export interface TreeView {
  readonly rows: Int32Array<ArrayBuffer>;
  /** Indentation steps: only forks indent (Pi's flattenTree). */
  readonly depth: Uint16Array<ArrayBuffer>;
  /** Bits of {@link MARK}. */
  readonly marks: Uint8Array<ArrayBuffer>;
  /** Bit n set: a vertical line runs at indentation n. Deeper than 31 is not drawn. */
  readonly guides: Uint32Array<ArrayBuffer>;
  /** Position among the visible rows of the point, or of the nearest visible entry above it; -1 for none. */
  readonly pointAt: number;
  /** The same for Pi's leaf: a filter that hides it still shows where it is. */
  readonly leafAt: number;
  /** Entries in the file, for `n / m entries`. */
  readonly total: number;
}

/** Rows are asked for in windows of so many. */
export const ROW_WINDOW = 64;

/** A view and, so that it can be shown at once, the windows of its rows around the entry that is read, or the point. */
export interface ShownTree extends TreeView {
  readonly near: {
    /** Position of the first of them among the visible rows. */
    readonly from: number;
    /** Of their fates. */
    readonly point: number | null;
    readonly rows: readonly Row[];
  };
}

/** Bits of {@link Minimap.marks}. */
export const MAP_MARK = { fork: 1, compaction: 2, edit: 4, label: 8, problem: 16, error: 32 } as const;

/** A path in a fixed number of slices, from its root to the point. `rows` is the first entry of each. */
export interface PathStrip extends Minimap {
  readonly rows: Int32Array<ArrayBuffer>;
}

/** The whole file in a fixed number of slices, file order: the commonest fate of each, and what happens in it. */
export interface Minimap {
  readonly fates: Uint8Array<ArrayBuffer>;
  readonly marks: Uint8Array<ArrayBuffer>;
}
