/** Widest column of a request, in CSS pixels: a short session stays a picture of its growth and fills no screen with five blocks. */
export const WIDEST = 40;

/** Where requests stand along the chart. All lengths are device pixels, so that columns have sharp edges. */
export interface Geometry {
  readonly count: number;
  /** Length that the requests take: request i begins at `i / count` of it. */
  readonly used: number;
  /** One column a request, or one a pixel where requests outnumber the pixels. */
  readonly columns: number;
}

/** `width`: CSS pixels that there are; `ratio`: device pixels in one of them. */
export function geometryOf(count: number, width: number, ratio: number): Geometry {
  const used = Math.max(0, Math.round(Math.min(width, count * WIDEST) * ratio));
  return { count, used, columns: Math.min(count, used) };
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
  if (columns === count) return picked.map((_, i) => i);
  for (let column = 0; column < columns; column++) {
    const end = firstOf(geometry, column + 1);
    let best = firstOf(geometry, column);
    for (let i = best + 1; i < end; i++) if (isBeyond(values[i], values[best], sign)) best = i;
    picked[column] = best;
  }
  return picked;
}

function isBeyond(value = Number.NaN, best = Number.NaN, sign: 1 | -1): boolean {
  return Number.isNaN(best) ? !Number.isNaN(value) : sign * value > sign * best;
}

/** The column at a part (0 to 1) of the length used; -1 where there is none. */
export function columnAt({ columns }: Geometry, part: number): number {
  if (columns === 0 || !(part >= 0 && part <= 1)) return -1;
  return Math.min(columns - 1, Math.floor(part * columns));
}
