import { asString, isObject, type JsonObject } from "../../../lib/json.ts";
import { cut, ownCopy } from "../../../lib/text.ts";
import type { Look } from "../draw.ts";
import { PREVIEW_UNITS } from "../limits.ts";
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { findTool } from "./find.ts";
import { genericProse, genericTitle } from "./generic.ts";
import { grepTool } from "./grep.ts";
import { lsTool } from "./ls.ts";
import { readTool } from "./read.ts";
import type { Tool } from "./tool.ts";
import { writeTool } from "./write.ts";

const tools = new Map(
  [readTool, writeTool, editTool, bashTool, grepTool, findTool, lsTool].map((tool): [string, Tool] => [
    tool.name,
    tool,
  ]),
);

/** Arguments given as JSON text are read as what they say up to this length; longer ones are shown as text. */
const MAX_JSON_ARGS = 20_000;

/**
 * Pi's wording of a tool call without its brackets (formatToolCall in tree-selector.js), at most 200 UTF-16 units on one line.
 * Paths are not shortened: the home folder of the session is not known here. A known tool whose arguments are no object is
 * worded like an unknown one, and so is a call without a name, as `tool`.
 */
export function callTitle(name: unknown, args: unknown): string {
  const tool = asString(name) || "tool";
  const known = tools.get(tool);
  const read = known === undefined ? undefined : readArgs(args);
  const words = known === undefined || read === undefined ? genericTitle(args) : known.title(read);
  const title = words === "" && args === undefined ? tool : `${tool}: ${words}`;
  return ownCopy(cut(title, PREVIEW_UNITS).replaceAll(/[\n\t]/g, " "));
}

/** How an argument's text looks: code where columns matter, else prose. */
export function argLook(tool: string, arg: string): Look {
  return (tools.get(tool)?.prose ?? genericProse).includes(arg) ? "prose" : "mono";
}

function readArgs(args: unknown): JsonObject | undefined {
  if (isObject(args)) return args;
  if (typeof args !== "string" || args.length > MAX_JSON_ARGS) return undefined;
  try {
    const read: unknown = JSON.parse(args);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
