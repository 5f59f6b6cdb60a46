import { isCut } from "../../lib/cut-text.ts";
import { field, isObject, type JsonObject } from "../../lib/json.ts";
import type { EntryFacts } from "./facts.ts";

/** True when a text that was cut decides something: an id, a name, or what a row says. */
export function isUnsure(entry: JsonObject, facts: EntryFacts): boolean {
  if (facts.unsure || facts.preview.includes("\0") || isObject(facts.text)) return true;
  return (
    isCutText(field(entry, "id")) ||
    isCutText(field(entry, "parentId")) ||
    isCutText(field(entry, "type")) ||
    isCutText(field(entry, "title")) ||
    isCutText(facts.target) ||
    isCutText(facts.callId) ||
    isCutText(facts.text) ||
    isCutText(facts.role) ||
    isCutText(facts.toolName) ||
    (facts.model !== undefined && isCutText(facts.model)) ||
    facts.calls.some((call) => isCut(call.id) || call.title.includes("\0"))
  );
}

function isCutText(value: unknown): boolean {
  return typeof value === "string" && isCut(value);
}
