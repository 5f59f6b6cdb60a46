import { asNumber, asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonPrefix } from "../../lib/text.ts";
import type { Block, Field, Place } from "../view/block.ts";
import type { NestedCall } from "../view/tool-block.ts";
import { boundedValue, fieldRows, jsonBlock, placeIn } from "./draw.ts";
import { MAX_FIELDS } from "./limits.ts";
import { argLook, callForm } from "./tools/tools.ts";

/** Most UTF-16 units said of one call that went wrong. */
const ERROR_UNITS = 1000;

/** Calls a tool made to other tools, `{calls, complete}` (Pi: NestedToolCalls), as a bounded list; raw when they are no list. */
export function nestedCallBlocks(nested: unknown, place: Place): Block[] {
  if (nested === undefined || nested === null) return [];
  const calls = field(nested, "calls");
  if (!isArray(calls)) return [jsonBlock("nested calls", nested, place)];
  const shown = calls.slice(0, MAX_FIELDS).map((call, at) => nestedCall(call, placeIn(place, "calls", at)));
  const complete = field(nested, "complete") !== false;
  return [{ kind: "calls", complete, calls: shown, left: calls.length - shown.length }];
}

/** One call in its tool's form; what the form leaves out, and what is no record at all, is listed. */
function nestedCall(call: unknown, place: Place): NestedCall {
  const name = asString(field(call, "name")) || "tool";
  const args = field(call, "arguments");
  const at = placeIn(place, "arguments");
  const form = callForm(name, args, { place: at, details: undefined });
  // The words alone are shown, so what only a body shows is listed.
  const said = form.body.length > 0 ? [] : form.shown;
  const others = isObject(args) ? Object.entries(args).filter(([arg]) => !said.includes(arg)) : [];
  const status = field(call, "status");
  const odd: Field[] = [];
  if (!isObject(call)) odd.push({ name: "record", look: "mono", ...boundedValue(call, place) });
  else if (args !== undefined && !isObject(args))
    odd.push({ name: "arguments", look: "mono", ...boundedValue(args, at) });
  return {
    words: isObject(call) ? form.words : [{ text: jsonPrefix(call, 100) || "nothing", look: "rest" }],
    status: status === "ok" || status === "error" || status === "unfinished" ? status : "",
    ms: asNumber(field(call, "durationMs")) ?? null,
    args: [...fieldRows(others, at, (arg) => argLook(name, arg)), ...odd],
    argBytes: asNumber(field(call, "argumentsBytes")) ?? null,
    error: cut(asString(field(call, "error")) ?? "", ERROR_UNITS),
  };
}
