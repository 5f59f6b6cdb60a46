import { field, type JsonObject } from "../../../lib/json.ts";
import { jsonPrefix } from "../../../lib/text.ts";
import { agentForm } from "./agent.ts";
import { Head } from "./form.ts";
import { mcpName } from "./mcp.ts";
import { todoArg } from "./todo.ts";
import type { CallAt, CallForm } from "./tool.ts";

/** Pi cuts the arguments of a tool it does not know here. */
const ARGS_CHARS = 40;

/** Arguments that tools of all kinds take as running text. */
export const genericProse = [
  "prompt",
  "task",
  "message",
  "description",
  "question",
  "summary",
  "thought",
  "reason",
  "text",
];

/** Arguments that say most of what a call is about: the first that is there stands in its head. */
const MAIN = [
  "path",
  "file_path",
  "filePath",
  "url",
  "query",
  "q",
  "pattern",
  "command",
  "symbol",
  "name",
  "action",
  "id",
];

/** The arguments as JSON, cut: what Pi shows for a tool it does not know. Works for any value. */
export function genericTitle(args: unknown): string {
  const start = jsonPrefix(args, ARGS_CHARS + 1);
  return start.length > ARGS_CHARS ? `${start.slice(0, ARGS_CHARS)}...` : start;
}

/** A call of a tool nobody knows: a list of things to do, work for another agent, or its name and what it is about. */
export function genericForm(name: string, args: JsonObject, { place }: CallAt): CallForm {
  const { server, tool } = mcpName(name);
  const form = agentForm(tool, args, place) ?? listForm(tool, args);
  return server === ""
    ? form
    : { ...form, words: [...form.words.slice(0, 1), { text: server, look: "name" }, ...form.words.slice(1)] };
}

function listForm(tool: string, args: JsonObject): CallForm {
  const head = new Head(tool, args);
  const main = MAIN.find((arg) => head.arg(arg, /path/i.test(arg) ? "path" : "command"));
  if (main !== "action") head.arg("action", "rest");
  const todo = todoArg(args);
  if (todo !== undefined) return head.form([todo.todos.block], todo.todos.whole ? [todo.name] : []);
  const flags = Object.keys(args).filter((arg) => /^[\w-]{1,24}$/.test(arg) && typeof field(args, arg) === "boolean");
  return head.rest(...flags.slice(0, 4)).form();
}
