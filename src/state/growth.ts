/** What a reader does with the growth chart, and where the point stands in it. */
import { batch } from "@preact/signals";
import { announce, select, setPoint } from "./actions.ts";
import * as cells from "./cells.ts";
import { ask } from "./client.ts";

/**
 * The last request at or before the point on a branch, whose answers are `rows`; -1 when all come later, null when the point
 * is not on that branch. A point between two answers is on it when the requests around it are the same.
 */
export async function placeOn(rows: Int32Array, point: number | null): Promise<number | null> {
  if (point === null) return -1;
  const at = rows.indexOf(point);
  if (at !== -1) return at;
  const next = (back: boolean): Promise<number | null> => ask("step", { row: point, to: "request", back });
  const [before, after] = await Promise.all([next(true), next(false)]);
  const place = before === null ? -1 : rows.indexOf(before);
  if (before !== null && place === -1) return null;
  return after === (rows[place + 1] ?? null) ? place : null;
}

/** Shows the context at an answer, and the answer: one step in the history. */
export function showRequest(row: number): void {
  batch(() => {
    setPoint(row);
    select(row);
  });
}

export function toggleGrowth(): void {
  cells.growthShown.value = !cells.growthShown.peek();
  announce(cells.growthShown.peek() ? "Growth chart shown" : "Growth chart folded");
}

export function toggleGrowthCosts(): void {
  cells.growthCosts.value = !cells.growthCosts.peek();
  announce(cells.growthCosts.peek() ? "Cost and cache reads shown" : "Cost and cache reads hidden");
}
