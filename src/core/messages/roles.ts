import { field } from "../../lib/json.ts";
import { assistantRole } from "./assistant.ts";
import { bashExecutionRole } from "./bash-execution.ts";
import { branchSummaryRole } from "./branch-summary.ts";
import { compactionSummaryRole } from "./compaction-summary.ts";
import { customRole } from "./custom.ts";
import type { MessageRole } from "./role.ts";
import { systemRole } from "./system.ts";
import { toolResultRole } from "./tool-result.ts";
import { unknownRole } from "./unknown.ts";
import { userRole } from "./user.ts";

const roles = [
  systemRole,
  userRole,
  assistantRole,
  toolResultRole,
  bashExecutionRole,
  customRole,
  branchSummaryRole,
  compactionSummaryRole,
];

/** The message roles Pi 1.6.0 knows. */
export const ROLES: readonly string[] = roles.map(({ role }) => role);

const byName = new Map(roles.map((role): [string, MessageRole] => [role.role, role]));

/** The role of any value that stands for a message; the unknown role for all Pi does not know. */
export function roleOf(message: unknown): MessageRole {
  const name = field(message, "role");
  return (typeof name === "string" ? byName.get(name) : undefined) ?? unknownRole;
}

/**
 * The messages as a model can take them (Pi: convertToLlm in messages.js): own kinds as user text, unknown ones dropped. Equal
 * to Pi's answer wherever it gives one; where it throws, on null or text that cannot be made, the message is dropped or left empty.
 */
export function convertToLlm(messages: readonly unknown[]): unknown[] {
  return messages.map((message) => roleOf(message).toLlm(message)).filter((message) => message !== undefined);
}

/** Tokens of one message by characters / 4 (Pi: estimateTokens in compaction.js); see {@link MessageRole.estimateTokens}. */
export function estimateTokens(message: unknown): number {
  return roleOf(message).estimateTokens(message);
}
