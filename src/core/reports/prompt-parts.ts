import { asString, field, isObject } from "../../lib/json.ts";
import { jsonLength, jsonPrefix, prettyJson } from "../../lib/text.ts";
import { lengthOf, tokensOf } from "../messages/content.ts";
import { contentText, toolName } from "../messages/prompt.ts";
import type { Replay, Signed } from "../messages/transcript.ts";
import type { Ref } from "../view/ref.ts";

/** Said where JSON.stringify cannot print a value. */
const TOO_DEEP = "nested too deep to print";

/** One part of an effective prompt: its base text, a section, or a tool. */
export interface PromptPart {
  readonly kind: "base text" | "section" | "tool";
  /** Of a section or tool; empty for the base text. */
  readonly name: string;
  /** Estimate (characters / 4). */
  readonly tokens: number;
  /** The entry that last set it; of the base text the last that added to it. */
  readonly setBy: Ref | null;
  /** As text to read and to compare: of a tool its description, then the rest of its declaration as JSON. */
  text(): string;
}

/** What became of a part; `again` when it was set anew to what it was. */
export interface PartChange {
  readonly change: "added" | "removed" | "changed" | "again";
  readonly before: PromptPart | undefined;
  readonly after: PromptPart | undefined;
}

/** The parts of an effective prompt by a key that stands for kind and name. */
export function partsOf(state: Replay): Map<string, PromptPart> {
  const parts = new Map<string, PromptPart>();
  const last = state.contents.at(-1);
  if (last !== undefined) {
    const text = (): string => state.contents.map(({ value }) => contentText(value)).join("\n\n");
    parts.set("base", { kind: "base text", name: "", tokens: tokensOf(text().length), setBy: last.by.from, text });
  }
  for (const [name, signed] of state.sections) parts.set(`section\0${name}`, sectionPart(name, signed));
  for (const [name, signed] of state.tools) parts.set(`tool\0${jsonPrefix(name, 1000)}`, toolPart(signed));
  return parts;
}

function sectionPart(name: string, { value, by }: Signed): PromptPart {
  const text = (): string => asString(value) ?? prettyJson(value) ?? TOO_DEEP;
  return { kind: "section", name, tokens: tokensOf(lengthOf(value)), setBy: by.from, text };
}

function toolPart({ value, by }: Signed): PromptPart {
  const text = (): string => declarationText(value);
  return { kind: "tool", name: toolName(value), tokens: tokensOf(jsonLength(value)), setBy: by.from, text };
}

/** A description can be read only with its line feeds; the rest is JSON. */
function declarationText(tool: unknown): string {
  const description = asString(field(tool, "description"));
  if (!isObject(tool) || description === undefined) return prettyJson(tool) ?? TOO_DEEP;
  const { description: _description, ...rest } = tool;
  return `${description}\n\n${prettyJson(rest) ?? TOO_DEEP}`;
}

/** How two prompts differ, part by part: in the order of the later one, then what it has no more. What nobody touched is left out. */
export function partChanges(before: Replay, after: Replay): PartChange[] {
  if (before === after) return [];
  const old = partsOf(before);
  const now = partsOf(after);
  const changes: PartChange[] = [];
  for (const [key, part] of now) {
    const was = old.get(key);
    if (was === undefined) changes.push({ change: "added", before: undefined, after: part });
    else if (was.text() !== part.text()) changes.push({ change: "changed", before: was, after: part });
    else if (was.setBy?.row !== part.setBy?.row) changes.push({ change: "again", before: was, after: part });
  }
  for (const [key, part] of old) {
    if (!now.has(key)) changes.push({ change: "removed", before: part, after: undefined });
  }
  return changes;
}
