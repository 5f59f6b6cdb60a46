import type { JsonObject } from "../../../lib/json.ts";
import { asString } from "../../../lib/json.ts";
import { cut, jsonPrefix, toText } from "../../../lib/text.ts";
import { PREVIEW_UNITS } from "../limits.ts";

/** One well-known tool: how a call of it is worded in a row, and which of its arguments are code. */
export interface Tool {
  readonly name: string;
  /** Pi's wording after the name (formatToolCall in tree-selector.js), e.g. `src/a.ts:1-20`. Any argument may be anything. */
  title(args: JsonObject): string;
  /** Arguments that are running text; all others are code. */
  readonly prose: readonly string[];
}

/** An argument in a title: text as it is, numbers and truth as words, JSON's beginning for lists and objects, `otherwise` for none. */
export function argText(value: unknown, otherwise = ""): string {
  if (!value) return otherwise;
  const text = asString(value) ?? (typeof value === "object" ? jsonPrefix(value, 40) : toText(value));
  return cut(text, PREVIEW_UNITS);
}

/** The file a tool works on; old sessions name it `file_path`. */
export function pathArg(args: JsonObject): string {
  return argText(args["path"] || args["file_path"]);
}
