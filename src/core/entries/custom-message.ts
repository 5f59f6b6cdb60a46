import { asString, field } from "../../lib/json.ts";
import { cut, preview } from "../../lib/text.ts";
import { contentPreview } from "../messages/content.ts";
import { customRole } from "../messages/custom.ts";
import { PREVIEW_UNITS } from "../messages/limits.ts";
import { FLAG } from "../session/facts.ts";
import type { EntryKind } from "./kind.ts";
import { json, plain, printed, timeOf } from "./words.ts";

/** `{customType, content, display, details?}` (Pi: CustomMessageEntry): a message of role custom, dated by its entry. */
export const customMessageKind: EntryKind = {
  type: "custom_message",
  bookkeeping: false,
  tone: "custom",
  lead: "",
  collect(entry, facts) {
    facts.flags |= FLAG.message | FLAG.editable;
    facts.tokens = customRole.estimateTokens(entry);
    customRole.collect(entry, facts);
    const type = cut(asString(field(entry, "customType")) ?? "custom message", 100);
    facts.preview = preview(`[${type}]: ${contentPreview(field(entry, "content"))}`, PREVIEW_UNITS);
  },
  messages(entry) {
    return [
      {
        role: "custom",
        customType: field(entry, "customType"),
        content: field(entry, "content") ?? [],
        display: field(entry, "display"),
        details: field(entry, "details"),
        timestamp: timeOf(field(entry, "timestamp")),
      },
    ];
  },
  blocks: (entry, context) => customRole.blocks(entry, context),
  fields: (entry) => customRole.fields(entry).filter(({ name }) => name !== "Message time"),
  print: (entry) =>
    printed(entry, `Extension message (${plain(field(entry, "customType"), 100)}): ${json(field(entry, "content"))}`),
};
