import { asString, field, isArray, isObject, type JsonObject } from "../../../lib/json.ts";
import { type Diff, diffOfTexts, readDiff } from "../../rich/diff.ts";
import type { DiffLine } from "../../view/tool-block.ts";
import { Head } from "./form.ts";
import { pathArg, type Tool } from "./tool.ts";

/** Names of the text that is replaced and of what replaces it, by Pi and by others. */
const PAIRS = [
  ["oldText", "newText"],
  ["old_text", "new_text"],
  ["old_string", "new_string"],
  ["old_str", "new_str"],
] as const;

/** Edits given as JSON text are read up to this length, UTF-16 units. */
const MAX_JSON = 200_000;
const MAX_EDITS = 200;

interface Change {
  readonly before: string;
  readonly after: string;
}

export const editTool: Tool = {
  name: "edit",
  title: pathArg,
  prose: [],
  form(args, { details }) {
    const head = new Head("edit", args);
    head.path();
    const { changes, names, exact } = changesOf(args);
    const told = asString(field(details, "diff")) ?? "";
    if (told !== "") {
      const diff = readDiff(told);
      return head.form([diff.block], exact && says(diff, changes) ? names : []);
    }
    if (changes.length === 0) return head.form();
    const diff = diffOfTexts(changes);
    return head.form([diff.block], exact && diff.whole ? names : []);
  },
};

/** The changes a call asks for, the arguments that hold them, and whether they are all that these arguments hold. */
function changesOf(args: JsonObject): { changes: Change[]; names: string[]; exact: boolean } {
  const changes: Change[] = [];
  const names: string[] = [];
  let exact = true;
  const own = pairOf(args);
  if (own !== undefined) {
    changes.push(own.change);
    names.push(...own.names);
  }
  const edits = parsed(field(args, "edits"));
  if (isArray(edits) && edits.length > 0) {
    for (const edit of edits.slice(0, MAX_EDITS)) {
      const pair = pairOf(edit);
      if (pair !== undefined) changes.push(pair.change);
      if (pair === undefined || !isObject(edit) || Object.keys(edit).length > 2) exact = false;
    }
    if (edits.length > MAX_EDITS) exact = false;
    // Else what the edits lack would be hidden with them.
    names.push("edits");
  }
  return { changes, names, exact };
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string" || value.length > MAX_JSON) return value;
  try {
    const read: unknown = JSON.parse(value);
    return read;
  } catch {
    return value;
  }
}

function pairOf(value: unknown): { change: Change; names: readonly string[] } | undefined {
  for (const names of PAIRS) {
    const before = field(value, names[0]);
    const after = field(value, names[1]);
    if (typeof before === "string" && typeof after === "string") return { change: { before, after }, names };
  }
  return undefined;
}

/** True when a diff has every line of the texts: an edit may begin and end within a line. */
function says({ block, whole }: Diff, changes: readonly Change[]): boolean {
  if (!whole) return false;
  const has = (text: string, other: DiffLine["mark"]): boolean => {
    const lines = block.lines.filter(({ mark }) => mark === "same" || mark === other).map((line) => line.text);
    const found = new Set(lines);
    const parts = text.split("\n");
    return parts.every((part, at) => {
      if (found.has(part)) return true;
      const [first, last] = [at === 0, at === parts.length - 1];
      if (!first && !last) return false;
      return lines.some((line) => (first ? (last ? line.includes(part) : line.endsWith(part)) : line.startsWith(part)));
    });
  };
  return changes.every(({ before, after }) => has(before, "removed") && has(after, "added"));
}
