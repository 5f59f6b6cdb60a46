import { asString, field, isObject } from "../../lib/json.ts";
import { preview } from "../../lib/text.ts";
import { fact, jsonBlock } from "../messages/draw.ts";
import { PREVIEW_UNITS } from "../messages/limits.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, json, plain, printed } from "./words.ts";

/** An entry type nobody told us of, an entry without one, or a value that is no entry: listed, shown raw, and no message. */
export const unknownKind: EntryKind = {
  type: "unknown",
  bookkeeping: false,
  tone: "unknown",
  lead: "",
  collect(entry, facts) {
    facts.preview = isObject(entry) ? bracket(typeName(entry), undefined) : preview(json(entry), PREVIEW_UNITS);
  },
  messages: () => [],
  blocks: (entry, { place }) => [
    jsonBlock(isObject(entry) ? `Entry of type ${typeName(entry)}` : "Not an entry", entry, place),
  ],
  // A type that is a text heads the entry already.
  fields: (entry) => (asString(field(entry, "type")) === undefined ? fact("Stored type", field(entry, "type")) : []),
  print: (entry) => (isObject(entry) ? printed(entry, `${plain(typeName(entry), 100)}: ${json(entry)}`) : json(entry)),
};

function typeName(entry: unknown): string {
  return asString(field(entry, "type")) || "no type";
}
