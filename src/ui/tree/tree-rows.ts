import { ROW_WINDOW, type Row, type ShownTree } from "../../core/view/row.ts";
import { ask } from "../../state/client.ts";
import { Windows } from "../list/windows.ts";

/** Rows remembered over views: enough for the tallest screen. */
const REMEMBERED = 512;

/**
 * The rows of one view of the tree, as they come into view. A row that a view before this one knew is shown as it was until
 * the answer is here: setting the point changes fates, not rows.
 */
export class TreeRows {
  readonly windows: Windows<Row>;
  readonly #view: ShownTree;
  readonly #known: Map<number, Row>;

  /** Of which opening the rows are: rows of another session are never shown. */
  readonly opening: number;

  constructor(view: ShownTree, before: TreeRows | null, opening: number) {
    this.#view = view;
    this.opening = opening;
    this.#known = before === null ? new Map<number, Row>() : before.#known;
    const { near } = view;
    const { point } = near;
    const load = async (from: number, to: number, signal: AbortSignal): Promise<readonly Row[]> => {
      const rows = await ask("rows", { rows: view.rows.slice(from, to), point }, signal);
      this.#remember(rows);
      return rows;
    };
    this.windows = new Windows(view.rows.length, ROW_WINDOW, load, null, true);
    this.windows.give(near.from, near.rows);
    this.#remember(near.rows);
  }

  get(index: number): Row | undefined {
    return this.windows.get(index) ?? this.#known.get(this.#view.rows[index] ?? -1);
  }

  #remember(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#known.delete(row.row);
      this.#known.set(row.row, row);
    }
    for (const key of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) break;
      this.#known.delete(key);
    }
  }
}
