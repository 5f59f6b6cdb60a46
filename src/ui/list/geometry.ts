import type { Heights } from "../../lib/heights.ts";

/** Where the items of a list stand, in pixels from the first one's top. {@link Heights} is one of them. */
export type Geometry = Pick<Heights, "count" | "total" | "height" | "top" | "indexAt">;

/** Items of one height. */
export function evenGeometry(count: number, height: number): Geometry {
  return {
    count,
    total: count * height,
    height: () => height,
    top: (index) => index * height,
    indexAt: (offset) => Math.max(0, Math.min(count - 1, Math.floor(offset / height))),
  };
}
