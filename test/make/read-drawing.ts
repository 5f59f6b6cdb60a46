import type { Fields } from "./messages.ts";

/**
 * One word of a drawing.
 * - `value`: JSON, a bare word, or what a `$name` stands for
 * - `field`: `key=value`; without a value the field is removed. `@key=value` sets it on the entry even in a message.
 * - `call`: `c1:read{"path":"a.ts"}`
 * - `thinking`: `~"words"`
 */
export type Word =
  | { readonly kind: "value"; readonly value: unknown; readonly bare: boolean }
  | { readonly kind: "field"; readonly key: string; readonly onEntry: boolean; readonly value: unknown }
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly args: unknown }
  | { readonly kind: "thinking"; readonly words: string };

/** One line of a drawing, before it is an entry. */
export interface Stroke {
  readonly line: number;
  readonly indent: number;
  readonly name: string;
  /** The word after `<`, as drawn. */
  readonly parent: string | undefined;
  /** Milliseconds after the line above. */
  readonly wait: number;
  readonly kind: string;
  readonly words: readonly Word[];
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 };
const OPEN: { readonly [bracket: string]: string } = { "{": "}", "[": "]" };

/** End of the JSON value (string, array or object) that starts at `start`. */
function endOfJson(line: string, start: number): number {
  const stack: string[] = [];
  let quoted = false;
  for (let at = start; at < line.length; at++) {
    const char = line.charAt(at);
    if (quoted) {
      if (char === "\\") at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (OPEN[char] !== undefined) stack.push(OPEN[char]);
    else if (char === stack.at(-1)) stack.pop();
    if (!quoted && stack.length === 0) return at + 1;
  }
  throw new Error(`unfinished value: ${line.slice(start)}`);
}

/** Reads one line of a drawing, word by word. */
class Reader {
  at = 0;
  readonly line: string;
  readonly values: Fields;

  constructor(line: string, values: Fields) {
    this.line = line;
    this.values = values;
  }

  /** Whether there is more on the line, after spaces. */
  more(): boolean {
    while (this.line[this.at] === " ") this.at++;
    return this.at < this.line.length;
  }

  /** The text that `pattern` finds right here, if any. */
  take(pattern: RegExp): RegExpExecArray | null {
    const found = new RegExp(pattern.source, "y");
    found.lastIndex = this.at;
    const match = found.exec(this.line);
    if (match) this.at = found.lastIndex;
    return match;
  }

  /** What `$name` stands for. */
  named(name: string): unknown {
    if (!Object.hasOwn(this.values, name)) throw new Error(`nothing is called $${name}`);
    return this.values[name];
  }

  value(): { value: unknown; bare: boolean } {
    if (/["{[]/.test(this.line[this.at] ?? "")) {
      const end = endOfJson(this.line, this.at);
      const json = this.line
        .slice(this.at, end)
        .replace(/("(?:\\.|[^"\\])*")|\$(\w+)/g, (found, quoted?: string, name = "") =>
          quoted === undefined ? JSON.stringify(this.named(String(name))) : found,
        );
      this.at = end;
      return { value: JSON.parse(json) as unknown, bare: false };
    }
    const word = this.take(/[^\s]+/)?.[0] ?? "";
    if (word.startsWith("$")) return { value: this.named(word.slice(1)), bare: false };
    if (/^(true|false|null|-?\d+(\.\d+)?)$/.test(word)) return { value: JSON.parse(word) as unknown, bare: false };
    return { value: word, bare: true };
  }

  word(): Word {
    const call = this.take(/([\w-]+):([\w.-]+)(?=[{[])/);
    if (call) return { kind: "call", id: call[1] ?? "", name: call[2] ?? "", args: this.value().value };
    if (this.take(/~(?=["$])/)) return { kind: "thinking", words: String(this.value().value) };
    const field = this.take(/(@?)([\w-]+)=/);
    if (!field) return { kind: "value", ...this.value() };
    const none = this.at >= this.line.length || this.line[this.at] === " ";
    const value = none ? undefined : this.value().value;
    return { kind: "field", key: field[2] ?? "", onEntry: field[1] === "@", value };
  }
}

/** Reads `name < parent +wait kind words…`. Texts named in the drawing as `$name` come from `values`. */
export function readStroke(drawn: string, line: number, values: Fields): Stroke {
  const reader = new Reader(drawn, values);
  reader.more();
  const indent = reader.at;
  const name = reader.take(/[^\s]+/)?.[0] ?? "";
  reader.more();
  const parent = reader.take(/<\s*([^\s]+)/)?.[1];
  reader.more();
  const time = reader.take(/\+(\d+)([smh])(?= )/);
  const wait = time ? Number(time[1]) * UNITS[time[2] as keyof typeof UNITS] : 1000;
  reader.more();
  const kind = reader.take(/[^\s]+/)?.[0] ?? "";
  const words: Word[] = [];
  while (reader.more()) words.push(reader.word());
  return { line, indent, name, parent, wait, kind, words };
}
