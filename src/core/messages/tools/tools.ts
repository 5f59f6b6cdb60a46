import { asString, isObject, type JsonObject } from "../../../lib/json.ts";
import { cut, ownCopy } from "../../../lib/text.ts";
import type { Look } from "../draw.ts";
import { PREVIEW_UNITS } from "../limits.ts";
import { bashTool, powershellTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { findTool } from "./find.ts";
import { genericForm, genericProse, genericTitle } from "./generic.ts";
import { grepTool } from "./grep.ts";
import { lsTool } from "./ls.ts";
import { readTool } from "./read.ts";
import type { CallAt, CallForm, Tool } from "./tool.ts";
import { writeTool } from "./write.ts";

const tools = new Map(
  [readTool, writeTool, editTool, bashTool, grepTool, findTool, lsTool].map((tool): [string, Tool] => [
    tool.name,
    tool,
  ]),
);

/** Tools of other writers that are the same under another name; Pi words them like any it does not know. */
const others: readonly (readonly [Tool, readonly string[]])[] = [
  [bashTool, ["shell", "sh", "exec", "exec_command", "run_command", "terminal", "execute_command"]],
  [powershellTool, ["powershell"]],
  [readTool, ["read_file", "readfile", "view_file"]],
  [writeTool, ["write_file", "writefile", "create_file"]],
  [editTool, ["edit_file", "multiedit", "multi_edit", "str_replace", "search_replace"]],
  [findTool, ["glob"]],
  [lsTool, ["list_dir"]],
];

/** How calls and output are shown, by a name in lower case. */
const forms = new Map([
  ...tools,
  ...others.flatMap(([tool, names]) => names.map((name): [string, Tool] => [name, tool])),
]);

/** The tool whose form a name takes, whatever its case; undefined for one nobody knows. */
export function toolOf(name: string): Tool | undefined {
  return forms.get(name.toLowerCase());
}

/** True for a tool that runs commands. */
export function isShell(name: string): boolean {
  const tool = toolOf(name);
  return tool === bashTool || tool === powershellTool;
}

/** A call in its tool's own form. `args` as stored; those that are no object show nothing, and all of them are listed. */
export function callForm(name: string, args: unknown, at: CallAt): CallForm {
  const tool = toolOf(name);
  const shown = isObject(args) ? args : readArgs(args);
  const form =
    tool === undefined ? genericForm(name, shown ?? {}, at) : withName(tool.form(shown ?? {}, at), tool, name);
  // What lies within a text has no place of its own.
  return isObject(args) ? form : { ...form, body: [], shown: [] };
}

/** A tool under another name keeps that name. */
function withName(form: CallForm, tool: Tool, name: string): CallForm {
  const [first, ...rest] = form.words;
  if (name === tool.name || first === undefined) return form;
  const words = [{ ...first, text: name }, ...rest];
  return { ...form, words };
}

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

/** Arguments as an object, also where they are given as JSON text. */
export function readArgs(args: unknown): JsonObject | undefined {
  if (isObject(args)) return args;
  if (typeof args !== "string" || args.length > MAX_JSON_ARGS) return undefined;
  try {
    const read: unknown = JSON.parse(args);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}
