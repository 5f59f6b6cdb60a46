/**
 * The prompt and the tools in force after a list of messages, by replaying its system messages in order. The answers equal those
 * of `utils/transcript.js` in pi-ai wherever that gives one; where it throws, what cannot be read is passed over.
 */
import { field, isArray } from "../../lib/json.ts";
import type { Place, PromptBlock, PromptPiece } from "../view/block.ts";
import type { Ref } from "../view/ref.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { bounded, placeIn } from "./draw.ts";
import { contentText, joinable, promptPieces, promptSection, promptTool } from "./prompt.ts";

/** One system message that holds the current prompt and tools (pi-ai: SystemMessage). */
export interface CurrentSystemMessage {
  role: "system";
  content: string;
  sections?: Record<string, unknown>;
  toolsAdded?: unknown[];
  timestamp: unknown;
}

/** A message with the entry it comes from; `place` is where the message lies, by default `message` of that entry. */
export interface SourcedMessage {
  readonly message: unknown;
  readonly from: Ref | null;
  readonly place?: Place;
}

/** A value with the message that set it and the keys down to it in that message. */
export interface Signed {
  readonly value: unknown;
  readonly by: SourcedMessage;
  readonly path: readonly (string | number)[];
}

/** Most base texts that are shown one by one. */
const PIECES = 100;

/** What replaying leaves: Maps, because a name keeps the position where it was first set. Tools are by name, whatever that is. */
export interface Replay {
  readonly contents: readonly Signed[];
  readonly sections: ReadonlyMap<string, Signed>;
  readonly tools: ReadonlyMap<unknown, Signed>;
  readonly timestamp: unknown;
}

/** Before any system message. */
export const NOTHING_REPLAYED: Replay = { contents: [], sections: new Map(), tools: new Map(), timestamp: undefined };

/** The tools available after the messages, in order of first declaration (pi-ai: getCurrentTools). */
export function getCurrentTools(messages: readonly unknown[]): unknown[] {
  return toolValues(replay(messages.map(unsigned)));
}

/**
 * One system message with the current prompt and tools (pi-ai: getCurrentSystemMessage): base texts joined by a blank line,
 * sections as last patched, tools, and the first timestamp. Undefined when there is neither a prompt nor a tool.
 */
export function getCurrentSystemMessage(messages: readonly unknown[]): CurrentSystemMessage | undefined {
  return systemMessageOf(replay(messages.map(unsigned)));
}

/** What has been replayed as one system message, as {@link getCurrentSystemMessage} has it. */
export function systemMessageOf(state: Replay): CurrentSystemMessage | undefined {
  const tools = toolValues(state);
  if (state.timestamp === undefined && tools.length === 0) return undefined;
  return {
    role: "system",
    content: state.contents.map(({ value }) => contentText(value)).join("\n\n"),
    ...(state.sections.size > 0 ? { sections: sectionValues(state) } : {}),
    ...(tools.length > 0 ? { toolsAdded: tools } : {}),
    timestamp: state.timestamp ?? 0,
  };
}

/** The current prompt as one text: base text and sections joined by blank lines (pi-ai: getCurrentSystemPrompt). */
export function getCurrentSystemPrompt(messages: readonly unknown[]): string {
  const message = getCurrentSystemMessage(messages);
  if (message === undefined) return "";
  const parts = [message.content, ...Object.values(message.sections ?? {})];
  return parts
    .filter((part) => lengthOf(part) > 0)
    .map(joinable)
    .join("\n\n");
}

/** The current prompt and tools, each section and tool signed by the entry that last set it; null when there is none. */
export function replayPrompt(messages: readonly SourcedMessage[]): PromptBlock | null {
  const state = replay(messages);
  const tools = [...state.tools.values()];
  if (state.timestamp === undefined && tools.length === 0) return null;
  const sections = Object.keys(sectionValues(state)).flatMap((name) => {
    const signed = state.sections.get(name);
    return signed === undefined ? [] : [promptSection(name, signed.value, placeOf(signed), signed.by.from)];
  });
  return {
    kind: "prompt",
    content: replayedContent(state.contents),
    sections,
    toolsAdded: tools.map((tool) => promptTool(tool.value, placeOf(tool), tool.by.from)),
    toolsRemoved: [],
  };
}

/** The base texts, each signed. Those beyond the bound are one unsigned piece, of which `more` can only lead to the first. */
function replayedContent(contents: readonly Signed[]): PromptPiece[] {
  const pieces = contents.slice(0, PIECES).flatMap(({ value, by }) => promptPieces(value, messagePlace(by), by.from));
  const first = contents[PIECES];
  if (first === undefined) return pieces;
  const rest = contents
    .slice(PIECES)
    .map(({ value }) => contentText(value))
    .join("\n\n");
  return [...pieces, { body: bounded(rest, placeOf(first)), tokens: tokensOf(rest.length), setBy: null }];
}

/** The prompt and tools after further messages; only those of role system change anything. */
export function replay(messages: readonly SourcedMessage[], start: Replay = NOTHING_REPLAYED): Replay {
  const contents = [...start.contents];
  const sections = new Map(start.sections);
  const tools = new Map(start.tools);
  let { timestamp } = start;
  for (const by of messages) {
    const { message } = by;
    if (field(message, "role") !== "system") continue;
    timestamp ??= field(message, "timestamp");
    const content = field(message, "content");
    if (contentText(content).length > 0) contents.push({ value: content, by, path: ["content"] });
    patchSections(sections, by);
    patchTools(tools, by);
  }
  return { contents, sections, tools, timestamp };
}

function patchSections(sections: Map<string, Signed>, by: SourcedMessage): void {
  const patch = field(by.message, "sections");
  // Object.entries takes a text apart into its characters. Pi's answer for one is kept up to a length no memory minds.
  if (patch === undefined || patch === null || (typeof patch === "string" && patch.length > 10_000)) return;
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) sections.delete(name);
    else sections.set(name, { value, by, path: ["sections", name] });
  }
}

function patchTools(tools: Map<unknown, Signed>, by: SourcedMessage): void {
  for (const tool of items(field(by.message, "toolsRemoved"))) {
    if (tool !== null && tool !== undefined) tools.delete(field(tool, "name"));
  }
  for (const [index, tool] of items(field(by.message, "toolsAdded")).entries()) {
    if (tool === null || tool === undefined) continue;
    tools.set(field(tool, "name"), { value: tool, by, path: ["toolsAdded", index] });
  }
}

/** What iterating a value gives. Of a text only the last character: none of them has a name, so each takes the place of the one before. */
function items(value: unknown): readonly unknown[] {
  if (isArray(value)) return value;
  return typeof value === "string" ? Array.from(value.slice(-2)).slice(-1) : [];
}

function toolValues(state: Replay): unknown[] {
  return Array.from(state.tools.values(), ({ value }) => value);
}

function sectionValues(state: Replay): Record<string, unknown> {
  return Object.fromEntries(Array.from(state.sections, ([name, { value }]) => [name, value]));
}

function unsigned(message: unknown): SourcedMessage {
  return { message, from: null };
}

function messagePlace(by: SourcedMessage): Place {
  return by.place ?? { row: by.from?.row ?? -1, path: ["message"] };
}

/** Where a value lies. */
export function placeOf(signed: Signed): Place {
  return placeIn(messagePlace(signed.by), ...signed.path);
}
