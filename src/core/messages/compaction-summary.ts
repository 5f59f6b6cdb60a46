import { field } from "../../lib/json.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { countFact } from "./draw.ts";
import type { MessageRole } from "./role.ts";
import { summaryBlocks, summaryToLlm } from "./summary.ts";

// Pi's words around the summary (COMPACTION_SUMMARY_PREFIX and _SUFFIX in messages.js), byte for byte.
const before = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n";
const after = "\n</summary>";

/** `{summary, tokensBefore, timestamp}` (Pi: CompactionSummaryMessage), made from a compaction entry. */
export const compactionSummaryRole: MessageRole = {
  role: "compactionSummary",
  lead: "",
  tone: "summary",
  editable: false,
  estimateTokens: (message) => tokensOf(lengthOf(field(message, "summary"))),
  toLlm: (message) => summaryToLlm(message, before, after),
  collect(_message, facts) {
    facts.preview = "[compactionSummary]";
  },
  blocks: (message, { place }) => summaryBlocks(message, place),
  fields: (message) => countFact("Tokens before", field(message, "tokensBefore")),
};
