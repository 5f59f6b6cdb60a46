import { asString, field } from "../../lib/json.ts";
import { preview, toText } from "../../lib/text.ts";
import { FLAG } from "../session/facts.ts";
import type { Block, Place } from "../view/block.ts";
import type { ToolResultBlock } from "../view/tool-block.ts";
import { lengthOf, tokensOf } from "./content.ts";
import { fact, jsonBlock, notice, placeIn, timeFact } from "./draw.ts";
import { PREVIEW_UNITS } from "./limits.ts";
import type { MessageRole } from "./role.ts";
import { terminalBlocks } from "./styled.ts";
import { SHELL_OUTPUT } from "./tools/bash.ts";
import { callForm } from "./tools/tools.ts";

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
    const command = field(message, "command");
    const isOdd = command !== undefined && command !== null && typeof command !== "string";
    const form = callForm("bash", isOdd ? {} : { command }, { place, details: undefined });
    const output = outputBlocks(field(message, "output"), placeIn(place, "output"));
    return [
      ...excluded,
      head(message, form.words),
      ...form.body,
      ...(isOdd ? [jsonBlock("command", command, placeIn(place, "command"))] : []),
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

function outputBlocks(output: unknown, place: Place): Block[] {
  if (output === undefined || output === null) return [];
  return typeof output === "string"
    ? terminalBlocks(output, place, SHELL_OUTPUT)
    : [jsonBlock("output", output, place)];
}

/** What was run and how it ended, like a tool that was called. */
function head(message: unknown, words: ToolResultBlock["words"]): ToolResultBlock {
  const code = field(message, "exitCode");
  const ended = typeof code === "number" && code !== 0 ? `exit ${code}` : "";
  const cancelled = Boolean(field(message, "cancelled"));
  return {
    kind: "toolResult",
    tool: "bash",
    words,
    call: null,
    orphan: false,
    status: ended !== "" || cancelled ? "failed" : "ok",
    ms: null,
    outcome: cancelled ? "cancelled" : ended,
  };
}

function outcome(message: unknown): Block[] {
  const path = asString(field(message, "fullOutputPath"));
  if (!field(message, "truncated")) return [];
  const where = path === undefined ? "" : ` Full output: ${preview(path, 1000)}`;
  return [notice("info", `The output was truncated.${where}`)];
}
