import type { Run } from "../view/tool-block.ts";
import { type Look, PLAIN, withSgr } from "./sgr.ts";

/** Terminal output as it looked at its end: text without escape sequences, and how it looked. */
export interface Styled {
  readonly text: string;
  /** Stretches of the text from its start; what follows the last of them is plain. */
  readonly runs: readonly Run[];
  /** UTF-16 units of the output that were read: less than its length where a bound was met. */
  readonly read: number;
}

/** Most stretches of a different look: each becomes an element. What comes after them is plain. */
const MOST_RUNS = 2000;
/** Most UTF-16 units of output that are read for one text: 20 ms of work. */
export const MOST_READ = 1 << 20;
/** The rightmost column that a sequence can move to: a line padded so far is all that one sequence can make. */
const MOST_COLUMN = 500;

/** Most cells that sequences may make or clear in all. */
const MOST_MADE = 4 << 20;

const ESC = "\u001b";

/** True when a text holds what a terminal does not print: escape sequences, carriage returns within lines, backspaces, bells. */
export function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/.test(text);
}

/**
 * Reads terminal output: SGR colours and attributes are kept, a carriage return or backspace goes back and overwrites, EL (`ESC[K`)
 * erases and CHA (`ESC[G`) goes to a column, as progress bars do; all other sequences and control characters are dropped, titles
 * and links included. Concealed text is shown. At most `most` units of text; time is linear in what is read, whatever it holds.
 */
export function readAnsi(output: string, most: number): Styled {
  const screen = new Screen();
  const end = Math.min(output.length, MOST_READ);
  const strings = new StringEnds(output);
  let at = 0;
  while (at < end && screen.length <= most) {
    const unit = output.charCodeAt(at);
    if (unit === 0x1b || (unit >= 0x80 && unit < 0xa0)) at = sequence(output, at, strings, screen);
    else if (unit < 0x20 || unit === 0x7f) {
      screen.control(unit);
      at += 1;
    } else at = screen.print(output, at, end);
  }
  return screen.finish(most, at);
}

/** Ends of OSC, DCS, APC, PM and SOS strings, found once each: text full of beginnings without an end takes no longer. */
class StringEnds {
  readonly #text: string;
  #from = -1;
  #found = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where the string that begins at `at` is over; -1 when it never is, or not on its line: hiding what follows would be wrong. */
  after(at: number): number {
    if (this.#from < 0 || at < this.#from || at > this.#found) {
      // eslint-disable-next-line no-control-regex
      const ends = /\u0007|\u001b\\|\u009c|\n/g;
      ends.lastIndex = at;
      const match = ends.exec(this.#text);
      this.#from = at;
      this.#found = match?.index ?? this.#text.length;
    }
    const end = this.#text[this.#found];
    if (end === undefined || end === "\n") return -1;
    return this.#found + (end === ESC ? 2 : 1);
  }
}

/** Reads the sequence at `at`; returns where it ends. */
function sequence(text: string, at: number, strings: StringEnds, screen: Screen): number {
  const short = text.charCodeAt(at) >= 0x80;
  // A C1 control is the same as ESC and the character 0x40 before it.
  const code = short ? text.charCodeAt(at) - 0x40 : text.charCodeAt(at + 1);
  const body = at + (short ? 1 : 2);
  if (Number.isNaN(code)) return at + 1;
  if (code === 0x5b) return controlSequence(text, body, screen);
  const kind = String.fromCharCode(code);
  if ("]PX^_".includes(kind)) {
    const end = strings.after(body);
    return end === -1 ? body : end;
  }
  if (short || (code >= 0x30 && code < 0x7f)) return body;
  // `ESC ( B` and the like: intermediates, then one final character.
  if (code >= 0x20 && code < 0x30) {
    let end = body;
    while (inRange(text, end, 0x20, 0x2f)) end += 1;
    return inRange(text, end, 0x30, 0x7e) ? end + 1 : end;
  }
  return at + 1;
}

/** `ESC [`, parameters, intermediates, a final character. One that is broken off is dropped up to what breaks it. */
function controlSequence(text: string, from: number, screen: Screen): number {
  let at = from;
  while (inRange(text, at, 0x30, 0x3f)) at += 1;
  const parameters = text.slice(from, at);
  const plain = at;
  while (inRange(text, at, 0x20, 0x2f)) at += 1;
  if (!inRange(text, at, 0x40, 0x7e)) return at;
  const final = text[at];
  // Private parameters and intermediates make other sequences of the same letters.
  if (plain === at && !/^[<=>?]/.test(parameters)) {
    if (final === "m") screen.style(parameters);
    else if (final === "K") screen.erase(parameters);
    else if (final === "G") screen.column(parameters);
  }
  return at + 1;
}

function inRange(text: string, at: number, low: number, high: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= low && unit <= high;
}

/** The line being written and all before it. */
class Screen {
  /** Units of text so far, about: what has been overwritten counts once. */
  length = 0;
  #done: string[] = [];
  #runs: { chars: number; look: Look }[] = [];
  #cells: string[] = [];
  #looks: Look[] = [];
  #at = 0;
  #made = 0;
  #look = PLAIN;
  #known = new Map<string, Look>();

  /** Writes the characters from `from` up to the next control; returns where that is. */
  print(text: string, from: number, end: number): number {
    let at = from;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit < 0x20 || (unit >= 0x7f && unit < 0xa0)) break;
      const pair = unit >= 0xd800 && unit < 0xdc00 && inRange(text, at + 1, 0xdc00, 0xdfff);
      this.#put(pair ? text.slice(at, at + 2) : text.charAt(at));
      if (pair) at += 1;
    }
    return at;
  }

  control(unit: number): void {
    if (unit === 0x0a) this.#newLine();
    else if (unit === 0x0d) this.#at = 0;
    else if (unit === 0x08) this.#at = Math.max(0, this.#at - 1);
    else if (unit === 0x09) this.#put("\t");
  }

  /** EL: 0 from here to the end of the line, 1 from its start to here, 2 all of it. */
  erase(parameters: string): void {
    const kind = Number(parameters || "0");
    if (kind === 0) this.#cut(this.#at);
    else if (kind === 1 && this.#mayMake(Math.min(this.#at, this.#cells.length))) {
      for (let at = 0; at <= this.#at && at < this.#cells.length; at++) this.#write(at, " ", PLAIN);
    } else if (kind === 2) this.#cut(0);
  }

  column(parameters: string): void {
    const column = Number(parameters || "1");
    if (Number.isInteger(column)) this.#at = Math.min(Math.max(0, column - 1), MOST_COLUMN);
  }

  style(parameters: string): void {
    const look = withSgr(this.#look, parameters);
    const name = `${look.fg ?? ""}/${look.bg ?? ""}/${look.marks.join(" ")}`;
    const known = this.#known.get(name);
    if (known === undefined) this.#known.set(name, look);
    this.#look = known ?? look;
  }

  finish(most: number, read: number): Styled {
    this.#flush();
    let text = this.#done.join("");
    if (text.length > most) {
      const last = text.charCodeAt(most - 1);
      text = text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
    }
    return { text, runs: runsOf(this.#runs, text.length), read };
  }

  /** Accounts for cells that one short sequence makes; beyond all bounds, what they ask for is not done. */
  #mayMake(cells: number): boolean {
    this.#made += Math.min(cells, MOST_READ);
    return this.#made <= MOST_MADE;
  }

  #put(cell: string): void {
    const short = this.#at - this.#cells.length;
    if (short > 0 && !this.#mayMake(short)) this.#at = this.#cells.length;
    while (this.#cells.length < this.#at) this.#write(this.#cells.length, " ", PLAIN);
    this.#write(this.#at, cell, this.#look);
    this.#at += 1;
  }

  #write(at: number, cell: string, look: Look): void {
    this.length += cell.length - (this.#cells[at]?.length ?? 0);
    this.#cells[at] = cell;
    this.#looks[at] = look;
  }

  #cut(at: number): void {
    for (let gone = at; gone < this.#cells.length; gone++) this.length -= this.#cells[gone]?.length ?? 0;
    if (at < this.#cells.length) this.#cells.length = this.#looks.length = at;
  }

  #newLine(): void {
    this.#flush();
    this.#done.push("\n");
    this.length += 1;
    this.#add(1, PLAIN);
    this.#at = 0;
  }

  #flush(): void {
    for (const [at, cell] of this.#cells.entries()) this.#add(cell.length, this.#looks[at] ?? PLAIN);
    this.#done.push(this.#cells.join(""));
    this.#cells = [];
    this.#looks = [];
  }

  #add(chars: number, look: Look): void {
    const last = this.#runs.at(-1);
    if (last?.look === look) last.chars += chars;
    else this.#runs.push({ chars, look });
  }
}

/** The stretches within the first `length` units; a plain end is left out. */
function runsOf(all: readonly { chars: number; look: Look }[], length: number): Run[] {
  const runs: Run[] = [];
  let left = length;
  for (const { chars, look } of all) {
    if (left <= 0 || runs.length >= MOST_RUNS) break;
    const taken = Math.min(chars, left);
    left -= taken;
    const marks = look.marks.length > 0 ? { marks: look.marks } : {};
    runs.push({
      chars: taken,
      ...(look.fg !== undefined && { fg: look.fg }),
      ...(look.bg !== undefined && { bg: look.bg }),
      ...marks,
    });
  }
  while (runs.length > 0 && isPlain(runs.at(-1))) runs.pop();
  return runs;
}

function isPlain(run: Run | undefined): boolean {
  return run?.fg === undefined && run?.bg === undefined && run?.marks === undefined;
}
