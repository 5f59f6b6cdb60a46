import { field } from "../../lib/json.ts";
import { contentBlocks } from "./blocks/draw-content.ts";
import { collectContent, contentPreview, textAndImageChars, tokensOf } from "./content.ts";
import { placeIn, timeFact } from "./draw.ts";
import type { MessageRole } from "./role.ts";

/** `{content: string | (text | image)[], timestamp}` (Pi: UserMessage). */
export const userRole: MessageRole = {
  role: "user",
  lead: "user:",
  tone: "user",
  editable: true,
  estimateTokens: (message) => tokensOf(textAndImageChars(field(message, "content"))),
  toLlm: (message) => message,
  collect(message, facts) {
    const content = field(message, "content");
    collectContent(content, facts, false);
    facts.preview = contentPreview(content);
  },
  blocks: (message, context) =>
    contentBlocks(field(message, "content"), placeIn(context.place, "content"), "prose", context),
  fields: (message) => timeFact("Message time", field(message, "timestamp")),
};
