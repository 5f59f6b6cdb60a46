import { estimateTokens } from "../messages/roles.ts";
import { getCurrentSystemMessage } from "../messages/transcript.ts";
import { field } from "../../lib/json.ts";
import type { Bodies } from "./bodies.ts";
import { FLAG } from "./facts.ts";
import { isProjected, replacingEdit, type Passes } from "./passes.ts";
import { projectRows } from "./projection.ts";
import type { SessionIndex } from "./session-index.ts";

/** Size of a context, in tokens. */
export interface ContextSize {
  /** Pi's estimate (estimateProjectedContextTokens). */
  readonly tokens: number;
  /** The provider's own figure it rests on, where one is valid at the point; else null. */
  readonly providerTokens: number | null;
}

/**
 * The size of the projection as Pi estimates it: the provider's figure of the last valid answer plus an estimate of what
 * follows, unless an edit or a compaction came after that answer; else an estimate of everything, with the system messages
 * replayed into one. Runs on columns; only edited and system messages are read.
 */
export async function contextSize(index: SessionIndex, bodies: Bodies, passes: Passes): Promise<ContextSize> {
  const rows = Array.from(passes.selected).filter((row) => isProjected(index, passes, row));
  const usageAt = lastUsage(index, rows);
  const edited = await editedTokens(index, bodies, passes, rows);
  const tokensOf = (row: number): number => edited.get(row) ?? index.columns.tokens.at(row);
  if (
    usageAt !== -1 &&
    !index.hasFalsyId(rows[usageAt]!) &&
    passes.pathIndex[rows[usageAt]!]! > lastInvalidating(index, passes.path)
  ) {
    let trailing = 0;
    for (let i = usageAt + 1; i < rows.length; i++) trailing += tokensOf(rows[i]!);
    const providerTokens = index.columns.contextUsage.at(rows[usageAt]!);
    return { tokens: providerTokens + trailing, providerTokens };
  }
  const system = rows.filter((row) => carriesSystem(index, row));
  const projected = await projectRows(index, bodies, passes, system);
  const current = getCurrentSystemMessage(projected.flatMap((entry) => entry.messages));
  let tokens = current === undefined ? 0 : estimateTokens(current);
  const systemRows = new Set(system);
  for (const row of rows) if (!systemRows.has(row)) tokens += tokensOf(row);
  for (const { messages } of projected) {
    for (const message of messages) if (field(message, "role") !== "system") tokens += estimateTokens(message);
  }
  return { tokens, providerTokens: null };
}

/** True for entries whose messages may be system messages: those of that role, and a compaction with a checkpoint. */
export function carriesSystem(index: SessionIndex, row: number): boolean {
  return index.role(row) === "system" || index.has(row, FLAG.checkpoint);
}

function lastUsage(index: SessionIndex, rows: readonly number[]): number {
  return rows.findLastIndex((row) => index.columns.contextUsage.at(row) > 0);
}

/** Position on the path of the last context_edit or compaction, or -1. */
function lastInvalidating(index: SessionIndex, path: Int32Array): number {
  return path.findLastIndex((row) => index.type(row) === "context_edit" || index.type(row) === "compaction");
}

/** Estimates for rows whose content an edit replaces. */
async function editedTokens(
  index: SessionIndex,
  bodies: Bodies,
  passes: Passes,
  rows: readonly number[],
): Promise<Map<number, number>> {
  const edited = rows.filter((row) => replacingEdit(index, passes, row) !== -1);
  if (edited.length === 0) return new Map();
  const projected = await projectRows(index, bodies, passes, edited);
  return new Map(projected.map(({ row, messages }) => [row, sumTokens(messages)]));
}

function sumTokens(messages: readonly unknown[]): number {
  let tokens = 0;
  for (const message of messages) tokens += estimateTokens(message);
  return tokens;
}
