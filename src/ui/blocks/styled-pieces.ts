import type { Run } from "../../core/view/tool-block.ts";

/** A stretch of a text and how it looks; undefined for plain. */
export interface StyledPiece {
  readonly text: string;
  readonly run: Run | undefined;
}

/** The stretches of `text` from `from` to `to`, by the runs that cover the text from its start. */
export function styledPieces(text: string, runs: readonly Run[], from: number, to: number): StyledPiece[] {
  const pieces: StyledPiece[] = [];
  let at = 0;
  for (const run of runs) {
    const [start, end] = [Math.max(from, at), Math.min(to, at + run.chars)];
    if (end > start) pieces.push({ text: text.slice(start, end), run });
    at += run.chars;
    if (at >= to) return pieces;
  }
  if (to > Math.max(from, at)) pieces.push({ text: text.slice(Math.max(from, at), to), run: undefined });
  return pieces;
}

/** Where the last `most` lines of a text begin, long lines counting for as many as they fill; 0 where it is about as short. */
export function startOfLast(text: string, most: number): number {
  const LINE = 160;
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  const whole = at;
  for (let left = most; left > 0 && at > 0;) {
    const feed = text.lastIndexOf("\n", at - 1);
    const filled = Math.max(1, Math.ceil((at - feed - 1) / LINE));
    if (filled > left) return cleanStart(text, at - left * LINE);
    left -= filled;
    at = feed;
    if (left === 0) break;
  }
  if (at <= 0 || at >= whole) return 0;
  // A rest of a line or two is not cut off.
  const rest = text.slice(0, at).split("\n", 3).length;
  return rest <= 2 && at < 2 * LINE ? 0 : at + 1;
}

function cleanStart(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 ? at + 1 : at;
}
