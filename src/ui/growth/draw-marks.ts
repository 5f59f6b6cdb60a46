import { formatTokens } from "../../lib/figures.ts";
import { peakLabel, pointX, type Board } from "./board.ts";
import { startOf } from "./geometry.ts";
import { MARK_LOOKS, type MarkLook } from "./look.ts";
import type { Series } from "./series.ts";

/** CSS pixels of a mark. */
const CELL = 9;
/** CSS pixels for each compaction that is named: more names than that are read by nobody. */
const NAME = 220;
/** So many compactions for each name are looked at: those that fall most often stand close together. */
const TRIED = 8;
/** How much of its colour a mark later than the point keeps. */
const LATER_MARK = 0.5;
/** A mark that more than this part of the places would show is no event: it is a line below them. */
const COMMON = 0.25;

/** What happened between the requests: one mark a place, the one that matters most; side by side where there is room. */
export function drawMarks(board: Board): void {
  const { brush, ratio, left, growth, at, geometry } = board;
  const wide = CELL * ratio;
  const top = board.height - (CELL - 0.5) * ratio;
  const later = at + 1 < growth.rows.length ? startOf(geometry, at + 1) : Infinity;
  const { cells, common } = placeMarks(board);
  brush.lineWidth = 1.3;
  brush.lineCap = "round";
  cells.forEach((look, cell) => {
    const shape = MARK_LOOKS[look - 1];
    brush.globalAlpha = cell * wide >= later ? LATER_MARK : 1;
    if (shape !== undefined) drawMark(board, shape, left + cell * wide, top);
  });
  let line = 0;
  common.forEach((cells, look) => {
    const y = board.height - 2 * ratio * (line += 1);
    brush.fillStyle = board.ink(MARK_LOOKS[look]?.ink ?? "--text");
    for (const cell of cells) {
      brush.globalAlpha = cell * wide >= later ? LATER_MARK / 2 : 0.5;
      brush.fillRect(left + Math.round(cell * wide), y, Math.ceil(wide), ratio);
    }
  });
  brush.globalAlpha = 1;
}

function drawMark(board: Board, { path, filled, ink }: MarkLook, x: number, y: number): void {
  const { brush, ratio } = board;
  brush.save();
  brush.translate(x, y);
  brush.scale(ratio, ratio);
  brush.fillStyle = board.ink(ink);
  brush.strokeStyle = board.ink(ink);
  const shape = new Path2D(path);
  if (filled) {
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is no array
    brush.fill(shape);
  } else brush.stroke(shape);
  brush.restore();
}

export interface Places {
  /** For each cell along the chart 0, or 1 more than the place of its mark in {@link MARK_LOOKS}. */
  readonly cells: Uint8Array;
  /** By place in {@link MARK_LOOKS}: where a mark is that is nearly everywhere. */
  readonly common: ReadonlyMap<number, ReadonlySet<number>>;
}

export function placeMarks({ growth, geometry, ratio }: Pick<Board, "growth" | "geometry" | "ratio">): Places {
  const wide = CELL * ratio;
  const cells = new Uint8Array(Math.ceil(geometry.used / wide) + 1);
  const cellOf = (request: number): number => Math.floor(startOf(geometry, request) / wide);
  const marked: number[] = [];
  for (let i = 0; i < growth.marks.length; i++) if ((growth.marks[i] ?? 0) !== 0) marked.push(i);
  const common = new Map<number, ReadonlySet<number>>();
  const rare: { readonly mark: number; readonly look: number }[] = [];
  MARK_LOOKS.forEach(({ mark }, look) => {
    const met = new Set<number>();
    for (const request of marked) if (((growth.marks[request] ?? 0) & mark) !== 0) met.add(cellOf(request));
    const isCommon = geometry.used < geometry.count * wide && met.size > cells.length * COMMON;
    if (isCommon) common.set(look, met);
    else rare.push({ mark, look });
  });
  for (const request of marked) {
    let cell = cellOf(request);
    const end = Math.max(cell + 1, cellOf(request + 1));
    for (const { mark, look } of rare) {
      if (((growth.marks[request] ?? 0) & mark) === 0 || cell >= end) continue;
      const there = cells[cell] ?? 0;
      if (there === 0 || look + 1 < there) cells[cell] = look + 1;
      cell += 1;
    }
  }
  return { cells, common };
}

/** A text above the columns, and the line that it belongs to. */
export interface Label {
  readonly text: string;
  /** Of the line; device pixels. */
  readonly x: number;
  /** Ends of the text. */
  readonly from: number;
  readonly to: number;
  /** The variable with its colour. */
  readonly ink: string;
}

/** The point, and the compactions: what each made of the context, where there is room to say so. */
export function drawLabels(board: Board): void {
  const { brush, ratio, series, left, top, base } = board;
  const labels = placeLabels(board);
  const named = new Set(labels.map(({ x }) => x));
  const isWritten = (x: number): boolean => labels.some(({ from, to }) => from - 2 * ratio < x && to + 2 * ratio > x);
  const crowded = isCrowded(board);
  const thin = Math.max(1, Math.round(ratio));
  brush.textAlign = "left";
  brush.fillStyle = board.ink("--tone-summary");
  for (const request of series.compactions) {
    const x = left + startOf(board.geometry, request);
    // No line runs through a text.
    if (!crowded || named.has(x)) dashed(board, x, isWritten(x) ? top : 0);
    else if (!isWritten(x)) brush.fillRect(x, top - 3 * thin, thin, 3 * thin);
  }
  for (const { text, from, ink } of labels) {
    brush.fillStyle = board.ink(ink);
    brush.fillText(text, from, top - 4 * ratio);
  }
  const x = Math.max(left, pointX(board) - thin);
  brush.fillStyle = board.ink("--accent");
  brush.fillRect(x, 0, 2 * thin, base + 2 * thin);
  if (board.costs) brush.fillRect(x, board.height + 4 * thin, 2 * thin, brush.canvas.height - board.height - 6 * thin);
}

function dashed({ brush, base, ratio }: Board, x: number, top: number): void {
  const thin = Math.max(1, Math.round(ratio));
  for (let y = top; y < base; y += 5 * ratio) brush.fillRect(x, Math.round(y), thin, Math.round(3 * ratio));
}

/** Of many compactions only those that are named have a line: the columns show the others. */
function isCrowded(board: Board): boolean {
  return board.series.compactions.length > 2 * namesOf(board);
}

function namesOf({ geometry, ratio }: Board): number {
  return Math.ceil(geometry.used / (NAME * ratio));
}

/** Texts that have room, the point's first; each beside its line, on the left where the right has none. */
export function placeLabels(board: Board): Label[] {
  const { series, geometry, left } = board;
  const placed: Label[] = [];
  const taken: [number, number][] = [];
  const place = (text: string, x: number, ink: string): void => {
    const { brush, ratio, right } = board;
    const wide = brush.measureText(text).width;
    for (const from of [x + 4 * ratio, x - wide - 4 * ratio]) {
      const [start, end] = [from - 6 * ratio, from + wide + 6 * ratio];
      if (from < left || from + wide > right) continue;
      if (taken.some(([one, other]) => start < other && end > one)) continue;
      taken.push([from, from + wide]);
      placed.push({ text, x, from, to: from + wide, ink });
      return;
    }
  };
  place(board.pointLabel, pointX(board), "--accent");
  // The line of another is not written over.
  taken.push([pointX(board), pointX(board)]);
  if (board.gutter === 0) place(peakLabel(series), left, "--text-muted");
  const most = placed.length + namesOf(board);
  for (const request of steepest(series, TRIED * namesOf(board))) {
    if (placed.length === most) break;
    place(compactionLabel(series, request), left + startOf(geometry, request), "--tone-summary");
  }
  return placed;
}

/** The compactions that took most out of the context. */
function steepest({ compactions, totals }: Series, most: number): readonly number[] {
  const fall = (request: number): number => (totals[request - 1] ?? 0) - (totals[request] ?? 0);
  return compactions.toSorted((a, b) => fall(b) - fall(a)).slice(0, most);
}

/** `~96k → ~26k`: the contexts of the requests before and after it. */
export function compactionLabel({ totals }: Series, request: number): string {
  const after = formatTokens(totals[request] ?? 0);
  return request === 0 ? `→ ~${after}` : `~${formatTokens(totals[request - 1] ?? 0)} → ~${after}`;
}
