import { formatTokens } from "../../lib/figures.ts";
import { MARKS, peakLabel, pointX, type Board } from "./board.ts";
import { startOf } from "./geometry.ts";
import { MARK_LOOKS } from "./look.ts";
import type { Series } from "./series.ts";

/** CSS pixels of a mark, and between compactions that are closer than their lines can be told apart. */
const CELL = 9;
const CROWDED = 14;

/** What happened between the requests: one mark a place, the one that matters most; side by side where there is room. */
export function drawMarks(board: Board): void {
  const { brush, ratio, left, growth, at, geometry } = board;
  const cells = placeMarks(board);
  const y = board.height - MARKS * ratio + ratio;
  brush.lineWidth = 1.3;
  brush.lineCap = "round";
  cells.forEach((look, cell) => {
    const shape = MARK_LOOKS[look - 1];
    if (shape === undefined) return;
    const x = left + cell * CELL * ratio;
    const later = cell * CELL * ratio >= startOf(geometry, at + 1) && at + 1 < growth.rows.length;
    brush.globalAlpha = later ? LATER_MARK : 1;
    brush.save();
    brush.translate(x, y);
    brush.scale(ratio, ratio);
    const path = new Path2D(shape.path);
    if (shape.filled) {
      brush.fillStyle = board.ink(shape.ink);
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is no array
      brush.fill(path);
    } else {
      brush.strokeStyle = board.ink(shape.ink);
      brush.stroke(path);
    }
    brush.restore();
  });
  brush.globalAlpha = 1;
}

const LATER_MARK = 0.5;

/** For each cell along the chart 0, or 1 more than the mark's place in {@link MARK_LOOKS}. */
export function placeMarks({ growth, geometry, ratio }: Pick<Board, "growth" | "geometry" | "ratio">): Uint8Array {
  const cells = new Uint8Array(Math.ceil(geometry.used / (CELL * ratio)) + 1);
  growth.marks.forEach((marks, request) => {
    if (marks === 0) return;
    const first = Math.floor(startOf(geometry, request) / (CELL * ratio));
    const end = Math.max(first + 1, Math.floor(startOf(geometry, request + 1) / (CELL * ratio)));
    let cell = first;
    MARK_LOOKS.forEach(({ mark }, look) => {
      if ((marks & mark) === 0 || cell >= end) return;
      const there = cells[cell] ?? 0;
      if (there === 0 || look + 1 < there) cells[cell] = look + 1;
      cell += 1;
    });
  });
  return cells;
}

/** A text above the columns, and the line that it belongs to. */
export interface Label {
  readonly text: string;
  /** Of the line; device pixels. */
  readonly x: number;
  /** Left end of the text. */
  readonly from: number;
  readonly kind: "point" | "compaction";
}

/** The point, and the compactions: what each made of the context, where there is room to say so. */
export function drawLabels(board: Board): void {
  const { brush, ratio, series, left, top, base } = board;
  const labels = placeLabels(board);
  const named = new Set(labels.map(({ x }) => x));
  const crowded = board.geometry.used / Math.max(1, series.compactions.length) < CROWDED * ratio;
  const thin = Math.max(1, Math.round(ratio));
  brush.textAlign = "left";
  brush.fillStyle = board.ink("--tone-summary");
  for (const request of series.compactions) {
    const x = left + startOf(board.geometry, request);
    if (!crowded || named.has(x)) dashed(board, x, thin);
    else brush.fillRect(x, top - 3 * thin, thin, 3 * thin);
  }
  for (const { text, from, kind } of labels) {
    brush.fillStyle = board.ink(kind === "point" ? "--accent" : "--tone-summary");
    brush.fillText(text, from, top - 4 * ratio);
  }
  const x = Math.max(left, pointX(board) - thin);
  brush.fillStyle = board.ink("--accent");
  brush.fillRect(x, 0, 2 * thin, base + 2 * thin);
  if (board.costs) brush.fillRect(x, board.height + 4 * thin, 2 * thin, brush.canvas.height - board.height - 6 * thin);
}

function dashed({ brush, base, ratio }: Board, x: number, thin: number): void {
  for (let y = 0; y < base; y += 5 * ratio) brush.fillRect(x, Math.round(y), thin, Math.round(3 * ratio));
}

/** Texts that have room, the point's first; each beside its line, on the left where the right has none. */
export function placeLabels(board: Board): Label[] {
  const { series, geometry, left } = board;
  const placed: Label[] = [];
  const taken: [number, number][] = [];
  const place = (text: string, x: number, kind: Label["kind"]): void => {
    const { brush, ratio, right } = board;
    const wide = brush.measureText(text).width;
    for (const from of [x + 4 * ratio, x - wide - 4 * ratio]) {
      const [start, end] = [from - 6 * ratio, from + wide + 6 * ratio];
      if (from < left || from + wide > right) continue;
      if (taken.some(([one, other]) => start < other && end > one)) continue;
      taken.push([from, from + wide]);
      placed.push({ text, x, from, kind });
      return;
    }
  };
  place(board.pointLabel, pointX(board), "point");
  // The line of another is not written over.
  taken.push([pointX(board), pointX(board)]);
  if (board.gutter === 0) place(peakLabel(series), left, "point");
  for (const request of series.compactions) {
    place(compactionLabel(series, request), left + startOf(geometry, request), "compaction");
  }
  return placed;
}

/** `~96k → 26k`: the contexts of the requests before and after it. */
export function compactionLabel({ totals }: Series, request: number): string {
  const after = formatTokens(totals[request] ?? 0);
  return request === 0 ? `→ ~${after}` : `~${formatTokens(totals[request - 1] ?? 0)} → ${after}`;
}
