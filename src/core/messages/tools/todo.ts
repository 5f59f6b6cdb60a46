import { asString, field, isArray, isObject, type JsonObject } from "../../../lib/json.ts";
import { cut, toText } from "../../../lib/text.ts";
import type { ListBlock, ListItem } from "../../view/tool-block.ts";

/** Most items of a list, and UTF-16 units of one. */
const MOST_ITEMS = 200;
const ITEM_UNITS = 1000;

const TEXTS = ["content", "text", "title", "task", "subject", "description", "name", "step"];
const STATES = ["status", "state", "done", "completed"];
/** Said beside an item. */
const NOTES = ["priority", "id"];

const WORDS: Readonly<Record<ListItem["state"], RegExp>> = {
  done: /^(?:done|completed?|finished|closed|true)$/i,
  active: /^(?:in[ _-]?progress|active|doing|started|current|running)$/i,
  dropped: /^(?:cancell?ed|dropped|skipped|blocked|deleted|failed|abandoned)$/i,
  open: /^/,
};

/** A list of things to do, and whether the list says all that the value holds. */
export interface Todos {
  readonly block: ListBlock;
  readonly whole: boolean;
}

/**
 * Reads a value as things to do: a list of objects which all have a text (`content`, `text`, `title`…) and a state (`status`,
 * `done`…), as todo tools of many extensions write them. Undefined for all else.
 */
export function todosOf(value: unknown): Todos | undefined {
  if (!isArray(value) || value.length === 0) return undefined;
  const items: ListItem[] = [];
  let whole = value.length <= MOST_ITEMS;
  for (const one of value.slice(0, MOST_ITEMS)) {
    const item = itemOf(one);
    if (item === undefined) return undefined;
    items.push(item.item);
    whole &&= item.whole;
  }
  return { block: { kind: "list", items, left: Math.max(0, value.length - MOST_ITEMS) }, whole };
}

/** The first of the arguments that is a list of things to do. */
export function todoArg(args: JsonObject): { name: string; todos: Todos } | undefined {
  for (const name of Object.keys(args)) {
    const todos = todosOf(field(args, name));
    if (todos !== undefined) return { name, todos };
  }
  return undefined;
}

function itemOf(value: unknown): { item: ListItem; whole: boolean } | undefined {
  if (!isObject(value)) return undefined;
  const name = TEXTS.find((text) => typeof field(value, text) === "string");
  const stateName = STATES.find((state) => ["string", "boolean"].includes(typeof field(value, state)));
  if (name === undefined || stateName === undefined) return undefined;
  const text = asString(field(value, name)) ?? "";
  const said = toText(field(value, stateName));
  const state = (["done", "active", "dropped"] as const).find((kind) => WORDS[kind].test(said.trim())) ?? "open";
  const isPlain =
    typeof field(value, stateName) === "boolean" || /^(?:pending|open|todo|done|completed|in_progress)$/.test(said);
  const notes = NOTES.filter((note) => ["string", "number"].includes(typeof field(value, note)));
  const words = notes.map((note) => `${note} ${toText(field(value, note))}`);
  const note = [isPlain ? "" : said, ...words].filter((word) => word !== "").join(" · ");
  const known = new Set([name, stateName, ...notes]);
  const whole = text.length <= ITEM_UNITS && note.length <= 200 && Object.keys(value).every((key) => known.has(key));
  return { item: { state, text: cut(text, ITEM_UNITS), note: cut(note, 200) }, whole };
}
