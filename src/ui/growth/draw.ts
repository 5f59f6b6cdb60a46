import { formatCost } from "../../lib/figures.ts";
import { boardOf, gapOf, LATER, peakLabel, type Board, type Picture } from "./board.ts";
import { drawCosts } from "./draw-costs.ts";
import { drawLabels, drawMarks } from "./draw-marks.ts";
import { pickColumns } from "./geometry.ts";
import { KIND_INKS } from "./look.ts";

/** Draws the chart into its canvas. Returns how long that took, in ms. */
export function drawGrowth(canvas: HTMLCanvasElement, picture: Picture): number {
  const start = performance.now();
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.round(length * ratio));
  canvas.width = width ?? 0;
  canvas.height = height ?? 0;
  const brush = canvas.getContext("2d");
  if (brush === null || picture.series.count === 0) return 0;
  const board = boardOf(canvas, brush, picture, ratio);
  drawStack(board);
  drawProvider(board);
  if (picture.costs) drawCosts(board);
  drawScale(board);
  drawMarks(board);
  drawLabels(board);
  return performance.now() - start;
}

/** The contexts, layer by layer: each a colour, so that the brush is dipped once. */
function drawStack(board: Board): void {
  const { brush, geometry, series, growth, at, left, top, base } = board;
  const { used, columns } = geometry;
  const picked = pickColumns(geometry, series.totals);
  const scale = series.peak > 0 ? (base - top) / series.peak : 0;
  const gap = gapOf(board);
  const below = new Float64Array(columns);
  growth.kinds.forEach((kind, layer) => {
    if (series.present[layer] !== true) return;
    brush.fillStyle = board.ink(KIND_INKS[layer] ?? "--text");
    brush.globalAlpha = 1;
    for (let column = 0; column < columns; column++) {
      const request = picked[column] ?? 0;
      const tokens = kind[request] ?? 0;
      if (tokens === 0) continue;
      if (request > at && brush.globalAlpha === 1) brush.globalAlpha = LATER;
      const from = below[column] ?? 0;
      below[column] = from + tokens;
      const [low, high] = [Math.round(from * scale), Math.round((from + tokens) * scale)];
      const x = Math.round((column * used) / columns);
      const wide = Math.round(((column + 1) * used) / columns) - x - gap;
      if (high > low) brush.fillRect(left + x, base - high, wide, high - low);
    }
  });
  brush.globalAlpha = 1;
}

/** The same size by the provider's count: a line over the columns, broken where it said nothing. */
function drawProvider(board: Board): void {
  const { brush, geometry, series, left, top, base, ratio, at } = board;
  const { used, columns } = geometry;
  const picked = pickColumns(geometry, series.totals);
  const scale = series.peak > 0 ? (base - top) / series.peak : 0;
  const line = Math.max(1, Math.round(ratio));
  brush.fillStyle = board.ink("--text");
  let before = Number.NaN;
  for (let column = 0; column < columns; column++) {
    const request = picked[column] ?? 0;
    const y = base - Math.round((series.provider[request] ?? Number.NaN) * scale);
    if (!Number.isNaN(y)) {
      brush.globalAlpha = request > at ? LATER : 0.85;
      const x = Math.round((column * used) / columns);
      const end = Math.round(((column + 1) * used) / columns);
      brush.fillRect(left + x, y, end - x, line);
      if (!Number.isNaN(before)) brush.fillRect(left + x, Math.min(y, before), line, Math.abs(y - before) + line);
    }
    before = y;
  }
  brush.globalAlpha = 1;
}

/** What the heights mean: the largest has a line and a figure. */
function drawScale(board: Board): void {
  const { brush, series, left, right, top, base, ratio, gutter } = board;
  const line = Math.max(1, Math.round(ratio));
  brush.fillStyle = board.ink("--line");
  brush.fillRect(left, base, right - left, line);
  if (gutter === 0) return;
  // Under the columns: it is no value of any.
  brush.globalCompositeOperation = "destination-over";
  brush.fillRect(left, top, right - left, line);
  brush.globalCompositeOperation = "source-over";
  brush.fillStyle = board.ink("--text-muted");
  brush.textAlign = "right";
  const x = left - 6 * ratio;
  brush.fillText(peakLabel(series), x, top + 4 * ratio);
  if (!board.costs) return;
  brush.fillText("cached", x, board.height + 15 * ratio);
  brush.fillText(formatCost(series.dearest), x, board.height + 34 * ratio);
}
