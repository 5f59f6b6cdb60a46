import { diffLines } from "diff";
import { formatAmount } from "../../lib/figures.ts";
import type { DiffLine, DiffPart } from "../view/report.ts";

/** Lines of one diff that are shown, and lines that are the same around each change. */
const MOST = 400;
const AROUND = 3;
/** ms of searching for the shortest way from one text to the other, and UTF-16 units of a text that is looked at. */
const PATIENCE = 500;
const UNITS = 2_000_000;

/**
 * The lines that lead from one text to another. What is the same far from any change is a gap; where the texts are too large or too
 * unlike to be compared in time, all of one is removed and all of the other added.
 */
export function diffPart(before: string, after: string): DiffPart {
  const lines = changes(before, after);
  const shown = withGaps(lines);
  const left = shown.length - MOST;
  return { kind: "diff", lines: shown.slice(0, MOST), ...(left > 0 && { left }) };
}

function changes(before: string, after: string): DiffLine[] {
  const found =
    before.length + after.length > UNITS
      ? undefined
      : diffLines(before, after, { timeout: PATIENCE, stripTrailingCr: true });
  if (found === undefined) return [...linesOf(before, "removed"), ...linesOf(after, "added")];
  return found.flatMap(({ value, added, removed }) => linesOf(value, added ? "added" : removed ? "removed" : "same"));
}

function linesOf(text: string, mark: DiffLine["mark"]): DiffLine[] {
  if (text === "") return [];
  const lines = text.split("\n");
  // The end of the last line begins no other one.
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => ({ mark, text: line }));
}

function withGaps(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { mark }] of lines.entries()) {
    if (mark !== "same") near.fill(1, Math.max(0, at - AROUND), at + AROUND + 1);
  }
  const shown: DiffLine[] = [];
  for (let at = 0; at < lines.length;) {
    const from = at;
    while (at < lines.length && near[at] === 0) at += 1;
    if (at > from) shown.push({ mark: "gap", text: `${formatAmount(at - from, "line")} the same` });
    const line = lines[at];
    if (line !== undefined) shown.push(line);
    at += 1;
  }
  return shown;
}
