import { diffLines, diffWordsWithSpace } from "diff";
import { cut } from "../../lib/text.ts";
import type { DiffBlock, DiffLine } from "../view/tool-block.ts";

/** Most lines of one diff, and UTF-16 units of one line of it. */
const MOST_LINES = 400;
const LINE_UNITS = 2000;
/** Texts longer than this together, UTF-16 units, are not compared, nor for longer than so many ms. */
const MOST_UNITS = 400_000;
const PATIENCE = 200;
/** Words are compared in lines of up to so many UTF-16 units, in so many pairs of lines. */
const WORD_UNITS = 400;
const MOST_PAIRS = 60;

/** A diff, and whether it says all there was to say: no line left out, none cut. */
export interface Diff {
  readonly block: DiffBlock;
  readonly whole: boolean;
}

/**
 * What leads from each old text to its new one, in their order; texts too large or too unlike to be compared in time are all
 * removed and all added. Numbers are not known: nobody has the file.
 */
export function diffOfTexts(changes: readonly { before: string; after: string }[]): Diff {
  const lines: DiffLine[] = [];
  let units = 0;
  for (const [at, { before, after }] of changes.entries()) {
    if (lines.length > MOST_LINES) return finish(lines, 1);
    if (changes.length > 1) lines.push({ mark: "gap", text: `change ${at + 1} of ${changes.length}` });
    units += before.length + after.length;
    const found = units > MOST_UNITS ? undefined : diffLines(before, after, { timeout: PATIENCE });
    const parts = found ?? [
      { value: before, removed: true, added: false },
      { value: after, added: true, removed: false },
    ];
    for (const { value, added, removed } of parts)
      pushLines(lines, value, added ? "added" : removed ? "removed" : "same");
  }
  return finish(lines);
}

/**
 * Reads a diff as Pi keeps it for showing (generateDiffString in edit-diff.js): `+12 text`, `-12 text`, ` 12 text`, ` ...` for
 * lines left out; or a unified diff. What is neither stands as it is.
 */
export function readDiff(text: string): Diff {
  const units = cut(text, MOST_UNITS);
  const rows = units.split("\n");
  if (rows.at(-1) === "") rows.pop();
  const lines = rows.some((row) => /^@@ -\d+/.test(row)) ? unified(rows) : numbered(rows);
  return finish(lines, text.length > units.length ? 1 : 0);
}

function numbered(rows: readonly string[]): DiffLine[] {
  let drift = 0;
  return rows.map((row): DiffLine => {
    const match = /^([+\- ]) *(\d*) ([\s\S]*)$/.exec(row);
    const [, sign = row.charAt(0), digits = "", text = ""] = match ?? [];
    if (digits === "") return text === "..." && sign === " " ? { mark: "gap", text: "…" } : plain(sign, row);
    const number = Number(digits);
    if (sign === "+") {
      drift += 1;
      return { mark: "added", new: number, text };
    }
    if (sign === "-") {
      drift -= 1;
      return { mark: "removed", old: number, text };
    }
    return { mark: "same", old: number, new: number + drift, text };
  });
}

/** A line with a sign and without a number, as other tools write them; one without a sign is no line of a text. */
function plain(sign: string, row: string): DiffLine {
  if (sign === "+") return { mark: "added", text: row.slice(1) };
  if (sign === "-") return { mark: "removed", text: row.slice(1) };
  return sign === " " ? { mark: "same", text: row.slice(1) } : { mark: "gap", text: row };
}

function unified(rows: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  let inside = false;
  for (const row of rows) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(row);
    if (hunk !== null) {
      [before, after, inside] = [Number(hunk[1]), Number(hunk[2]), true];
      lines.push({ mark: "gap", text: row });
    } else if (!inside || row.startsWith("\\")) lines.push({ mark: "gap", text: row });
    else if (row.startsWith("+")) lines.push({ mark: "added", new: after++, text: row.slice(1) });
    else if (row.startsWith("-")) lines.push({ mark: "removed", old: before++, text: row.slice(1) });
    else lines.push({ mark: "same", old: before++, new: after++, text: row.slice(1) });
  }
  return lines;
}

function pushLines(lines: DiffLine[], value: string, mark: DiffLine["mark"]): void {
  if (value === "") return;
  const texts = value.split("\n");
  // The end of the last line begins no other one.
  if (texts.at(-1) === "") texts.pop();
  for (const text of texts) lines.push({ mark, text });
}

function finish(all: readonly DiffLine[], missing = 0): Diff {
  const lines = all.slice(0, MOST_LINES);
  const count = (mark: DiffLine["mark"]): number => all.filter((line) => line.mark === mark).length;
  const long = lines.some(({ text }) => text.length > LINE_UNITS);
  const shown = withWords(lines).map((line) => ({ ...line, text: cut(line.text, LINE_UNITS) }));
  const left = all.length - lines.length;
  const block: DiffBlock = { kind: "diff", added: count("added"), removed: count("removed"), lines: shown, left };
  return { block, whole: left === 0 && missing === 0 && !long };
}

/**
 * Marks changed words where lines are removed and then added, the first with the first and so on; Pi marks single lines only
 * (renderDiff in diff.js). Lines that share little are not marked: everything would be.
 */
function withWords(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  let pairs = 0;
  for (let at = 0; at < lines.length;) {
    let removed = at;
    while (lines[removed]?.mark === "removed") removed += 1;
    let added = removed;
    while (lines[added]?.mark === "added") added += 1;
    const count = Math.min(removed - at, added - removed);
    for (let i = 0; i < count && pairs < MOST_PAIRS; i++, pairs++) markPair(marked, at + i, removed + i);
    at = Math.max(added, at + 1);
  }
  return marked;
}

function markPair(lines: DiffLine[], removed: number, added: number): void {
  const before = lines[removed];
  const after = lines[added];
  if (before === undefined || after === undefined) return;
  if (before.text.length > WORD_UNITS || after.text.length > WORD_UNITS) return;
  const words = changedWords(before.text, after.text);
  if (words === undefined) return;
  lines[removed] = { ...before, words: words.before };
  lines[added] = { ...after, words: words.after };
}

type Ranges = (readonly [number, number])[];

/** Stretches that differ, [from, to); undefined when less than a third of the longer line is common to both. */
function changedWords(before: string, after: string): { before: Ranges; after: Ranges } | undefined {
  const parts = diffWordsWithSpace(before, after, { timeout: PATIENCE });
  if (parts === undefined) return undefined;
  const found: { before: Ranges; after: Ranges } = { before: [], after: [] };
  let [old, young, common] = [0, 0, 0];
  for (const { value, added, removed } of parts) {
    if (removed) found.before.push([old, old + value.length]);
    else if (added) found.after.push([young, young + value.length]);
    else common += value.trim().length;
    if (!added) old += value.length;
    if (!removed) young += value.length;
  }
  const longer = Math.max(before.trim().length, after.trim().length);
  return common * 3 < longer || (found.before.length === 0 && found.after.length === 0) ? undefined : found;
}
