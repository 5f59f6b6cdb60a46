import { asString, field, isObject } from "../../lib/json.ts";
import { preview } from "../../lib/text.ts";
import { FLAG } from "../session/facts.ts";
import { contentBlocks } from "./blocks/draw-content.ts";
import { collectContent } from "./content.ts";
import { fact, jsonBlock, placeIn } from "./draw.ts";
import { PREVIEW_UNITS } from "./limits.ts";
import type { MessageRole } from "./role.ts";

/** A role nobody told us of, no role at all, or a value that is no message: kept in the context by Pi, dropped by convertToLlm. */
export const unknownRole: MessageRole = {
  role: "unknown",
  lead: "",
  tone: "unknown",
  editable: false,
  estimateTokens: () => 0,
  toLlm: () => undefined,
  collect(message, facts) {
    facts.flags |= FLAG.notSent;
    collectContent(field(message, "content"), facts, false);
    const role = asString(field(message, "role"));
    facts.preview = preview(
      role === undefined ? (isObject(message) ? "[no role]" : "[no message]") : `[${role}]`,
      PREVIEW_UNITS,
    );
  },
  blocks(message, context) {
    if (!isObject(message)) return [jsonBlock("not a message", message, context.place)];
    const { role, content, timestamp: _timestamp, ...others } = message;
    const read = contentBlocks(content, placeIn(context.place, "content"), "prose", context);
    if (Object.keys(others).length === 0 && read.length > 0) return read;
    return [...read, jsonBlock(`message of role ${asString(role) ?? "(none)"}`, message, context.place)];
  },
  fields: (message) => fact("Role", field(message, "role")),
};
