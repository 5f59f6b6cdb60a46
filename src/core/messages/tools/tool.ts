import type { JsonObject } from "../../../lib/json.ts";
import { asString } from "../../../lib/json.ts";
import { cut, jsonPrefix, toText } from "../../../lib/text.ts";
import type { Block, Place } from "../../view/block.ts";
import type { CallWord } from "../../view/tool-block.ts";
import { PREVIEW_UNITS } from "../limits.ts";

/** A call in the tool's own form. */
export interface CallForm {
  /** The head, the tool's name first. */
  readonly words: readonly CallWord[];
  /** What needs more room than a head. */
  readonly body: readonly Block[];
  /** Arguments that head and body show whole; all others are listed. */
  readonly shown: readonly string[];
}

/** Where a call lies, and what its result says beside its content, where that was read. */
export interface CallAt {
  /** Where the arguments lie. */
  readonly place: Place;
  /** `details` of the result; undefined for none. */
  readonly details: unknown;
}

/** Where a text of a result lies, and what was asked for. */
export interface OutputAt {
  readonly place: Place;
  /** Arguments of the call; empty where it is not known. */
  readonly args: JsonObject;
  readonly failed: boolean;
}

/** One well-known tool: how a call of it is worded in a row, which of its arguments are code, and how call and output are shown. */
export interface Tool {
  readonly name: string;
  /** Pi's wording after the name (formatToolCall in tree-selector.js), e.g. `src/a.ts:1-20`. Any argument may be anything. */
  title(args: JsonObject): string;
  /** Arguments that are running text; all others are code. */
  readonly prose: readonly string[];
  /** The call as Pi shows it (renderers of the tool). Any argument may be anything. */
  form(args: JsonObject, at: CallAt): CallForm;
  /** A text of the result in the tool's own form; without one it is terminal output. */
  output?(text: string, at: OutputAt): Block[];
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
