import { asString, field } from "../../lib/json.ts";
import { cut, jsonPrefix } from "../../lib/text.ts";
import { modelName } from "../messages/assistant.ts";
import { estimateTokens } from "../messages/roles.ts";
import { NOTHING_REPLAYED, systemMessageOf, type Replay } from "../messages/transcript.ts";
import type { OpenedSession } from "../session/session.ts";
import { TABLE_ROWS } from "../view/report.ts";
import { partChanges, type PromptPart } from "./prompt-parts.ts";
import { walkPrompt, type PromptStep } from "./prompt-walk.ts";
import { readEach } from "./read-each.ts";

/** Names of one kind that a step keeps; the others are counted. */
export const NAMES = 8;
/** Most UTF-16 units of a name out of the file. */
const NAME_UNITS = 80;

/** Names of parts: the first few, and how many there are. */
export interface Names {
  readonly names: readonly string[];
  readonly count: number;
}

/** An entry that has to do with the prompt, and what it did. Tokens are estimates of the whole prompt with its tools. */
export interface PromptEvent {
  readonly row: number;
  readonly what: PromptStep["what"];
  readonly added: Names;
  readonly changed: Names;
  readonly removed: Names;
  /** Set anew to what they were. */
  readonly again: Names;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** A part that the path once had and the point has no more. */
export interface RemovedPart {
  readonly part: PromptPart;
  /** Row of the entry that removed it. */
  readonly by: number;
}

export interface PromptHistory {
  /** In order. Those without any part added, changed or removed leave the prompt as it is. */
  readonly events: readonly PromptEvent[];
  readonly removed: readonly RemovedPart[];
  /** What is in force at the end of the path. */
  readonly now: Replay;
}

/** True for an event after which the prompt or the tools are others. */
export function isChange({ added, changed, removed }: PromptEvent): boolean {
  return added.count + changed.count + removed.count > 0;
}

/**
 * Everything that has set, changed or removed part of the prompt on a path. Reads its system messages and checkpoints.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function promptHistory(
  session: OpenedSession,
  path: Int32Array,
  signal: AbortSignal,
): Promise<PromptHistory> {
  const events: PromptEvent[] = [];
  const removed = new Map<string, RemovedPart>();
  let now = NOTHING_REPLAYED;
  let tokensBefore = 0;
  await walkPrompt(session, path, signal, ({ row, what, before, after }) => {
    now = after;
    const named = { added: new NameList(), changed: new NameList(), removed: new NameList(), again: new NameList() };
    for (const { change, before: was, after: is } of partChanges(before, after)) {
      const part = is ?? was;
      if (part === undefined) continue;
      named[change].add(partName(part));
      const key = `${part.kind}\0${part.name}`;
      if (is !== undefined) removed.delete(key);
      else removed.set(key, { part, by: row });
    }
    const tokensAfter = tokensOfPrompt(after);
    events.push({ row, what, ...named, tokensBefore, tokensAfter });
    tokensBefore = tokensAfter;
  });
  return { events, removed: [...removed.values()], now };
}

class NameList implements Names {
  readonly names: string[] = [];
  count = 0;

  add(name: string): void {
    if (this.names.length < NAMES) this.names.push(name);
    this.count += 1;
  }
}

/** What a part is called: `base text`, a section's name, `tool read`. */
export function partName({ kind, name }: PromptPart): string {
  if (kind === "base text") return kind;
  const shown = cut(name, NAME_UNITS) || "(no name)";
  return kind === "tool" ? `tool ${shown}` : shown;
}

/** Estimate of a prompt with its tools, as Pi counts it; 0 where there is none. */
export function tokensOfPrompt(state: Replay): number {
  const current = systemMessageOf(state);
  return current === undefined ? 0 : estimateTokens(current);
}

/** A model or a thinking level that was chosen. */
export interface SettingEvent {
  readonly row: number;
  /** `model demo/beacon-1`, `thinking high`. */
  readonly words: string;
}

/** The models and thinking levels that were chosen on a path, in order: the last ones a table has room for. */
export async function settingEvents(
  session: OpenedSession,
  path: Int32Array,
  signal: AbortSignal,
): Promise<SettingEvent[]> {
  const { index } = session;
  const rows = Array.from(path).filter((row) => ["model_change", "thinking_level_change"].includes(index.type(row)));
  const events: SettingEvent[] = [];
  await readEach(session, rows.slice(-TABLE_ROWS), signal, (entry, row) => {
    if (index.type(row) === "model_change") {
      // The first Pi files name the model by one field.
      const name = modelName(field(entry, "provider"), field(entry, "modelId")) || asString(field(entry, "model"));
      events.push({ row, words: `model ${cut(name || "unknown", NAME_UNITS)}` });
      return;
    }
    const level = field(entry, "thinkingLevel");
    const words = asString(level) ?? (jsonPrefix(level, NAME_UNITS) || "unknown");
    events.push({ row, words: `thinking ${cut(words, NAME_UNITS)}` });
  });
  return events;
}
