import { MARK } from "../../core/view/row.ts";

/** Pixels of one step of indentation. */
export const STEP = 12;
/** Of more steps than that, the style sheet may cut off the first ones: the depth is then said in figures. */
export const PLAIN_STEPS = 6;

const cache = new Map<string, string>();

/**
 * The lines in front of a row as one background: a vertical line for each bit of `guides`, an elbow in the last step of a
 * row that is one of several children. They hang from the right edge, so that a row with little room loses the outer ones.
 */
export function guideLines(depth: number, marks: number, guides: number): string {
  const elbow = marks & (MARK.elbow | MARK.last);
  const key = `${depth},${elbow},${guides}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const lines: string[] = [];
  const line = (right: number, y: string, width: number, height: string): void => {
    const place = `right ${right}px top ${y} / ${width}px ${height}`;
    lines.push(`linear-gradient(var(--line-strong), var(--line-strong)) ${place} no-repeat`);
  };
  const rightOf = (step: number): number => (depth - 1 - step) * STEP + STEP - 5;
  for (let n = Math.max(0, depth - 24); n < Math.min(depth, 32); n++) {
    if ((guides & (1 << n)) !== 0) line(rightOf(n), "0", 1, "100%");
  }
  if ((elbow & MARK.elbow) !== 0 && depth > 0) {
    line(rightOf(depth - 1), "0", 1, (elbow & MARK.last) === 0 ? "100%" : "50%");
    line(1, "50%", STEP - 6, "1px");
  }
  const background = lines.join(", ");
  if (cache.size > 2000) cache.clear();
  cache.set(key, background);
  return background;
}
