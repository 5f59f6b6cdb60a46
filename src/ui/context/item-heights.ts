import { Heights } from "../../lib/heights.ts";
import type { ContextView, Form } from "../../core/view/context.ts";

/** Pixels around the content of an item, and of one line. */
const FRAME = 26;
const LINE = 20;
const LINE_CHARS = 80;
/** Output is cut to a dozen lines, texts to forty: long items are not as tall as their tokens say. */
const MOST = 420;

/** Where the height of the preface is kept: no item has such a number. */
const PREFACE = -1;

/** What names an item in every view of a form. */
export function itemKey(form: Form, row: number, part: number): string {
  return `${form}.${row}.${part}`;
}

/** Heights of the items of a context below its preface, remembered over views: what was measured once is known. */
export class ItemHeights extends Heights {
  readonly #view: ContextView;
  readonly #known: Map<number, number>;

  constructor(view: ContextView, known: Map<number, number>) {
    const { tokens } = view;
    super(tokens.length + 1, (index) => {
      if (index === 0) return known.get(PREFACE) ?? 2 * LINE;
      return (known.size > 1 ? known.get(heightKey(view, index - 1)) : undefined) ?? estimate(tokens[index - 1] ?? 0);
    });
    this.#view = view;
    this.#known = known;
  }

  override set(index: number, height: number): number {
    const change = super.set(index, height);
    if (change !== 0) this.#known.set(index === 0 ? PREFACE : heightKey(this.#view, index - 1), height);
    return change;
  }
}

/** A number, for it is made for every item of a long context. The same for every form: most items are as tall in one as in another. */
function heightKey({ rows, parts }: ContextView, index: number): number {
  return (rows[index] ?? -1) * 256 + (parts[index] ?? 0);
}

function estimate(tokens: number): number {
  return Math.min(MOST, FRAME + LINE * Math.max(1, Math.ceil((tokens * 4) / LINE_CHARS)));
}
