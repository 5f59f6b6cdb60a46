import { asNumber, field, isObject } from "../../lib/json.ts";
import { contextIn, countFact, fact, jsonBlock } from "../messages/draw.ts";
import { compactionSummaryRole } from "../messages/compaction-summary.ts";
import type { BlockContext } from "../messages/role.ts";
import { roleOf } from "../messages/roles.ts";
import { summaryBlocks } from "../messages/summary.ts";
import { usageBlocks } from "../messages/usage.ts";
import { FLAG } from "../session/facts.ts";
import type { Block } from "../view/block.ts";
import { summaryDetails } from "./details.ts";
import type { EntryKind } from "./kind.ts";
import { plain, printed, timeOf } from "./words.ts";

/** `{summary, firstKeptEntryId, tokensBefore, systemMessage?, usage?, details?, fromHook?}` (Pi: CompactionEntry). */
export const compactionKind: EntryKind = {
  type: "compaction",
  bookkeeping: false,
  tone: "summary",
  lead: "",
  collect(entry, facts) {
    const usage = field(entry, "usage");
    const checkpoint = field(entry, "systemMessage");
    facts.flags |= FLAG.message | (checkpoint ? FLAG.checkpoint : 0);
    // A checkpoint of a role of its own, as no Pi writes it, is edited as that role.
    if (checkpoint && roleOf(checkpoint).editable) facts.flags |= FLAG.editable;
    const checkpointTokens = checkpoint ? roleOf(checkpoint).estimateTokens(checkpoint) : 0;
    facts.tokens = checkpointTokens + compactionSummaryRole.estimateTokens(entry);
    facts.target = field(entry, "firstKeptEntryId");
    if (isObject(usage)) facts.usage = usage;
    const before = asNumber(field(entry, "tokensBefore"));
    facts.preview = before === undefined ? "[compaction]" : `[compaction: ${Math.round(before / 1000)}k tokens]`;
  },
  messages(entry) {
    const checkpoint = field(entry, "systemMessage");
    const summary = {
      role: "compactionSummary",
      summary: field(entry, "summary"),
      tokensBefore: field(entry, "tokensBefore"),
      timestamp: timeOf(field(entry, "timestamp")),
    };
    return checkpoint ? [checkpoint, summary] : [summary];
  },
  blocks: (entry, context) => [
    ...summaryBlocks(entry, context.place),
    ...summaryDetails(entry, context.place),
    ...usageBlocks(field(entry, "usage")),
    ...checkpointBlocks(field(entry, "systemMessage"), context),
  ],
  fields: (entry) => [
    ...countFact("Tokens before", field(entry, "tokensBefore")),
    ...fact("First kept entry", field(entry, "firstKeptEntryId")),
    ...fact("System checkpoint", field(entry, "systemMessage") ? "yes" : "none"),
    ...fact("By an extension", field(entry, "fromHook") || undefined),
  ],
  print: (entry) =>
    printed(entry, `Compaction: ${plain(field(entry, "tokensBefore"))} tokens in pre-compaction context`),
};

/** The complete prompt kept at the boundary; raw when it is no system message. */
function checkpointBlocks(checkpoint: unknown, context: BlockContext): Block[] {
  if (checkpoint === undefined || checkpoint === null) return [];
  const role = roleOf(checkpoint);
  const inside = contextIn(context, "systemMessage");
  return role.role === "system"
    ? role.blocks(checkpoint, inside)
    : [jsonBlock("systemMessage", checkpoint, inside.place)];
}
