import { field } from "../../lib/json.ts";
import { countFact } from "./draw.ts";
import { summaryRole } from "./summary.ts";

/**
 * `{summary, tokensBefore, timestamp}` (Pi: CompactionSummaryMessage), made from a compaction entry. The words are Pi's
 * COMPACTION_SUMMARY_PREFIX and _SUFFIX (messages.js), byte for byte.
 */
export const compactionSummaryRole = summaryRole({
  role: "compactionSummary",
  before: "The conversation history before this point was compacted into the following summary:\n\n<summary>\n",
  after: "\n</summary>",
  fields: (message) => countFact("Tokens before", field(message, "tokensBefore")),
});
