import { asString, field, isArray, isObject } from "../../../lib/json.ts";
import type { Block, Place } from "../../view/block.ts";
import { jsonBlock } from "../draw.ts";

/** A block no kind knows, or a value where a block should be: raw, with what it is. */
export function unknownBlock(value: unknown, place: Place): Block {
  const type = asString(field(value, "type"));
  if (type !== undefined) return jsonBlock(`unreadable block: ${type}`, value, place);
  return jsonBlock(`not a content block: ${whatIs(value)}`, value, place);
}

function whatIs(value: unknown): string {
  if (isObject(value)) return "object without a type";
  if (isArray(value)) return "list";
  return value === null ? "null" : typeof value === "string" ? "text" : typeof value;
}
