import { formatCost } from "../../lib/figures.ts";
import { boardOf, columnX, fillColumns, gapOf, peakLabel, type Board, type Picture } from "./board.ts";
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
  const picked = pickColumns(board.geometry, picture.series.totals);
  drawStack(board, picked);
  drawProvider(board, picked);
  if (picture.costs) drawCosts(board);
  drawScale(board);
  drawMarks(board);
  drawLabels(board);
  return performance.now() - start;
}

/** The contexts, layer by layer. */
function drawStack(board: Board, picked: Int32Array): void {
  const { brush, series, growth, top, base } = board;
  const scale = series.peak > 0 ? (base - top) / series.peak : 0;
  const gap = gapOf(board);
  const below = new Float64Array(picked.length);
  growth.kinds.forEach((kind, layer) => {
    if (series.present[layer] !== true) return;
    fillColumns(board, picked, board.ink(KIND_INKS[layer] ?? "--text"), (request, column) => {
      const from = below[column] ?? 0;
      const to = from + (kind[request] ?? 0);
      below[column] = to;
      const [low, high] = [Math.round(from * scale), Math.round(to * scale)];
      const [x, wide] = columnX(board, column);
      if (high > low) brush.rect(x, base - high, wide - gap, high - low);
    });
  });
}

/** The same size by the provider's count: a line over the columns, broken where it said nothing. */
function drawProvider(board: Board, picked: Int32Array): void {
  const { brush, geometry, series, top, base, ratio } = board;
  const scale = series.peak > 0 ? (base - top) / series.peak : 0;
  const line = Math.max(1, Math.round(ratio));
  // Where columns are a pixel wide, steps between them would be a wall.
  const steps = geometry.used / geometry.columns >= 3 * ratio;
  let before = Number.NaN;
  fillColumns(board, picked, board.ink("--growth-provider"), (request, column) => {
    const y = base - Math.round((series.provider[request] ?? Number.NaN) * scale);
    if (!Number.isNaN(y)) {
      const [x, wide] = columnX(board, column);
      brush.rect(x, y, wide, line);
      if (steps && !Number.isNaN(before)) brush.rect(x, Math.min(y, before), line, Math.abs(y - before) + line);
    }
    before = y;
  });
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
