import { asString, field, isObject } from "../../lib/json.ts";
import { FLAG } from "../session/facts.ts";
import type { Block, Place } from "../view/block.ts";
import { contentBlocks } from "./blocks/draw-content.ts";
import { collectContent, contentPreview, textAndImageChars, tokensOf } from "./content.ts";
import { fact, fieldRows, jsonBlock, notice, placeIn, timeFact } from "./draw.ts";
import { nestedCallBlocks } from "./nested-calls.ts";
import type { MessageRole } from "./role.ts";
import { usageBlocks } from "./usage.ts";

/** `{toolCallId, toolName, content: (text | image)[], details?, usage?, nestedCalls?, isError}` (Pi: ToolResultMessage). */
export const toolResultRole: MessageRole = {
  role: "toolResult",
  lead: "",
  tone: "tool",
  editable: true,
  estimateTokens: (message) => tokensOf(textAndImageChars(field(message, "content"))),
  toLlm: (message) => message,
  collect(message, facts) {
    const usage = field(message, "usage");
    const content = field(message, "content");
    collectContent(content, facts, false);
    if (field(message, "isError")) facts.flags |= FLAG.error;
    if (isObject(usage)) facts.usage = usage;
    facts.callId = field(message, "toolCallId");
    // The row is worded by its call or its tool; the preview is for searching.
    facts.toolName = asString(field(message, "toolName"));
    facts.preview = contentPreview(content);
  },
  blocks(message, context) {
    const content = contentBlocks(field(message, "content"), placeIn(context.place, "content"), "mono", context);
    const failed = field(message, "isError") ? [notice("error", "The tool reported an error.")] : [];
    return [
      ...failed,
      ...content,
      ...detailBlocks(field(message, "details"), placeIn(context.place, "details")),
      ...nestedCallBlocks(field(message, "nestedCalls"), placeIn(context.place, "nestedCalls")),
      ...usageBlocks(field(message, "usage")),
    ];
  },
  fields: (message) => [
    ...fact("Tool", field(message, "toolName")),
    ...fact("Call id", field(message, "toolCallId")),
    ...timeFact("Message time", field(message, "timestamp")),
  ],
};

/** Details as JSON; as a table where they hold a diff, which cannot be read with its line feeds escaped. */
function detailBlocks(details: unknown, place: Place): Block[] {
  if (details === undefined || details === null) return [];
  if (typeof field(details, "diff") !== "string" || !isObject(details)) return [jsonBlock("Details", details, place)];
  return [{ kind: "fields", title: "Details", fields: fieldRows(Object.entries(details), place, () => "mono") }];
}
