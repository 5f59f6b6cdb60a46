import { ITEM_WINDOW, type ContextItem, type ShownContext } from "../../core/view/context.ts";
import type { Row } from "../../core/view/row.ts";
import { ask } from "../../state/client.ts";
import { Windows } from "../list/windows.ts";
import { itemKey, ItemHeights } from "./item-heights.ts";

/** Items remembered over views. */
const REMEMBERED = 120;

/** An item, and its source in the words of the tree. */
export interface SourcedItem {
  readonly item: ContextItem;
  readonly source: Row | undefined;
}

/**
 * The items of one context, as they come into view. One that a view before this one knew is shown as it was until the
 * answer is here, and heights that were measured stay: moving the point by an entry moves nothing else.
 */
export class ContextItems {
  readonly windows: Windows<SourcedItem>;
  readonly heights: ItemHeights;
  /** Names of the list's items: -1 for the preface, then source rows. */
  readonly keys: Int32Array;
  readonly opening: number;
  readonly #view: ShownContext;
  readonly #known: Map<string, SourcedItem>;
  readonly #measured: Map<number, number>;

  constructor(view: ShownContext, before: ContextItems | null, opening: number) {
    this.opening = opening;
    this.#view = view;
    this.#known = before === null ? new Map<string, SourcedItem>() : before.#known;
    this.#measured = before === null ? new Map<number, number>() : before.#measured;
    this.heights = new ItemHeights(view, this.#measured);
    this.keys = new Int32Array(view.rows.length + 1);
    this.keys[0] = -1;
    this.keys.set(view.rows, 1);
    const { form, point } = view;
    this.windows = new Windows(view.rows.length, ITEM_WINDOW, async (from, to, signal) => {
      const [items, sources] = await Promise.all([
        ask("items", { form, point, from, to }, signal),
        ask("rows", { rows: view.rows.slice(from, to), point }, signal),
      ]);
      return this.#sourced(from, items, sources);
    });
    const { near } = view;
    this.windows.give(near.from, this.#sourced(near.from, near.items, near.sources));
  }

  /** An item by its place in the context, 0 being the first message. */
  get(index: number): SourcedItem | undefined {
    return this.windows.get(index) ?? this.#known.get(this.#key(index));
  }

  #sourced(from: number, items: readonly ContextItem[], sources: readonly Row[]): SourcedItem[] {
    const sourced = items.map((item, i) => ({ item, source: sources[i] }));
    sourced.forEach((item, i) => this.#remember(from + i, item));
    return sourced;
  }

  #key(index: number): string {
    return itemKey(this.#view.form, this.#view.rows[index] ?? -1, this.#view.parts[index] ?? 0);
  }

  #remember(index: number, item: SourcedItem): void {
    const key = this.#key(index);
    this.#known.delete(key);
    this.#known.set(key, item);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) return;
      this.#known.delete(oldest);
    }
  }
}
