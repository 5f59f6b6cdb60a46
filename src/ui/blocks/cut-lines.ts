import { cut } from "../../lib/text.ts";

/** A text cut to a number of lines, and what that leaves out: both 0 where it is whole. */
export interface CutText {
  readonly text: string;
  readonly lines: number;
  readonly chars: number;
}

/** Characters that count as one line, for a text that is one long line. */
const LINE = 160;

/** The first `most` lines; a long line counts for as many as it fills. A rest of a line or two is not cut off. */
export function cutLines(text: string, most: number): CutText {
  const whole = { text, lines: 0, chars: 0 };
  const end = endOf(text, most);
  if (end >= text.length || endOf(text, most + 2) >= text.length) return whole;
  const shown = cut(text, end);
  const rest = text.slice(shown.length).replace(/^\r?\n/, "");
  return { text: shown, lines: countLines(rest), chars: rest.length };
}

/** Where the line after `most` lines begins, without its line feed. */
function endOf(text: string, most: number): number {
  let at = 0;
  for (let left = most; left > 0;) {
    const feed = text.indexOf("\n", at);
    const end = feed < 0 ? text.length : feed;
    const filled = Math.max(1, Math.ceil((end - at) / LINE));
    if (filled > left) return at + left * LINE;
    left -= filled;
    if (feed < 0 || left === 0) return end;
    at = feed + 1;
  }
  return at;
}

/** Lines of a text; a line feed at its end begins no further one. */
export function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
