import { type Fields, usage } from "./messages.ts";

/** Builders of a session file's lines: the header and the eleven entry types of version 3. `more` adds or replaces fields. */

/** What every entry has. */
export interface Base {
  readonly id: unknown;
  readonly parentId: unknown;
  readonly timestamp: unknown;
}

export const SESSION_ID = "0199aaaa-0000-7000-8000-00000000cafe";
export const START = "2026-03-12T09:00:00.000Z";

export function header(more: Fields = {}): Fields {
  return { type: "session", version: 3, id: SESSION_ID, timestamp: START, cwd: "/srv/demo/lighthouse", ...more };
}

/** An entry of any type, fields in the order in which Pi writes them. */
export function entry(type: string, { id, parentId, timestamp }: Base, more: Fields = {}): Fields {
  return { type, id, parentId, timestamp, ...more };
}

export function message(base: Base, body: unknown, more: Fields = {}): Fields {
  return entry("message", base, { message: body, ...more });
}

export function modelChange(base: Base, provider: string, modelId: string, more: Fields = {}): Fields {
  return entry("model_change", base, { provider, modelId, ...more });
}

export function thinkingLevelChange(base: Base, thinkingLevel: string, more: Fields = {}): Fields {
  return entry("thinking_level_change", base, { thinkingLevel, ...more });
}

export function usageEntry(base: Base, kind: string, more: Fields = {}): Fields {
  return entry("usage", base, { kind, provider: "demo", model: "beacon-1", usage: usage(0, 0, 9000), ...more });
}

/** `keep`: id of the first kept entry; the compaction's own id keeps nothing. */
export function compaction(base: Base, summary: string, keep: unknown, more: Fields = {}): Fields {
  return entry("compaction", base, { summary, firstKeptEntryId: keep, tokensBefore: 51_234, ...more });
}

export function branchSummary(base: Base, summary: string, fromId: unknown, more: Fields = {}): Fields {
  return entry("branch_summary", base, { fromId, summary, ...more });
}

/** `replacement`: null omits the target, `{ content }` replaces its content. */
export function contextEdit(base: Base, targetId: unknown, replacement: unknown, more: Fields = {}): Fields {
  return entry("context_edit", base, { targetId, replacement, ...more });
}

/** State of an extension: never part of the context. */
export function custom(
  { id, parentId, timestamp }: Base,
  customType: string,
  data: unknown,
  more: Fields = {},
): Fields {
  return { type: "custom", customType, data, id, parentId, timestamp, ...more };
}

/** Words of an extension: part of the context. */
export function customMessage(base: Base, customType: string, content: unknown, more: Fields = {}): Fields {
  const { id, parentId, timestamp } = base;
  return { type: "custom_message", customType, content, display: true, id, parentId, timestamp, ...more };
}

/** Without a label, the label of the target is cleared. */
export function label(base: Base, targetId: unknown, words?: string, more: Fields = {}): Fields {
  return entry("label", base, { targetId, ...(words === undefined ? {} : { label: words }), ...more });
}

export function sessionInfo(base: Base, name: string, more: Fields = {}): Fields {
  return entry("session_info", base, { name, ...more });
}

/** Lines to the text of a file. */
export function jsonl(lines: readonly unknown[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
