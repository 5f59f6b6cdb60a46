import { isCut, textLength } from "../../lib/cut-text.ts";
import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonLength, ownCopy, preview } from "../../lib/text.ts";
import { type EntryFacts, FLAG } from "../session/facts.ts";
import { PREVIEW_UNITS } from "./limits.ts";
import { isImage } from "./blocks/image.ts";
import { isToolCall, readCall } from "./blocks/tool-call.ts";
import { contentKindOf } from "./blocks/kinds.ts";
import { callTitle } from "./tools/tools.ts";

/** What Pi counts an image as, in characters (ESTIMATED_IMAGE_CHARS in compaction.js). */
const IMAGE_CHARS = 4800;

/** The blocks of a `content` list; an object stands for a list of one, and everything else is no list. */
export function contentList(content: unknown): readonly unknown[] {
  if (isArray(content)) return content;
  return isObject(content) ? [content] : [];
}

/** `value.length` where it is a count: of a string, a list, or an object that says so itself; else 0. */
export function lengthOf(value: unknown): number {
  if (typeof value === "string") return textLength(value);
  if (isArray(value)) return value.length;
  const length = field(value, "length");
  return typeof length === "number" && length > 0 && length < Infinity ? length : 0;
}

/** Tokens by Pi's rule of four characters each. */
export function tokensOf(chars: number): number {
  return Math.ceil(chars / 4);
}

/** Characters of text and images (Pi: estimateTextAndImageContentChars); what Pi cannot read counts nothing. */
export function textAndImageChars(content: unknown): number {
  if (typeof content === "string") return textLength(content);
  let chars = 0;
  for (const block of contentList(content)) {
    const type = field(block, "type");
    if (type === "text") chars += lengthOf(field(block, "text"));
    else if (type === "image") chars += IMAGE_CHARS;
  }
  return chars;
}

/** Characters of an assistant's content (Pi: estimateTokens): text, thinking, and calls with their arguments as JSON. */
export function assistantChars(content: unknown): number {
  let chars = 0;
  for (const block of contentList(content)) {
    const type = field(block, "type");
    if (type === "text") chars += lengthOf(field(block, "text"));
    else if (type === "thinking") chars += lengthOf(field(block, "thinking"));
    else if (type === "toolCall") {
      const call = readCall(block);
      chars += lengthOf(call.name) + jsonLength(call.args);
    }
  }
  return chars;
}

/** The first text of a content as a row shows it (Pi: extractContent in tree-selector.js): its first 200 characters, no half of a pair. */
export function contentPreview(content: unknown): string {
  if (typeof content === "string") return preview(content, PREVIEW_UNITS);
  let text = "";
  for (const block of contentList(content)) {
    if (text.length >= PREVIEW_UNITS) break;
    if (field(block, "type") === "text") text += (asString(field(block, "text")) ?? "").slice(0, PREVIEW_UNITS + 1);
  }
  return preview(text, PREVIEW_UNITS);
}

/** True when something of the content can be read (Pi: hasTextContent in tree-selector.js). */
export function hasText(content: unknown): boolean {
  if (typeof content === "string") return /\S/.test(content);
  return contentList(content).some(
    (block) => field(block, "type") === "text" && /\S/.test(asString(field(block, "text")) ?? ""),
  );
}

/** Notes images and what no content kind knows; with `calls`, the tool calls too. */
export function collectContent(content: unknown, facts: EntryFacts, calls: boolean): void {
  if (typeof content === "string" || content === undefined || content === null) return;
  if (!isArray(content) && !isObject(content)) noteUnknown(facts, `(${typeof content})`);
  for (const block of contentList(content)) {
    if (isImage(block)) facts.flags |= FLAG.image;
    else if (isToolCall(block)) {
      if (calls) facts.calls.push(callFact(block, facts));
    } else if (contentKindOf(block) === undefined) noteUnknown(facts, blockName(block));
  }
}

function callFact(block: unknown, facts: EntryFacts): { id: string; name: string; title: string } {
  const call = readCall(block);
  // Arguments given as text are worded by what the text says.
  if (typeof call.args === "string" && isCut(call.args)) facts.unsure = true;
  const name = asString(call.name) ?? "";
  return {
    id: asString(call.id) ?? "",
    name: ownCopy(cut(name, PREVIEW_UNITS)),
    title: callTitle(call.name, call.args),
  };
}

/** The block's type; in parentheses what stands in a block's place. */
function blockName(block: unknown): string {
  const type = asString(field(block, "type"));
  if (type !== undefined) return ownCopy(cut(type, 40));
  if (isObject(block)) return "(no type)";
  return block === null ? "(null)" : `(${isArray(block) ? "list" : typeof block})`;
}

function noteUnknown(facts: EntryFacts, name: string): void {
  if (facts.unknownBlocks.length < 20 && !facts.unknownBlocks.includes(name)) facts.unknownBlocks.push(name);
}
