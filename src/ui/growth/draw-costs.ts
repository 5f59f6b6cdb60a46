import { columnX, COSTS, fillColumns, gapOf, type Board } from "./board.ts";
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
  const { brush, geometry, left, ratio } = board;
  const scale = most > 0 ? (lane.base - lane.top) / most : 0;
  const gap = gapOf(board);
  brush.fillStyle = board.ink("--growth-lane");
  brush.fillRect(left, lane.top, geometry.used, lane.base - lane.top);
  fillColumns(board, pickColumns(geometry, values, sign), board.ink(lane.ink), (request, column) => {
    const value = values[request] ?? Number.NaN;
    if (!(value > 0)) return;
    // What there is of it is seen, however little.
    const tall = Math.max(Math.round(ratio), Math.round(value * scale));
    const [x, wide] = columnX(board, column);
    brush.rect(x, lane.base - tall, wide - gap, tall);
  });
}
