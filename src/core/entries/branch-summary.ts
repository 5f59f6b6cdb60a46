import { asString, field, isObject } from "../../lib/json.ts";
import { preview } from "../../lib/text.ts";
import { branchSummaryRole } from "../messages/branch-summary.ts";
import { fact } from "../messages/draw.ts";
import { PREVIEW_UNITS } from "../messages/limits.ts";
import { summaryBlocks } from "../messages/summary.ts";
import { usageBlocks } from "../messages/usage.ts";
import { FLAG } from "../session/facts.ts";
import { summaryDetails } from "./details.ts";
import type { EntryKind } from "./kind.ts";
import { plain, printed, timeOf } from "./words.ts";

/** `{fromId, summary, usage?, details?, fromHook?}` (Pi: BranchSummaryEntry). An empty summary makes no message. */
export const branchSummaryKind: EntryKind = {
  type: "branch_summary",
  bookkeeping: false,
  tone: "summary",
  lead: "[branch summary]:",
  collect(entry, facts) {
    const summary = field(entry, "summary");
    const usage = field(entry, "usage");
    if (summary) {
      facts.flags |= FLAG.message;
      facts.tokens = branchSummaryRole.estimateTokens(entry);
    }
    if (isObject(usage)) facts.usage = usage;
    facts.target = field(entry, "fromId");
    facts.preview = preview((asString(summary) ?? "").trimStart(), PREVIEW_UNITS);
  },
  messages(entry) {
    const summary = field(entry, "summary");
    if (!summary) return [];
    const timestamp = timeOf(field(entry, "timestamp"));
    return [{ role: "branchSummary", summary, fromId: field(entry, "fromId"), timestamp }];
  },
  blocks: (entry, { place }) => [
    ...summaryBlocks(entry, place),
    ...summaryDetails(entry, place),
    ...usageBlocks(field(entry, "usage")),
  ],
  fields: (entry) => [
    ...fact("Branch left at", field(entry, "fromId")),
    ...fact("By an extension", field(entry, "fromHook") || undefined),
  ],
  print: (entry) => printed(entry, `Branch from ${plain(field(entry, "fromId"))}`),
};
