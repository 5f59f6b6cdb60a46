import { COSTS, gapOf, LATER, type Board } from "./board.ts";
import { pickColumns } from "./geometry.ts";

/** The second pane: the part of each prompt that came from the cache, and below it what each request cost. */
export function drawCosts(board: Board): void {
  const { series, growth, height, ratio } = board;
  const row = (share: number): number => height + Math.round(COSTS * share * ratio);
  // Of requests that share a column the one that missed most, and the one that cost most: they are what is looked for.
  drawRow(board, series.cached, -1, 1, { top: row(0.1), base: row(0.46), ink: "--growth-cached" });
  drawRow(board, growth.cost, 1, series.dearest, { top: row(0.54), base: row(0.96), ink: "--growth-cost" });
}

interface Lane {
  readonly top: number;
  readonly base: number;
  readonly ink: string;
}

function drawRow(board: Board, values: Float64Array, sign: 1 | -1, most: number, lane: Lane): void {
  const { brush, geometry, left, at, ratio } = board;
  const { used, columns } = geometry;
  const scale = most > 0 ? (lane.base - lane.top) / most : 0;
  const gap = gapOf(board);
  const picked = pickColumns(geometry, values, sign);
  brush.globalAlpha = 1;
  brush.fillStyle = board.ink("--growth-lane");
  brush.fillRect(left, lane.top, used, lane.base - lane.top);
  brush.fillStyle = board.ink(lane.ink);
  for (let column = 0; column < columns; column++) {
    const request = picked[column] ?? 0;
    const value = values[request] ?? Number.NaN;
    if (!(value > 0)) continue;
    // What there is of it is seen, however little.
    const tall = Math.max(Math.round(ratio), Math.round(value * scale));
    const x = Math.round((column * used) / columns);
    brush.globalAlpha = request > at ? LATER : 1;
    brush.fillRect(left + x, lane.base - tall, Math.round(((column + 1) * used) / columns) - x - gap, tall);
  }
  brush.globalAlpha = 1;
}
