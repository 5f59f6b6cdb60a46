import type { Growth } from "../../core/view/growth.ts";
import { formatTokens } from "../../lib/figures.ts";
import { geometryOf, startOf, type Geometry } from "./geometry.ts";
import { MARK_LOOKS } from "./look.ts";
import type { Series } from "./series.ts";

/** What is drawn. */
export interface Picture {
  readonly growth: Growth;
  readonly series: Series;
  /** The last request at or before the point; -1 for none. */
  readonly at: number;
  /** What is said at the point. */
  readonly pointLabel: string;
  readonly costs: boolean;
  /** CSS pixels on the left for what the heights mean; 0 where there is no room for it. */
  readonly gutter: number;
}

/** Everything that the parts of a drawing share. All lengths are device pixels. */
export interface Board extends Picture {
  readonly brush: CanvasRenderingContext2D;
  readonly geometry: Geometry;
  readonly ratio: number;
  readonly left: number;
  /** Right end of the canvas. */
  readonly right: number;
  /** From where labels stand to where the columns stand; the marks are below. */
  readonly top: number;
  readonly base: number;
  readonly height: number;
  ink(name: string): string;
}

/** Heights in CSS pixels: of the labels above the columns, of the marks below, of the pane with costs. */
export const LABELS = 13;
export const MARKS = 9;
export const COSTS = 48;

/** How much of its colour a request later than the point keeps. */
export const LATER = 0.32;

/** Measures the canvas, and reads the page's colours where they are needed. */
export function boardOf(
  canvas: HTMLCanvasElement,
  brush: CanvasRenderingContext2D,
  picture: Picture,
  ratio: number,
): Board {
  const room = canvas.clientWidth - picture.gutter;
  const bottom = canvas.clientHeight - (picture.costs ? COSTS : 0);
  const marks = picture.growth.marks.some((marks) => MARK_LOOKS.some(({ mark }) => (marks & mark) !== 0));
  const style = getComputedStyle(canvas);
  brush.font = `${Math.round(11 * ratio)}px ${style.fontFamily}`;
  brush.textBaseline = "alphabetic";
  const inks = new Map<string, string>();
  return {
    ...picture,
    brush,
    ratio,
    geometry: geometryOf(picture.series.count, room, ratio),
    left: Math.round(picture.gutter * ratio),
    right: canvas.width,
    top: Math.round(LABELS * ratio),
    base: Math.round((bottom - (marks ? MARKS : 2)) * ratio),
    height: Math.round(bottom * ratio),
    ink(name) {
      let colour = inks.get(name);
      if (colour === undefined) {
        // What a colour of the page means depends on its theme.
        canvas.style.color = `var(${name})`;
        colour = style.color;
        canvas.style.color = "";
        inks.set(name, colour);
      }
      return colour;
    },
  };
}

/** Room between columns: there is some where they are wide. */
export function gapOf({ geometry: { used, columns }, ratio }: Board): number {
  return used / columns >= 3 * ratio ? Math.max(1, Math.round(ratio)) : 0;
}

/** The largest figure that is drawn: an estimate, or the provider's own where that is the larger. */
export function peakLabel({ peak, totals }: Series): string {
  return `${totals.includes(peak) ? "~" : ""}${formatTokens(peak)}`;
}

/** Where the point stands: behind the last request before it. */
export function pointX({ geometry, left, at }: Board): number {
  return left + startOf(geometry, at + 1);
}

/** Left end and width of a column, where its right neighbour begins `gap` later. */
export function columnX({ geometry: { used, columns }, left }: Board, column: number): readonly [number, number] {
  const x = Math.round((column * used) / columns);
  return [left + x, Math.round(((column + 1) * used) / columns) - x];
}

/**
 * Fills what `trace` outlines of the columns, paler from the point on. One path for all of them: a fill for each takes ten times
 * as long.
 */
export function fillColumns(
  { brush, at }: Board,
  picked: Int32Array,
  colour: string,
  trace: (request: number, column: number) => void,
): void {
  const isLater = picked.findIndex((request) => request > at);
  const split = isLater === -1 ? picked.length : isLater;
  brush.fillStyle = colour;
  for (const [from, to, alpha] of [
    [0, split, 1],
    [split, picked.length, LATER],
  ] as const) {
    if (from === to) continue;
    brush.globalAlpha = alpha;
    brush.beginPath();
    for (let column = from; column < to; column++) trace(picked[column] ?? 0, column);
    brush.fill();
  }
  brush.globalAlpha = 1;
}
