import { asString, field, isArray, isObject } from "../../../lib/json.ts";
import { cut } from "../../../lib/text.ts";
import type { Block, Field, Place } from "../../view/block.ts";
import { boundedValue, fieldRows, placeIn } from "../draw.ts";
import { FACT_UNITS } from "../limits.ts";
import { argLook, callForm, callTitle } from "../tools/tools.ts";
import type { ContentKind } from "./kind.ts";

const types = ["toolCall", "tool_call", "tool-call", "tool_use"];

/** True for a tool call of any writer: by its type, or without one by its `toolCallId` and `toolName`. */
export function isToolCall(block: unknown): boolean {
  const type = field(block, "type");
  if (type !== undefined) return typeof type === "string" && types.includes(type);
  return field(block, "toolCallId") !== undefined && field(block, "toolName") !== undefined;
}

/** The parts of a tool call as stored: `id`, `name`, `arguments`, or by other writers `toolCallId`, `toolName`, `input`. */
export function readCall(block: unknown): { id: unknown; name: unknown; args: unknown; argsKey: string } {
  const argsKey =
    field(block, "arguments") === undefined && field(block, "input") !== undefined ? "input" : "arguments";
  return {
    id: field(block, "id") ?? field(block, "toolCallId"),
    name: field(block, "name") ?? field(block, "toolName"),
    args: field(block, argsKey),
    argsKey,
  };
}

/** `{type: "toolCall", id, name, arguments}` (Pi: ToolCall) and other writers' forms of it. Arguments may be anything. */
export const toolCallKind: ContentKind = {
  types,
  draw(block, at) {
    const { place } = at;
    const { id, name, args, argsKey } = readCall(block);
    const tool = asString(name) ?? "";
    const result = at.nextResult();
    const argsPlace = placeIn(place, argsKey);
    const { words, body, shown } = callForm(tool || "tool", args, { place: argsPlace, details: result?.details });
    const fields = [
      ...argFields(tool, args, argsPlace, shown),
      ...extra("namespace", block["namespace"], place),
      // Left behind when an answer ended in the middle of a call.
      ...extra("partialJson", block["partialJson"], place),
    ];
    return [
      {
        kind: "toolCall",
        id: cut(asString(id) ?? "", FACT_UNITS),
        name: cut(tool, FACT_UNITS),
        title: callTitle(name, args),
        words,
        body,
        args: fields,
        result: result?.ref ?? null,
        status: result?.status ?? "open",
        ms: result?.ms ?? null,
      } satisfies Block,
    ];
  },
};

/** The arguments that nothing else shows, in their order. */
function argFields(tool: string, args: unknown, place: Place, shown: readonly string[]): Field[] {
  if (isObject(args)) {
    const others = Object.entries(args).filter(([name]) => !shown.includes(name));
    return fieldRows(others, place, (name) => argLook(tool, name));
  }
  return args === undefined
    ? []
    : [{ name: "arguments", look: isArray(args) ? "json" : "mono", ...boundedValue(args, place) }];
}

function extra(name: string, value: unknown, place: Place): Field[] {
  return value === undefined ? [] : [{ name, look: "mono", ...boundedValue(value, placeIn(place, name)) }];
}
