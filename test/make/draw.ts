import * as make from "./entries.ts";
import { type Fields, text, thinking, toolCall } from "./messages.ts";
import { makeEntry, type Parts } from "./kinds.ts";
import { readStroke, type Stroke } from "./read-drawing.ts";

export interface DrawOptions {
  /** What `$name` stands for in the drawing. */
  readonly values?: Fields;
  /** Fields of the header, beside the usual ones; null for a file without a header. */
  readonly header?: Fields | null;
  /** Time of the header; every line is a second later than the one above unless it says `+30s`, `+2m`, `+1h`. */
  readonly start?: string;
  /** The id that a drawn name gets; as drawn by default. */
  readonly id?: (name: string) => string;
}

interface Place {
  readonly indent: number;
  readonly id: unknown;
}

/**
 * Finds each stroke's parent: the line above at the same indentation; for the first line of a deeper block, the line it
 * hangs from. An arrow overrides: `< name`, `< null`.
 */
class Parents {
  private readonly open: Place[] = [];

  of(stroke: Stroke, id: (name: string) => string): unknown {
    while ((this.open.at(-1)?.indent ?? -1) > stroke.indent) this.open.pop();
    const above = this.open.at(-1)?.id ?? null;
    if (stroke.parent === undefined) return above;
    return stroke.parent === "null" ? null : id(stroke.parent);
  }

  add(stroke: Stroke, id: unknown): void {
    if (this.open.at(-1)?.indent === stroke.indent) this.open.pop();
    this.open.push({ indent: stroke.indent, id });
  }
}

/** Sorts the words of a stroke: content blocks, plain words, fields for the message and for the entry. */
function partsOf(stroke: Stroke, id: (name: string) => string, time: number, callNames: Map<string, string>): Parts {
  const parts: Parts = { time, values: [], blocks: [], fields: {}, entryFields: {}, id, callNames };
  for (const word of stroke.words) {
    if (word.kind === "field") (word.onEntry ? parts.entryFields : parts.fields)[word.key] = word.value;
    else if (word.kind === "thinking") parts.blocks.push(thinking(word.words));
    else if (word.kind === "call") {
      callNames.set(word.id, word.name);
      parts.blocks.push(toolCall(word.id, word.name, word.args as Fields));
    } else {
      parts.values.push(word.value);
      if (Array.isArray(word.value)) parts.blocks.push(...(word.value as Fields[]));
      else if (typeof word.value === "object" && word.value !== null) parts.blocks.push(word.value as Fields);
      else if (!word.bare) parts.blocks.push(text(String(word.value)));
    }
  }
  return parts;
}

/** One line of the file: an object, or text to write as it is. */
export type DrawnLine = Fields | string;

/** Draws the lines of a session; see the README beside this file for the language. */
export function drawLines(drawing: string, options: DrawOptions = {}): DrawnLine[] {
  const { values = {}, id = (name: string) => name, start = make.START } = options;
  const lines: DrawnLine[] = [];
  if (options.header !== null) lines.push(make.header({ timestamp: start, ...options.header }));
  const parents = new Parents();
  const callNames = new Map<string, string>();
  let time = Date.parse(start);
  for (const [index, drawn] of drawing.split("\n").entries()) {
    const trimmed = drawn.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    if (trimmed.startsWith("!")) {
      lines.push(trimmed.slice(1).trimStart());
      continue;
    }
    try {
      const stroke = readStroke(drawn, index + 1, values);
      time += stroke.wait;
      const base = { id: id(stroke.name), parentId: parents.of(stroke, id), timestamp: new Date(time).toISOString() };
      lines.push(makeEntry(stroke.kind, base, partsOf(stroke, id, time, callNames)));
      parents.add(stroke, base.id);
    } catch (error) {
      throw new Error(`line ${index + 1} of the drawing (${trimmed.slice(0, 60)}): ${String(error)}`, { cause: error });
    }
  }
  return lines;
}

/** Draws a session: the text of its file. */
export function draw(drawing: string, options: DrawOptions = {}): string {
  return drawLines(drawing, options)
    .map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`)
    .join("");
}
