import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonPrefix, preview, toText } from "../../lib/text.ts";
import { PREVIEW_UNITS, PRINT_UNITS } from "../messages/limits.ts";

/** A row's wording in brackets, e.g. `[model: gpt-5]`; without the value where the file has none. */
export function bracket(name: string, value: unknown): string {
  const words = value === undefined || value === null || value === "" ? "" : `: ${plain(value, PREVIEW_UNITS)}`;
  return preview(`[${cut(name + words, PREVIEW_UNITS - 2)}]`, PREVIEW_UNITS);
}

/** A printed line: the entry's id in brackets, then the words; at most 400 UTF-16 units. */
export function printed(entry: unknown, words: string): string {
  return cut(`[${plain(field(entry, "id") ?? "?", 100)}] ${words}`, PRINT_UNITS);
}

/** A value in a printed line: text as it is, lists and objects as JSON, everything else as JavaScript writes it. */
export function plain(value: unknown, max: number = PRINT_UNITS): string {
  if (isObject(value) || isArray(value)) return jsonPrefix(value, max);
  return cut(asString(value) ?? String(value), max);
}

/** A value as JSON in a printed line; `undefined` where there is none, as JSON.stringify's answer prints. */
export function json(value: unknown): string {
  return value === undefined ? "undefined" : jsonPrefix(value, PRINT_UNITS);
}

/** An entry's timestamp as Pi dates the messages it makes of it: `new Date(timestamp).getTime()`; NaN for what is no date. */
export function timeOf(timestamp: unknown): number {
  if (timestamp === null || typeof timestamp === "boolean") return Number(timestamp);
  if (typeof timestamp === "string") return Date.parse(timestamp);
  if (typeof timestamp === "number") return new Date(timestamp).getTime();
  // A list is dated by its text; so would an object be, but it has no text that is a date.
  return isArray(timestamp) ? new Date(toText(timestamp)).getTime() : NaN;
}
