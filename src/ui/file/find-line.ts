import type { FileLine } from "../../core/view/context.ts";
import { ask } from "../../state/client.ts";

const STEP = 64;

/**
 * Position, among the lines that are not blank, of an entry's line. Entries stand in the file in the order of their rows,
 * with other lines between them: the position is at least the row, and at most that many lines further.
 */
export async function findLine(row: number, entries: number, lines: number, signal: AbortSignal): Promise<number> {
  let low = row;
  let high = Math.min(lines - 1, row + lines - entries);
  while (high - low >= STEP) {
    const middle = Math.floor((low + high) / 2);
    const here = await read(middle, Math.min(high + 1, middle + STEP), signal);
    const found = here.findIndex((line) => line.row === row);
    if (found >= 0) return middle + found;
    const first = here.find((line) => line.row !== null)?.row ?? null;
    // Without an entry among them, nothing says where the row is: the later half holds fewer lines that are none.
    if (first !== null && first > row) high = middle - 1;
    else if (first !== null) low = middle + here.length;
    else return seek(row, low, high, signal);
  }
  const rest = await read(low, high + 1, signal);
  const found = rest.findIndex((line) => line.row === row);
  return found < 0 ? low : low + found;
}

/** Line by line, in steps: a long stretch of broken lines. */
async function seek(row: number, low: number, high: number, signal: AbortSignal): Promise<number> {
  for (let from = low; from <= high; from += STEP * 8) {
    const found = (await read(from, Math.min(high + 1, from + STEP * 8), signal)).findIndex((line) => line.row === row);
    if (found >= 0) return from + found;
  }
  return low;
}

function read(from: number, to: number, signal: AbortSignal): Promise<readonly FileLine[]> {
  return ask("lines", { from, to, point: null }, signal);
}
