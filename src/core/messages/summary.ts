import { field } from "../../lib/json.ts";
import { toText } from "../../lib/text.ts";
import type { Block, Place } from "../view/block.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { jsonBlock, notice, placeIn, textBlocks } from "./draw.ts";
import type { MessageRole } from "./role.ts";

/** What a role that carries a summary differs by: its name, Pi's words around the summary, and its facts. */
interface SummaryRole {
  readonly role: string;
  readonly before: string;
  readonly after: string;
  readonly fields: MessageRole["fields"];
}

/** A role that carries a summary: sent as user text between Pi's fixed words. */
export function summaryRole({ role, before, after, fields }: SummaryRole): MessageRole {
  return {
    role,
    lead: "",
    tone: "summary",
    editable: false,
    estimateTokens: (message) => tokensOf(lengthOf(field(message, "summary"))),
    toLlm: (message) => {
      const text = before + toText(field(message, "summary")) + after;
      return { role: "user", content: [{ type: "text", text }], timestamp: field(message, "timestamp") };
    },
    collect(_message, facts) {
      facts.preview = `[${role}]`;
    },
    blocks: (message, { place }) => summaryBlocks(message, place),
    fields,
  };
}

/** The summary of a message or entry, to read. */
export function summaryBlocks(holder: unknown, place: Place): Block[] {
  const summary = field(holder, "summary");
  if (summary === undefined || summary === null || summary === "") return [notice("warning", "There is no summary.")];
  const at = placeIn(place, "summary");
  return typeof summary === "string" ? textBlocks(summary, "prose", at) : [jsonBlock("summary", summary, at)];
}
