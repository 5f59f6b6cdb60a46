import { field } from "../../lib/json.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { fact } from "./draw.ts";
import type { MessageRole } from "./role.ts";
import { summaryBlocks, summaryToLlm } from "./summary.ts";

// Pi's words around the summary (BRANCH_SUMMARY_PREFIX and _SUFFIX in messages.js), byte for byte.
const before = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n";
const after = "</summary>";

/** `{summary, fromId, timestamp}` (Pi: BranchSummaryMessage), made from a branch_summary entry. */
export const branchSummaryRole: MessageRole = {
  role: "branchSummary",
  lead: "",
  tone: "summary",
  editable: false,
  estimateTokens: (message) => tokensOf(lengthOf(field(message, "summary"))),
  toLlm: (message) => summaryToLlm(message, before, after),
  collect(_message, facts) {
    facts.preview = "[branchSummary]";
  },
  blocks: (message, { place }) => summaryBlocks(message, place),
  fields: (message) => fact("Branch left at", field(message, "fromId")),
};
