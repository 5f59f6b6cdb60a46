import { asString, field, type JsonObject } from "../../../lib/json.ts";
import type { Block, Place } from "../../view/block.ts";
import type { CallWord } from "../../view/tool-block.ts";
import { languageOfPath } from "../../rich/languages.ts";
import { textBlocks } from "../draw.ts";
import type { CallForm } from "./tool.ts";

/** Most UTF-16 units of an argument in a head. */
const WORD_UNITS = 300;

/** Names of the argument that says the file, by Pi and by others. */
const PATHS = ["path", "file_path", "filePath", "filename"];

/** Gathers the head of a call and keeps account of the arguments it shows. */
export class Head {
  readonly words: CallWord[] = [];
  readonly shown: string[] = [];
  readonly #args: JsonObject;

  constructor(tool: string, args: JsonObject) {
    this.#args = args;
    this.words.push({ text: tool, look: "tool" });
  }

  add(text: string, look: CallWord["look"] = "rest"): this {
    this.words.push({ text, look });
    return this;
  }

  /** Adds an argument in full, `before` it a word; false when it is none that a head can hold. */
  arg(name: string, look: CallWord["look"], before = ""): boolean {
    const text = wordOf(field(this.#args, name));
    if (text === undefined) return false;
    if (before !== "") this.add(before);
    this.add(text, look);
    this.shown.push(name);
    return true;
  }

  /** The file, else `otherwise`. */
  path(otherwise = ""): string {
    const name = PATHS.find((path) => this.arg(path, "path"));
    if (name !== undefined) return asString(field(this.#args, name)) ?? "";
    if (otherwise !== "") this.add(otherwise, "path");
    return "";
  }

  /** Numbers and switches that nothing else has said, as `limit 20`. */
  rest(...names: readonly string[]): this {
    for (const name of names) {
      const value = field(this.#args, name);
      if (typeof value !== "number" && typeof value !== "boolean") continue;
      this.add(value === true ? name : `${name} ${String(value)}`, "range");
      this.shown.push(name);
    }
    return this;
  }

  form(body: readonly Block[] = [], shown: readonly string[] = []): CallForm {
    return { words: this.words, body, shown: [...this.shown, ...shown] };
  }
}

/** A text of one short line that says something, or a number. */
function wordOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value === "" || value.length > WORD_UNITS) return undefined;
  // eslint-disable-next-line no-control-regex
  return /[\0-\u001f\u2028\u2029]/.test(value) || value.trim() !== value ? undefined : value;
}

/** Lines shown of a file that is read or written before a hand asks for more (Pi: renderers of read and write). */
export const FILE_LINES = 10;

/** The file a call works on, by its first argument that names one. */
export function fileOf(args: JsonObject): string {
  return PATHS.map((name) => asString(field(args, name))).find((path) => path !== undefined && path !== "") ?? "";
}

/** Text of a file, in the language its path tells. */
export function codeBlocks(text: string, path: string, place: Place): Block[] {
  const language = languageOfPath(path);
  return textBlocks(text, "mono", place).map((block) => (language === undefined ? block : { ...block, language }));
}
