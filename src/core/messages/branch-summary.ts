import { field } from "../../lib/json.ts";
import { fact } from "./draw.ts";
import { summaryRole } from "./summary.ts";

/**
 * `{summary, fromId, timestamp}` (Pi: BranchSummaryMessage), made from a branch_summary entry. The words are Pi's
 * BRANCH_SUMMARY_PREFIX and _SUFFIX (messages.js), byte for byte.
 */
export const branchSummaryRole = summaryRole({
  role: "branchSummary",
  before: "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n",
  after: "</summary>",
  fields: (message) => fact("Branch left at", field(message, "fromId")),
});
