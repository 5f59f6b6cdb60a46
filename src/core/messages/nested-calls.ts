import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonPrefix } from "../../lib/text.ts";
import type { Block, Field, Place } from "../view/block.ts";
import { jsonBlock } from "./draw.ts";
import { FACT_UNITS, MAX_FIELDS } from "./limits.ts";
import { callTitle } from "./tools/tools.ts";

/** Most UTF-16 units said of one call. */
const CALL_UNITS = 1000;

/** Calls a tool made to other tools, `{calls, complete}` (Pi: NestedToolCalls), as a bounded table; raw when they are no list. */
export function nestedCallBlocks(nested: unknown, place: Place): Block[] {
  if (nested === undefined || nested === null) return [];
  const calls = field(nested, "calls");
  if (!isArray(calls)) return [jsonBlock("nested calls", nested, place)];
  const fields = calls.slice(0, MAX_FIELDS).map((call) => nestedCall(call));
  const left = calls.length - fields.length;
  if (left > 0) fields.push({ name: "…", text: `${left} more` });
  const title = field(nested, "complete") === false ? "Nested calls (not all recorded)" : "Nested calls";
  return [{ kind: "fields", title, fields }];
}

/** Status, duration and error of one call, beside its wording. */
function nestedCall(call: unknown): Field {
  if (!isObject(call)) return { name: "(unreadable)", look: "mono", text: jsonPrefix(call, CALL_UNITS) };
  const bytes = call["argumentsBytes"];
  const duration = call["durationMs"];
  const title = callTitle(call["name"], call["arguments"]);
  const words = [
    call["arguments"] === undefined && typeof bytes === "number" ? `${title}: ${bytes} bytes of arguments` : title,
    asString(call["status"]),
    typeof duration === "number" ? `${duration} ms` : undefined,
    asString(call["error"]),
  ];
  const text = words.filter((word) => word !== undefined && word !== "").join(" · ");
  return { name: cut(asString(call["name"]) ?? "(no name)", FACT_UNITS), look: "mono", text: cut(text, CALL_UNITS) };
}
