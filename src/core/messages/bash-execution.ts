import { asString, field } from "../../lib/json.ts";
import { preview, toText } from "../../lib/text.ts";
import { FLAG } from "../session/facts.ts";
import type { Block, Place } from "../view/block.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { fact, jsonBlock, notice, placeIn, textBlocks, timeFact } from "./draw.ts";
import { PREVIEW_UNITS } from "./limits.ts";
import type { MessageRole } from "./role.ts";

/** `{command, output, exitCode, cancelled, truncated, fullOutputPath?, excludeFromContext?}` (Pi: BashExecutionMessage). */
export const bashExecutionRole: MessageRole = {
  role: "bashExecution",
  lead: "[bash]:",
  tone: "tool",
  editable: false,
  estimateTokens: (message) => tokensOf(lengthOf(field(message, "command")) + lengthOf(field(message, "output"))),
  toLlm(message) {
    if (field(message, "excludeFromContext")) return undefined;
    const content = [{ type: "text", text: bashExecutionText(message) }];
    return { role: "user", content, timestamp: field(message, "timestamp") };
  },
  collect(message, facts) {
    if (field(message, "excludeFromContext")) facts.flags |= FLAG.notSent;
    // Pi does not cut the command before it trims.
    facts.preview = preview((asString(field(message, "command")) ?? "").trimStart(), PREVIEW_UNITS);
  },
  blocks(message, { place }) {
    const excluded = field(message, "excludeFromContext")
      ? [notice("info", "Run by the user and kept out of the context.")]
      : [];
    const output = ran(message, "output", place);
    return [
      ...excluded,
      ...ran(message, "command", place),
      ...(output.length > 0 ? output : [notice("info", "No output.")]),
      ...outcome(message),
    ];
  },
  fields: (message) => [
    ...fact("Exit code", field(message, "exitCode")),
    ...fact("Cancelled", field(message, "cancelled") || undefined),
    ...fact("Truncated", field(message, "truncated") || undefined),
    ...fact("Full output", field(message, "fullOutputPath")),
    ...fact("Kept out of context", field(message, "excludeFromContext") || undefined),
    ...timeFact("Message time", field(message, "timestamp")),
  ],
};

/** The user text Pi makes of it (bashExecutionToText in messages.js), byte for byte. */
function bashExecutionText(message: unknown): string {
  const get = (name: string) => field(message, name);
  const output = get("output") ? `\`\`\`\n${toText(get("output"))}\n\`\`\`` : "(no output)";
  const code = get("exitCode");
  let end = "";
  if (get("cancelled")) end = "\n\n(command cancelled)";
  else if (code !== null && code !== undefined && code !== 0) end = `\n\nCommand exited with code ${toText(code)}`;
  const path = get("fullOutputPath");
  const cutOff = get("truncated") && path ? `\n\n[Output truncated. Full output: ${toText(path)}]` : "";
  return `Ran \`${toText(get("command"))}\`\n${output}${end}${cutOff}`;
}

function ran(message: unknown, name: string, place: Place): Block[] {
  const value = field(message, name);
  if (value === undefined || value === null) return [];
  const at = placeIn(place, name);
  return typeof value === "string" ? textBlocks(value, "mono", at) : [jsonBlock(name, value, at)];
}

function outcome(message: unknown): Block[] {
  const blocks: Block[] = [];
  const code = field(message, "exitCode");
  if (field(message, "cancelled")) blocks.push(notice("warning", "The command was cancelled."));
  else if (typeof code === "number" && code !== 0)
    blocks.push(notice("error", `The command exited with code ${code}.`));
  const path = asString(field(message, "fullOutputPath"));
  if (field(message, "truncated")) {
    const where = path === undefined ? "" : ` Full output: ${preview(path, 1000)}`;
    blocks.push(notice("info", `The output was truncated.${where}`));
  }
  return blocks;
}
