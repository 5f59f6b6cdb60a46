import { field, isArray, isObject } from "../../lib/json.ts";
import { collectContent, textAndImageChars, tokensOf } from "./content.ts";
import { jsonBlock, placeIn, timeFact } from "./draw.ts";
import { promptBlock, sectionAndToolChars } from "./prompt.ts";
import type { MessageRole } from "./role.ts";

/** `{content, sections?, toolsAdded?, toolsRemoved?}` (Pi: SystemMessage): the prompt and tools, or a change of them. */
export const systemRole: MessageRole = {
  role: "system",
  lead: "",
  tone: "system",
  editable: false,
  estimateTokens: (message) => tokensOf(textAndImageChars(field(message, "content")) + sectionAndToolChars(message)),
  toLlm: (message) => message,
  collect(message, facts) {
    collectContent(field(message, "content"), facts, false);
    facts.preview = "[system]";
  },
  blocks(message, { place }) {
    const unread = ["content", "sections", "toolsAdded", "toolsRemoved"].filter(
      (key) => !readable(key, field(message, key)),
    );
    return [
      promptBlock(message, place),
      ...unread.map((key) => jsonBlock(`unreadable ${key}`, field(message, key), placeIn(place, key))),
    ];
  },
  fields: (message) => timeFact("Message time", field(message, "timestamp")),
};

/** True when a prompt block can show what a field holds. */
function readable(key: string, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (key === "sections") return isObject(value);
  if (key !== "content") return isArray(value);
  return typeof value === "string" || (isArray(value) && value.every((block) => field(block, "type") === "text"));
}
