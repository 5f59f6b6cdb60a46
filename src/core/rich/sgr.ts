import type { Colour, RunMark } from "../view/tool-block.ts";

/** How a character looks. Never changed: a new one is made instead. */
export interface Look {
  readonly fg?: Colour;
  readonly bg?: Colour;
  readonly marks: readonly RunMark[];
}

export const PLAIN: Look = { marks: [] };

const MARKS_ON: ReadonlyMap<number, RunMark> = new Map([
  [1, "bold"],
  [2, "dim"],
  [3, "italic"],
  [4, "underline"],
  [7, "inverse"],
  [9, "strike"],
]);

const MARKS_OFF: ReadonlyMap<number, readonly RunMark[]> = new Map([
  [22, ["bold", "dim"]],
  [23, ["italic"]],
  [24, ["underline"]],
  [27, ["inverse"]],
  [29, ["strike"]],
]);

/** A look after one SGR sequence (ECMA-48 8.3.117; colours also as xterm and ISO 8613-6 write them). */
export function withSgr(before: Look, parameters: string): Look {
  let { fg, bg } = before;
  let marks = before.marks;
  const all = parameters.split(";");
  for (let at = 0; at < all.length; at++) {
    const [first = "", ...parts] = (all[at] ?? "").split(":");
    const code = Number(first || "0");
    const on = MARKS_ON.get(code);
    const off = MARKS_OFF.get(code);
    if (code === 0) [fg, bg, marks] = [undefined, undefined, PLAIN.marks];
    else if (code === 4 && parts[0] === "0") marks = marks.filter((mark) => mark !== "underline");
    else if (on !== undefined) marks = marks.includes(on) ? marks : [...marks, on].toSorted();
    else if (off !== undefined) marks = marks.filter((mark) => !off.includes(mark));
    else if (code === 39) fg = undefined;
    else if (code === 49) bg = undefined;
    else if (code === 38 || code === 48) {
      const { colour, used } = parts.length > 0 ? colonColour(parts) : semicolonColour(all.slice(at + 1, at + 5));
      at += used;
      if (colour !== undefined && code === 38) fg = colour;
      else if (colour !== undefined) bg = colour;
    } else {
      fg = basic(code, 30) ?? fg;
      bg = basic(code, 40) ?? bg;
    }
  }
  return { ...(fg !== undefined && { fg }), ...(bg !== undefined && { bg }), marks };
}

/** One of the sixteen: `base` to `base + 7`, and the bright ones 60 above. */
function basic(code: number, base: number): Colour | undefined {
  if (code >= base && code < base + 8) return code - base;
  return code >= base + 60 && code < base + 68 ? code - base - 52 : undefined;
}

/** `38;5;n` or `38;2;r;g;b`; `used`: parameters after the 38. */
function semicolonColour(after: readonly string[]): { colour: Colour | undefined; used: number } {
  if (after[0] === "5") return { colour: indexed(after[1]), used: Math.min(2, after.length) };
  if (after[0] === "2") return { colour: rgb(after[1], after[2], after[3]), used: Math.min(4, after.length) };
  // What follows may be anything: none of it is an attribute.
  return { colour: undefined, used: Infinity };
}

/** `38:5:n`, `38:2:r:g:b`, or with a colour space, `38:2::r:g:b`. */
function colonColour(parts: readonly string[]): { colour: Colour | undefined; used: 0 } {
  if (parts[0] === "5") return { colour: indexed(parts[1]), used: 0 };
  const [red, green, blue] = parts.length >= 5 ? parts.slice(2) : parts.slice(1);
  return { colour: parts[0] === "2" ? rgb(red, green, blue) : undefined, used: 0 };
}

/** A colour of xterm's 256: sixteen of the theme, a cube of 6 x 6 x 6, 24 greys. */
function indexed(text: string | undefined): Colour | undefined {
  const index = byte(text);
  if (index === undefined || index < 16) return index;
  if (index >= 232) return hex(Array.from({ length: 3 }, () => 8 + (index - 232) * 10));
  const steps = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6];
  return hex(steps.map((step) => (step === 0 ? 0 : 55 + step * 40)));
}

function rgb(...parts: readonly (string | undefined)[]): Colour | undefined {
  const bytes = parts.map(byte).filter((value) => value !== undefined);
  return bytes.length === 3 ? hex(bytes) : undefined;
}

function byte(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{0,3}$/.test(text)) return undefined;
  const value = Number(text || "0");
  return value <= 255 ? value : undefined;
}

function hex(bytes: readonly number[]): Colour {
  return `#${bytes.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
