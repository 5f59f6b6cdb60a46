import { formatCount } from "../../lib/figures.ts";
/** Making blocks: bounded texts, places, tables, JSON. */
import { asString } from "../../lib/json.ts";
import { cut, jsonPrefix, prettyJson } from "../../lib/text.ts";
import {
  type Block,
  type BoundedText,
  type Field,
  type NoticeBlock,
  type Place,
  PREVIEW_CHARS,
  type TextBlock,
} from "../view/block.ts";
import type { Sentence } from "../view/ref.ts";
import { FACT_UNITS, MAX_FIELDS } from "./limits.ts";
import type { BlockContext } from "./role.ts";

export type Look = TextBlock["look"];

/** Said where JSON.stringify cannot print a value. */
const TOO_DEEP = "nested too deep to print";

/** The place of a part of what lies at `place`. */
export function placeIn(place: Place, ...keys: readonly (string | number)[]): Place {
  return { row: place.row, path: [...place.path, ...keys] };
}

/** The same surroundings for a part of what is drawn. */
export function contextIn(context: BlockContext, ...keys: readonly (string | number)[]): BlockContext {
  return {
    place: placeIn(context.place, ...keys),
    resultOf: (nth) => context.resultOf(nth),
    call: context.call,
  };
}

/** At most PREVIEW_CHARS of a text; `place` is where the whole of it lies. */
export function bounded(text: string, place: Place): BoundedText {
  if (text.length <= PREVIEW_CHARS) return { text };
  return { text: cut(text, PREVIEW_CHARS), more: { chars: text.length, place } };
}

/** A text to read; an empty one is no block. */
export function textBlocks(text: string, look: Look, place: Place): TextBlock[] {
  return text === "" ? [] : [{ kind: "text", look, ...bounded(text, place) }];
}

export function notice(tone: NoticeBlock["tone"], text: string): NoticeBlock {
  return { kind: "notice", tone, text };
}

/** A value as pretty-printed JSON; a remark with its beginning where it is nested too deep. */
export function jsonBlock(title: string, value: unknown, place: Place): Block {
  const text = prettyJson(value);
  if (text !== undefined) return { kind: "json", title: cut(title, FACT_UNITS), ...bounded(text, place) };
  return notice("warning", `${cut(title, FACT_UNITS)}: ${TOO_DEEP}. It begins ${jsonPrefix(value, 100)}`);
}

/** A string as it is, any other value as pretty-printed JSON: the form of one field. */
export function boundedValue(value: unknown, place: Place): BoundedText {
  const text = asString(value) ?? prettyJson(value);
  return text === undefined ? { text: TOO_DEEP } : bounded(text, place);
}

/** One field for each member of a list of names and values; those beyond the limit are counted in a last one. */
export function fieldRows(
  members: readonly (readonly [string, unknown])[],
  place: Place,
  look: (name: string) => Look,
): Field[] {
  const rows = members.slice(0, MAX_FIELDS).map(([name, value]): Field => {
    const text = boundedValue(value, placeIn(place, name));
    return {
      name: cut(name, FACT_UNITS),
      look: typeof value === "string" ? look(name) : typeof value === "object" && value !== null ? "json" : "mono",
      ...text,
    };
  });
  const left = members.length - rows.length;
  return left > 0 ? [...rows, { name: "…", text: `${left} more` }] : rows;
}

/** A fact for the entry pane; none when the file has nothing there. */
export function fact(name: string, value: unknown): { name: string; value: Sentence }[] {
  if (value === undefined || value === null || value === "") return [];
  return [{ name, value: [cut(asString(value) ?? jsonPrefix(value, FACT_UNITS), FACT_UNITS)] }];
}

/** A count as a fact, with thousands set apart; what is no number as it is. */
export function countFact(name: string, value: unknown): { name: string; value: Sentence }[] {
  return fact(name, typeof value === "number" ? formatCount(value) : value);
}

/** A time in ms since the epoch as a fact, in ISO 8601. */
export function timeFact(name: string, value: unknown): { name: string; value: Sentence }[] {
  // Dates end 8.64e15 ms from the epoch; toISOString throws beyond.
  return typeof value === "number" && Math.abs(value) <= 8.64e15 ? fact(name, new Date(value).toISOString()) : [];
}
