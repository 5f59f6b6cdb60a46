/** Texts whose stretches look different: terminal output, and lines that a search found. */
import { hasControls, MOST_READ, readAnsi } from "../rich/ansi.ts";
import { type Block, type Place, PREVIEW_CHARS } from "../view/block.ts";
import type { Run, StyledSource, StyledText } from "../view/tool-block.ts";
import { cut } from "../../lib/text.ts";
import { bounded, textBlocks } from "./draw.ts";

/** Most stretches of one text, and UTF-16 units of one line in which a path is looked for. */
const MOST_RUNS = 2000;
const PATH_UNITS = 500;

/** What is shown of an output before a hand asks for more. */
export interface Preview {
  readonly lines: number;
  /** The last lines instead of the first. */
  readonly end: boolean;
}

/** Output of no tool in particular. */
export const OUTPUT: Preview = { lines: 12, end: false };

/** Terminal output; plain text where it has nothing that a terminal does not print, but for one that is previewed by its end. */
export function terminalBlocks(text: string, place: Place, preview: Preview = OUTPUT): Block[] {
  if (text === "") return [];
  const controls = hasControls(text);
  if (!controls && !preview.end) return textBlocks(text, "mono", place);
  return [
    {
      kind: "styled",
      source: "terminal",
      ...preview,
      controls,
      ...styled("terminal", text, preview.end),
      raw: bounded(text, place),
    },
  ];
}

/** Lines found in files, or files found. */
export function matchBlocks(text: string, place: Place, failed: boolean): Block[] {
  if (text === "" || failed || hasControls(text)) return terminalBlocks(text, place);
  return [
    {
      kind: "styled",
      source: "matches",
      ...OUTPUT,
      controls: false,
      ...styled("matches", text, false),
      raw: bounded(text, place),
    },
  ];
}

/** At most `most` UTF-16 units of a text, the first or, with `end`, the last, and how they look. */
export function styled(source: StyledSource, text: string, end: boolean, most = PREVIEW_CHARS): StyledText {
  if (source === "matches") {
    const shown = cut(text, most);
    return { text: shown, runs: matchRuns(shown), left: text.length - shown.length };
  }
  if (!end) {
    const { text: shown, runs, read } = readAnsi(text, most);
    return { text: shown, runs, left: text.length - read };
  }
  const from = Math.max(0, text.length - MOST_READ);
  const whole = readAnsi(text.slice(from), MOST_READ);
  const { left, ...shown } = lastOf(whole.text, whole.runs, most);
  return { ...shown, left: left + from };
}

/** The last `most` units at most, from the beginning of a line where there is one. */
function lastOf(text: string, runs: readonly Run[], most: number): StyledText {
  if (text.length <= most) return { text, runs, left: 0 };
  const about = text.length - most;
  const feed = text.indexOf("\n", about - 1);
  const from =
    feed === -1 || feed > text.length - most / 2 ? about + (isLow(text.charCodeAt(about)) ? 1 : 0) : feed + 1;
  const kept: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const chars = Math.min(run.chars, at + run.chars - from);
    if (chars > 0) kept.push({ ...run, chars });
    at += run.chars;
  }
  return { text: text.slice(from), runs: kept, left: from };
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/**
 * Where the paths are in lines as grep (`src/a.ts:12: text`, around a match `src/a.ts-11- text`), find and ls print them. The
 * first in a row of lines with one path is marked alone: the others stand back.
 */
function matchRuns(text: string): Run[] {
  const runs: Run[] = [];
  let before = "";
  for (const line of text.split("\n")) {
    if (runs.length > MOST_RUNS - 4) break;
    const match = /^(.+?)([:-])(\d+)\2/.exec(line.slice(0, PATH_UNITS));
    const [, path = "", , number = ""] = match ?? [];
    if (match !== null) {
      runs.push({ chars: path.length, marks: path === before ? ["path", "dim"] : ["path"] });
      runs.push({ chars: number.length + 2, marks: ["number"] });
      runs.push({ chars: line.length - match[0].length + 1 });
      before = path;
    } else {
      const slash = line.slice(0, -1).lastIndexOf("/") + 1;
      if (slash > 0 && !/\s/.test(line.slice(0, PATH_UNITS))) runs.push({ chars: slash, marks: ["dim"] });
      else runs.push({ chars: slash });
      runs.push({ chars: line.length - slash + 1 });
      before = "";
    }
  }
  // The last line has no line feed.
  const last = runs.at(-1);
  if (last !== undefined) runs[runs.length - 1] = { ...last, chars: last.chars - 1 };
  return runs.filter(({ chars }) => chars > 0);
}
