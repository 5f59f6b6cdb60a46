import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonLength, toText } from "../../lib/text.ts";
import type { BoundedText, Place, PromptBlock, PromptPiece, PromptSection, PromptTool } from "../view/block.ts";
import type { Ref } from "../view/ref.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { bounded, boundedValue, placeIn } from "./draw.ts";
import { FACT_UNITS } from "./limits.ts";

/** Characters of a system message (Pi: estimateTokens): sections by length, tool declarations as JSON. */
export function sectionAndToolChars(message: unknown): number {
  const sections = field(message, "sections");
  // A text is a list of its characters to Object.values: its length is the sum.
  let chars = typeof sections === "string" ? lengthOf(sections) : 0;
  if (typeof sections === "object" && sections !== null) {
    for (const section of Object.values(sections)) chars += lengthOf(section);
  }
  const tools = field(message, "toolsAdded");
  return tools ? chars + jsonLength(tools) : chars;
}

/** Text of a content, its text blocks joined by line feeds (pi-ai: contentText); empty for what has none. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = isArray(content) ? content : isObject(content) ? [content] : [];
  return blocks
    .filter((block) => field(block, "type") === "text")
    .map((block) => joinable(field(block, "text")))
    .join("\n");
}

/** A value as Array.join writes it: nothing for null and undefined. */
export function joinable(value: unknown): string {
  return value === null || value === undefined ? "" : toText(value);
}

/** Where the text of a content lies, for asking for all of it. */
export function contentPlace(content: unknown, place: Place): Place {
  const at = placeIn(place, "content");
  if (!isArray(content)) return isObject(content) ? placeIn(at, "text") : at;
  const texts = content.flatMap((block, index) => (field(block, "type") === "text" ? [index] : []));
  const [only, ...others] = texts;
  return only === undefined || others.length > 0 ? at : placeIn(at, only, "text");
}

/** One section; `value` null or undefined for a removed one. `place` is where its text lies. */
export function promptSection(name: string, value: unknown, place: Place, setBy: Ref | null): PromptSection {
  const removed = value === null || value === undefined;
  const body = removed ? null : boundedValue(value, place);
  return { name: cut(name, FACT_UNITS), body, tokens: tokensOf(lengthOf(value)), setBy };
}

/** One tool declaration, tolerant of anything in its place. */
export function promptTool(tool: unknown, place: Place, setBy: Ref | null): PromptTool {
  const description = field(tool, "description");
  const parameters = isObject(tool) ? field(tool, "parameters") : tool;
  return {
    name: toolName(tool),
    description: text(description, placeIn(place, "description")),
    parameters: text(parameters, isObject(tool) ? placeIn(place, "parameters") : place),
    tokens: tokensOf(jsonLength(tool)),
    setBy,
  };
}

function text(value: unknown, place: Place): BoundedText {
  return value === undefined ? { text: "" } : boundedValue(value, place);
}

/** Name of a tool or of a reference to one; some writers give the name alone. */
export function toolName(tool: unknown): string {
  return cut(asString(tool) ?? asString(field(tool, "name")) ?? "(no name)", FACT_UNITS);
}

/** The base text of one message, which lies at `place`; none where it has no text. */
export function promptPieces(content: unknown, place: Place, setBy: Ref | null): PromptPiece[] {
  const whole = contentText(content);
  if (whole === "") return [];
  return [{ body: bounded(whole, contentPlace(content, place)), tokens: tokensOf(whole.length), setBy }];
}

/** One system message as it stands in the file: what it adds, replaces and removes. */
export function promptBlock(message: unknown, place: Place): PromptBlock {
  const sections = field(message, "sections");
  const added = field(message, "toolsAdded");
  const removed = field(message, "toolsRemoved");
  return {
    kind: "prompt",
    content: promptPieces(field(message, "content"), place, null),
    sections: Object.entries(isObject(sections) ? sections : {}).map(([name, value]) =>
      promptSection(name, value, placeIn(place, "sections", name), null),
    ),
    toolsAdded: (isArray(added) ? added : []).map((tool, index) =>
      promptTool(tool, placeIn(place, "toolsAdded", index), null),
    ),
    toolsRemoved: (isArray(removed) ? removed : []).map(toolName),
  };
}
