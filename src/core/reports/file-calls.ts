import { asNumber, asString, field, isArray, isObject, type JsonObject } from "../../lib/json.ts";
import { readCall } from "../messages/blocks/tool-call.ts";

/** What a call does to a file: `look` for what searches or lists and gives no copy of one. */
export type FileCallKind = "read" | "edit" | "write" | "look";

/** A tool call that names a file in an argument of its own. */
export interface FileCall {
  readonly kind: FileCallKind;
  readonly tool: string;
  /** As written. */
  readonly path: string;
  readonly args: JsonObject;
}

/** Names of tools in small letters without anything between their words: Pi's four, and what others call the same. */
const kinds = new Map<string, FileCallKind>([
  ...each(
    "read",
    "read readfile readtextfile fileread view viewfile openfile readmultiplefiles readimage notebookread",
  ),
  ...each("write", "write writefile filewrite create createfile savefile writetofile"),
  ...each(
    "edit",
    "edit editfile fileedit multiedit strreplace replace replaceinfile searchreplace searchandreplace insert insertline " +
      "notebookedit applydiff",
  ),
  ...each("look", "grep find ls glob list listdir listdirectory listfiles search searchfiles greptool findfiles tree"),
]);

/** Tools that do one of several things, told apart by their argument `command`. */
const editors = new Set(["strreplaceeditor", "strreplacebasededittool", "texteditor", "editor"]);
const commands = new Map<string, FileCallKind>([
  ["view", "read"],
  ["create", "write"],
  ["str_replace", "edit"],
  ["insert", "edit"],
  ["undo_edit", "edit"],
]);

const pathKeys = ["path", "file_path", "filePath", "filepath", "file", "filename", "target_file", "notebook_path"];
/** Most UTF-16 units of arguments that are given as JSON text. */
const JSON_UNITS = 1_000_000;

function each(kind: FileCallKind, names: string): [string, FileCallKind][] {
  return names.split(" ").map((name) => [name, kind]);
}

/** What a tool of this name does to files; undefined for every other, a shell above all. `server__read_file` is `read_file`. */
export function fileToolKind(name: string, args?: unknown): FileCallKind | undefined {
  const own =
    name
      .slice(0, 200)
      .split(/__|[./:]/)
      .at(-1) ?? "";
  const plain = own.replaceAll(/[^A-Za-z]/g, "").toLowerCase();
  if (editors.has(plain)) return commands.get(asString(field(args, "command")) ?? "");
  return kinds.get(plain);
}

/** The file a block of an answer, or a call nested in a result, works on; undefined where none is plain in its arguments. */
export function fileCall(block: unknown): FileCall | undefined {
  const { name, args } = readCall(block);
  const read = readArgs(args);
  if (typeof name !== "string" || read === undefined) return undefined;
  const kind = fileToolKind(name, read);
  if (kind === undefined) return undefined;
  const path = pathKeys.map((key) => field(read, key)).find((value) => typeof value === "string" && value !== "");
  // A search without a path is one of the whole folder.
  const found = asString(path) ?? (kind === "look" ? "." : undefined);
  return found === undefined ? undefined : { kind, tool: name, path: found, args: read };
}

function readArgs(args: unknown): JsonObject | undefined {
  if (isObject(args)) return args;
  if (typeof args !== "string" || args.length > JSON_UNITS) return undefined;
  try {
    const read: unknown = JSON.parse(args);
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** UTF-16 units of the file's text that a call itself carries: what is written, or the new texts of an edit. */
export function carriedUnits({ kind, args }: FileCall): number {
  const length = (value: unknown): number => asString(value)?.length ?? 0;
  if (kind === "write") return length(field(args, "content")) + length(field(args, "file_text"));
  if (kind !== "edit") return 0;
  const one = (edit: unknown): number =>
    ["newText", "new_string", "new_str", "insert_text"].reduce((sum, key) => sum + length(field(edit, key)), 0);
  return replacements(args).reduce((sum: number, edit) => sum + one(edit), 0);
}

/** How many places an edit changes, old shape or new; 0 where they are not plain. */
export function places(args: JsonObject): number {
  return replacements(args).length;
}

/** The replacements of an edit: a list, one alone, or a list as JSON text (Pi: prepareEditArguments), and the old single form. */
function replacements(args: JsonObject): unknown[] {
  const { edits } = args;
  let list: readonly unknown[] = isArray(edits) ? edits : isObject(edits) ? [edits] : [];
  if (typeof edits === "string" && edits.length <= JSON_UNITS) {
    try {
      const read: unknown = JSON.parse(edits);
      list = isArray(read) ? read : isObject(read) ? [read] : [];
    } catch {
      list = [];
    }
  }
  const single = ["newText", "new_string", "new_str", "insert_text"].some((key) => typeof args[key] === "string");
  return single ? [...list, args] : [...list];
}

/** The first line a read asks for, 1 for the beginning, and how many; null for all. */
export function askedLines(args: JsonObject): { from: number; count: number | null } {
  const range = field(args, "view_range");
  if (isArray(range)) {
    const [first, last] = [asNumber(range[0]), asNumber(range[1])];
    const from = first === undefined ? 1 : Math.max(1, first);
    return { from, count: last === undefined || last < from ? null : last - from + 1 };
  }
  const from = asNumber(field(args, "offset")) ?? 1;
  return { from: Math.max(1, Math.trunc(from)), count: asNumber(field(args, "limit")) ?? null };
}
