import type { SessionIndex } from "../session/session-index.ts";

/** Time of an entry, ms since the epoch; null when the file has no valid one. */
export function timeOfRow(index: SessionIndex, row: number): number | null {
  const time = index.columns.time.at(row);
  return Number.isNaN(time) ? null : time;
}
