import { formatAmount, formatBytes, formatCount } from "../../lib/figures.ts";
import { asNumber, asString, field } from "../../lib/json.ts";
import { preview } from "../../lib/text.ts";

/**
 * What a tool says it left out of its output, in sentences, from a result's details (Pi: TruncationResult and the renderers of
 * bash, grep, find and ls). Any field may be anything.
 */
export function truncation(details: unknown): string[] {
  const said: string[] = [];
  const cutOff = field(details, "truncation");
  if (field(cutOff, "truncated")) {
    const lines = asNumber(field(cutOff, "outputLines"));
    const total = asNumber(field(cutOff, "totalLines"));
    const bytes = asNumber(field(cutOff, "maxBytes"));
    const limit = field(cutOff, "truncatedBy") === "bytes" && bytes !== undefined ? `, at ${formatBytes(bytes)}` : "";
    if (lines !== undefined && total !== undefined)
      said.push(`The tool cut its output: ${formatCount(lines)} of ${formatAmount(total, "line")}${limit}.`);
    else said.push("The tool cut its output.");
  }
  const matches = asNumber(field(details, "matchLimitReached"));
  const results = asNumber(field(details, "resultLimitReached"));
  const entries = asNumber(field(details, "entryLimitReached"));
  if (matches !== undefined) said.push(`It stopped at ${formatAmount(matches, "match", "matches")}.`);
  if (results !== undefined) said.push(`It stopped at ${formatAmount(results, "result")}.`);
  if (entries !== undefined) said.push(`It stopped at ${formatAmount(entries, "entry", "entries")}.`);
  if (field(details, "linesTruncated") === true) said.push("Some lines are cut.");
  const path = asString(field(details, "fullOutputPath")) ?? asString(field(details, "full_output_path")) ?? "";
  if (path !== "") said.push(`Full output: ${preview(path, 1000)}`);
  return said.length === 0 ? [] : [said.join(" ")];
}
