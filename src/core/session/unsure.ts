import { isCut } from "../../lib/cut-text.ts";
import { field, isObject, type JsonObject } from "../../lib/json.ts";
import type { EntryFacts } from "./facts.ts";

/** True when a text that was cut decides something: an id, a name, or what a row says. */
export function isUnsure(entry: JsonObject, facts: EntryFacts): boolean {
  if (facts.unsure || facts.preview.includes("\0") || isObject(facts.text)) return true;
  const { target, callId, text, role, toolName } = facts;
  const deciding = [
    field(entry, "title"),
    field(entry, "type"),
    field(entry, "id"),
    field(entry, "parentId"),
    target,
    callId,
    text,
    role,
    toolName,
  ];
  if (deciding.some((value) => typeof value === "string" && isCut(value))) return true;
  return facts.calls.some((call) => isCut(call.id) || call.title.includes("\0"));
}
