import { formatCount } from "../../lib/figures.ts";
const steps: readonly (readonly [name: string, ms: number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000],
];

/** `32 min before` for a distance in ms; empty for less than a second. */
export function gapWords(ms: number): string {
  const size = Math.abs(ms);
  const step = steps.find(([, unit]) => size >= unit);
  if (step === undefined) return "";
  const [name, unit] = step;
  return `${formatCount(size / unit)} ${name} ${ms < 0 ? "before" : "after"}`;
}
