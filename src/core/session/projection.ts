import { field, isObject } from "../../lib/json.ts";
import { roleOf } from "../messages/roles.ts";
import type { Bodies } from "./bodies.ts";
import { isProjected, replacingEdit, type Passes } from "./passes.ts";
import type { SessionIndex } from "./session-index.ts";

/** One selected entry and the messages it contributes: none, one, or two for a compaction with a system checkpoint. */
export interface ProjectedEntry {
  readonly row: number;
  readonly messages: readonly unknown[];
}

/** Rows of the selection that contribute messages, in order. */
export function projectedRows(index: SessionIndex, passes: Passes): number[] {
  return Array.from(passes.selected).filter((row) => isProjected(index, passes, row));
}

/**
 * The messages of some selected rows, with the edits in force applied (Pi: projectContextEntry). `rows` must be among the
 * selected; what is omitted or makes no message comes back empty.
 */
export async function projectRows(
  index: SessionIndex,
  bodies: Bodies,
  passes: Passes,
  rows: readonly number[],
): Promise<ProjectedEntry[]> {
  const edits = rows.map((row) => replacingEdit(index, passes, row));
  const wanted = rows.filter((row) => isProjected(index, passes, row));
  const read = await bodies.entries([...wanted, ...edits.filter((edit) => edit !== -1)]);
  const byRow = new Map([...wanted, ...edits.filter((edit) => edit !== -1)].map((row, at) => [row, read[at]]));
  return rows.map((row, at) => {
    const entry = byRow.get(row);
    if (!isProjected(index, passes, row) || !isObject(entry)) return { row, messages: [] };
    const messages = index.kind(row).messages(entry);
    const edit = edits[at]!;
    return { row, messages: edit === -1 ? messages : messages.map((message) => withEdit(message, byRow.get(edit))) };
  });
}

/** A message with the content of a replacing edit; a text becomes one text block where the role wants blocks. */
export function withEdit(message: unknown, edit: unknown): unknown {
  const role = roleOf(message);
  if (!role.editable || !isObject(message)) return message;
  const content = field(field(edit, "replacement"), "content");
  const wantsBlocks = role.role === "assistant" || role.role === "toolResult";
  return {
    ...message,
    content: wantsBlocks && typeof content === "string" ? [{ type: "text", text: content }] : content,
  };
}

/** Model and thinking level at a point: from the whole path, compacted or not (Pi: getSessionContextSettings). */
export interface Settings {
  readonly model: { readonly provider: unknown; readonly modelId: unknown } | null;
  readonly thinkingLevel: unknown;
}

/** Rows that set them: the last model_change or assistant message, and the last thinking_level_change; -1 for none. */
export function settingRows(
  index: SessionIndex,
  path: Int32Array,
): { model: number; thinking: number; selected: number; answered: number } {
  const found = { model: -1, thinking: -1, selected: -1, answered: -1 };
  for (
    let i = path.length - 1;
    i >= 0 && (found.thinking === -1 || found.selected === -1 || found.answered === -1);
    i--
  ) {
    const row = path[i]!;
    const type = index.type(row);
    if (type === "thinking_level_change" && found.thinking === -1) found.thinking = row;
    if (type === "model_change" && found.selected === -1) found.selected = row;
    if (type === "message" && index.role(row) === "assistant" && found.answered === -1) found.answered = row;
  }
  const at = (row: number): number => (row === -1 ? -1 : path.lastIndexOf(row));
  found.model = at(found.selected) > at(found.answered) ? found.selected : found.answered;
  return found;
}

export async function readSettings(index: SessionIndex, bodies: Bodies, path: Int32Array): Promise<Settings> {
  const { model, thinking } = settingRows(index, path);
  const [modelEntry, thinkingEntry] = await bodies
    .entries([model, thinking].filter((row) => row !== -1))
    .then((read) => {
      const queue = [...read];
      return [model === -1 ? undefined : queue.shift(), thinking === -1 ? undefined : queue.shift()];
    });
  return {
    model: model === -1 ? null : modelOf(modelEntry),
    thinkingLevel: thinking === -1 ? "off" : field(thinkingEntry, "thinkingLevel"),
  };
}

function modelOf(entry: unknown): { provider: unknown; modelId: unknown } {
  if (field(entry, "type") === "model_change")
    return { provider: field(entry, "provider"), modelId: field(entry, "modelId") };
  const message = field(entry, "message");
  return { provider: field(message, "provider"), modelId: field(message, "model") };
}
