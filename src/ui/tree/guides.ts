import { MARK } from "../../core/view/row.ts";

/** Pixels of one step of indentation, and the most steps that are drawn: deeper branches stay readable at any width. */
export const STEP = 14;
export const MOST_STEPS = 12;

const cache = new Map<string, string>();

/**
 * The lines in front of a row as one background: a vertical line for each bit of `guides`, an elbow in the last step of a
 * row that is one of several children. Steps beyond {@link MOST_STEPS} are cut off on the left.
 */
export function guideLines(depth: number, marks: number, guides: number): string {
  const elbow = marks & (MARK.elbow | MARK.last);
  const key = `${depth},${elbow},${guides}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const cutOff = Math.max(0, depth - MOST_STEPS);
  const lines: string[] = [];
  const line = (x: number, y: string, width: number, height: string): void => {
    lines.push(`linear-gradient(var(--line-strong), var(--line-strong)) ${x}px ${y} / ${width}px ${height} no-repeat`);
  };
  for (let n = cutOff; n < Math.min(depth, 32); n++) {
    if ((guides & (1 << n)) !== 0) line((n - cutOff) * STEP + 5, "0", 1, "100%");
  }
  if ((elbow & MARK.elbow) !== 0 && depth > 0) {
    const x = (Math.min(depth, MOST_STEPS) - 1) * STEP + 5;
    line(x, "0", 1, (elbow & MARK.last) === 0 ? "100%" : "50%");
    line(x, "50%", STEP - 6, "1px");
  }
  const background = lines.join(", ");
  if (cache.size > 2000) cache.clear();
  cache.set(key, background);
  return background;
}
