import { asNumber, asString, field } from "../../lib/json.ts";
import { contentList } from "../messages/content.ts";
import { type FileCall, askedLines } from "./file-calls.ts";

/** Lines of a file that a copy holds, 1-based and inclusive. */
export interface Lines {
  readonly from: number;
  readonly to: number;
  /** It goes on to the end of the file. */
  readonly toEnd: boolean;
}

/** One change: `removed` lines from line `at` of the file before it, and `added` in their place. */
export interface Change {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

/** Most UTF-16 units of a text that is taken apart. */
const UNITS = 2_000_000;

/**
 * What a read returned: all of the file, or lines of it, by the call's arguments and what Pi's read says at the end of its text
 * where that is not all. Null where it cannot be told, as for an image.
 */
export function linesRead({ tool, args }: FileCall, result: unknown): Lines | null {
  const content = field(result, "content");
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : contentList(content);
  if (blocks.some((block) => field(block, "type") === "image")) return null;
  const text = blocks
    .map((block) => asString(field(block, "text")) ?? "")
    .join("\n")
    .slice(0, UNITS);
  const { from, count } = askedLines(args);
  const shown = /\[Showing lines (\d+)-(\d+) of (\d+)[^\]]*\]\s*$/.exec(text.slice(-400));
  if (shown !== null) {
    const to = Number(shown[2]);
    return { from: Number(shown[1]), to, toEnd: to >= Number(shown[3]) };
  }
  const more = /\[\d+ more lines in (?:the )?file[^\]]*\]\s*$/.exec(text.slice(-400));
  const body = more === null ? text : text.slice(0, text.length - more[0].length).replace(/\n+$/, "");
  // The end of the last line begins no other one.
  const got = Math.max(1, body.replace(/\n$/, "").split("\n").length);
  // Pi's read says so when there is more; of other tools it is not known.
  const isShort = tool === "read" || count === null || got < count;
  const isAll = more === null && isShort && !isTruncated(result);
  return { from, to: from + got - 1, toEnd: isAll };
}

function isTruncated(result: unknown): boolean {
  return field(field(field(result, "details"), "truncation"), "truncated") === true;
}

/**
 * The lines an edit changed, in order, by what Pi's edit keeps in `details`: its patch, or in old sessions its diff with numbers of
 * lines. Null where neither tells.
 */
export function linesChanged(result: unknown): Change[] | null {
  const details = field(result, "details");
  const patch = asString(field(details, "patch"));
  if (patch !== undefined && patch.length <= UNITS) return fromPatch(patch);
  const diff = asString(field(details, "diff"));
  return diff !== undefined && diff.length <= UNITS ? fromDiff(diff) : null;
}

/** Collects lines that are removed and added next to each other into changes. */
class Changes {
  readonly list: Change[] = [];
  #at = 0;
  #removed = 0;
  #added = 0;

  note(at: number, removed: number, added: number): void {
    if (this.#removed + this.#added > 0 && at > this.#at + this.#removed) this.end();
    if (this.#removed + this.#added === 0) this.#at = at;
    this.#removed += removed;
    this.#added += added;
  }

  end(): Change[] {
    if (this.#removed + this.#added > 0) this.list.push({ at: this.#at, removed: this.#removed, added: this.#added });
    this.#removed = 0;
    this.#added = 0;
    return this.list;
  }
}

function fromPatch(patch: string): Change[] | null {
  const changes = new Changes();
  let old = 0;
  let isInside = false;
  for (const line of patch.split("\n")) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+\d+/.exec(line);
    if (head !== null) {
      // Nothing of the old file in a hunk: its number is that of the line before.
      old = Number(head[1]) + (head[2] === "0" ? 1 : 0);
      isInside = true;
    } else if (!isInside) continue;
    else if (line.startsWith("-")) changes.note(old++, 1, 0);
    else if (line.startsWith("+")) changes.note(old, 0, 1);
    else if (line.startsWith(" ")) old += 1;
  }
  return isInside ? changes.end() : null;
}

function fromDiff(diff: string): Change[] | null {
  const changes = new Changes();
  let shift = 0;
  for (const line of diff.split("\n")) {
    const found = /^([+-])\s*(\d+)(?: |$)/.exec(line);
    if (found === null) continue;
    const number = asNumber(Number(found[2])) ?? 0;
    if (found[1] === "-") {
      changes.note(number, 1, 0);
      shift -= 1;
    } else {
      // Numbered as in the file after it.
      changes.note(number - shift, 0, 1);
      shift += 1;
    }
  }
  const list = changes.end();
  return list.length === 0 ? null : list;
}

/** Where lines of a file are after changes to it; undefined when one of them is changed or stands beside what was put between them. */
export function moved(lines: Lines, changes: readonly Change[]): Lines | undefined {
  let shift = 0;
  for (const { at, removed, added } of changes) {
    // What is put before the first line of a file changes how it begins.
    const isBefore = at + removed <= lines.from && lines.from > 1;
    const isAfter = at > lines.to && !lines.toEnd;
    if (!isBefore && !isAfter) return undefined;
    if (isBefore) shift += added - removed;
  }
  return { from: lines.from + shift, to: lines.to + shift, toEnd: lines.toEnd };
}

/** True for all lines of a file. */
export function isWhole(lines: Lines | null): boolean {
  return lines === null || (lines.from === 1 && lines.toEnd);
}
