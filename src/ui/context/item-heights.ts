import { Heights } from "../../lib/heights.ts";
import type { ContextView, Form } from "../../core/view/context.ts";

/** Pixels around the content of an item, and of one line. */
const FRAME = 26;
const LINE = 20;
const LINE_CHARS = 80;
/** Output is cut to a dozen lines, texts to forty: long items are not as tall as their tokens say. */
const MOST = 420;

/** What names an item in every view of a form. */
export function itemKey(form: Form, row: number, part: number): string {
  return `${form}.${row}.${part}`;
}

/** Heights of the items of a context below its preface, remembered over views: what was measured once is known. */
export class ItemHeights extends Heights {
  readonly #view: ContextView;
  readonly #known: Map<string, number>;

  constructor(view: ContextView, known: Map<string, number>) {
    super(view.rows.length + 1, (index) => {
      if (index === 0) return known.get("preface") ?? 2 * LINE;
      const key = itemKey(view.form, view.rows[index - 1] ?? -1, view.parts[index - 1] ?? 0);
      return known.get(key) ?? estimate(view.tokens[index - 1] ?? 0);
    });
    this.#view = view;
    this.#known = known;
  }

  override set(index: number, height: number): number {
    const change = super.set(index, height);
    const { form, rows, parts } = this.#view;
    if (change !== 0 && index < this.count) {
      const key = index === 0 ? "preface" : itemKey(form, rows[index - 1] ?? -1, parts[index - 1] ?? 0);
      this.#known.set(key, height);
    }
    return change;
  }
}

function estimate(tokens: number): number {
  return Math.min(MOST, FRAME + LINE * Math.max(1, Math.ceil((tokens * 4) / LINE_CHARS)));
}
