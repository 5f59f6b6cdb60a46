import { field } from "../../lib/json.ts";
import { contentBlocks } from "./blocks/draw-content.ts";
import { collectContent, textAndImageChars, tokensOf } from "./content.ts";
import { fact, jsonBlock, placeIn, timeFact } from "./draw.ts";
import type { MessageRole } from "./role.ts";

const HIDDEN = "false: sent to the model, hidden in Pi’s terminal";

/** A custom message that Pi's terminal does not show. */
export function isHidden(message: unknown): boolean {
  return field(message, "display") === false;
}

/** `{customType, content, display, details?}` (Pi: CustomMessage): a context message by an extension. */
export const customRole: MessageRole = {
  role: "custom",
  lead: "",
  tone: "custom",
  editable: true,
  estimateTokens: (message) => tokensOf(textAndImageChars(field(message, "content"))),
  toLlm(message) {
    const content = field(message, "content");
    return {
      role: "user",
      content: typeof content === "string" ? [{ type: "text", text: content }] : content,
      timestamp: field(message, "timestamp"),
    };
  },
  collect(message, facts) {
    collectContent(field(message, "content"), facts, false);
    facts.preview = "[custom]";
  },
  blocks(message, context) {
    const details = field(message, "details");
    return [
      ...contentBlocks(field(message, "content"), placeIn(context.place, "content"), "prose", context),
      ...(details === undefined || details === null
        ? []
        : [jsonBlock("Details, not sent to the model", details, placeIn(context.place, "details"))]),
    ];
  },
  fields: (message) => [
    ...fact("Custom type", field(message, "customType")),
    ...fact("Display", isHidden(message) ? HIDDEN : field(message, "display")),
    ...timeFact("Message time", field(message, "timestamp")),
  ],
};
