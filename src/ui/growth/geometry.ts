/** Widest column of a request, in CSS pixels: few requests do not become walls. */
export const WIDEST = 96;

/** Where requests stand along the chart. All lengths are device pixels, so that columns have sharp edges. */
export interface Geometry {
  readonly count: number;
  /** Length that the requests take: request i begins at `i / count` of it. */
  readonly used: number;
  /** One column a request, or one a CSS pixel where requests outnumber those. */
  readonly columns: number;
}

/** `width`: CSS pixels that there are; `ratio`: device pixels in one of them. */
export function geometryOf(count: number, width: number, ratio: number): Geometry {
  const used = Math.max(0, Math.round(Math.min(width, count * WIDEST) * ratio));
  return { count, used, columns: Math.min(count, Math.floor(used / Math.max(1, ratio))) };
}

/** Where a request begins; for `count` where the last one ends. */
export function startOf({ used, count }: Geometry, request: number): number {
  return count === 0 ? 0 : Math.round((request * used) / count);
}

/** First request of a column. Columns divide the requests evenly, so that each has one or more. */
export function firstOf({ count, columns }: Geometry, column: number): number {
  return Math.ceil((column * count) / columns);
}

/**
 * For each column the request that stands for it: the one with the largest value, or the smallest with `sign` -1. What is no
 * number stands for others only where nothing else does.
 */
export function pickColumns(geometry: Geometry, values: Float64Array, sign: 1 | -1 = 1): Int32Array {
  const { columns, count } = geometry;
  const picked = new Int32Array(columns);
  for (let column = 0; column < columns; column++) {
    const first = firstOf(geometry, column);
    const end = column + 1 === columns ? count : firstOf(geometry, column + 1);
    let best = first;
    let most = Number.NaN;
    for (let i = first; i < end; i++) {
      const value = sign * (values[i] ?? Number.NaN);
      // What is no number is larger than none, and none is larger than it.
      if (value > most || (most !== most && value === value)) [best, most] = [i, value];
    }
    picked[column] = best;
  }
  return picked;
}

/** The column at a part (0 to 1) of the length used; -1 where there is none. */
export function columnAt({ columns }: Geometry, part: number): number {
  if (columns === 0 || !(part >= 0 && part <= 1)) return -1;
  return Math.min(columns - 1, Math.floor(part * columns));
}
