import { estimateTokens } from "../messages/roles.ts";
import { getCurrentSystemMessage } from "../messages/transcript.ts";
import { field } from "../../lib/json.ts";
import type { Bodies } from "./bodies.ts";
import { FLAG } from "./facts.ts";
import { isProjected, lastOnPath, replacingEdit, type Passes } from "./passes.ts";
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
  const { selected, path, pathIndex } = passes;
  const { tokens: stored, usage } = index.columns;
  const edited = await editedTokens(index, bodies, passes);
  const tokensOf = (row: number): number => edited.get(row) ?? stored.at(row);
  const usageAt = selected.findLastIndex((row) => usage.contextAt(row) > 0 && isProjected(index, passes, row));
  const lastChange = Math.max(lastOnPath(index, path, "context_edit"), lastOnPath(index, path, "compaction"));
  if (usageAt !== -1 && !index.hasFalsyId(selected[usageAt]!) && pathIndex[selected[usageAt]!]! > lastChange) {
    let trailing = 0;
    for (const row of selected.subarray(usageAt + 1)) if (isProjected(index, passes, row)) trailing += tokensOf(row);
    const providerTokens = usage.contextAt(selected[usageAt]!);
    return { tokens: providerTokens + trailing, providerTokens };
  }
  const system: number[] = [];
  let tokens = 0;
  for (const row of selected) {
    if (!isProjected(index, passes, row)) continue;
    if (carriesSystem(index, row)) system.push(row);
    else tokens += tokensOf(row);
  }
  const projected = await projectRows(index, bodies, passes, system);
  const current = getCurrentSystemMessage(projected.flatMap((entry) => entry.messages));
  if (current !== undefined) tokens += estimateTokens(current);
  for (const { messages } of projected) {
    for (const message of messages) if (field(message, "role") !== "system") tokens += estimateTokens(message);
  }
  return { tokens, providerTokens: null };
}

/** True for entries whose messages may be system messages: those of that role, and a compaction with a checkpoint. */
export function carriesSystem(index: SessionIndex, row: number): boolean {
  return index.role(row) === "system" || index.has(row, FLAG.checkpoint);
}

/** Estimates for rows whose content an edit replaces. */
async function editedTokens(index: SessionIndex, bodies: Bodies, passes: Passes): Promise<Map<number, number>> {
  const edited = [...passes.edits.keys()].filter(
    (row) => isProjected(index, passes, row) && replacingEdit(index, passes, row) !== -1,
  );
  if (edited.length === 0) return new Map();
  const projected = await projectRows(index, bodies, passes, edited);
  return new Map(projected.map(({ row, messages }) => [row, sumTokens(messages)]));
}

function sumTokens(messages: readonly unknown[]): number {
  let tokens = 0;
  for (const message of messages) tokens += estimateTokens(message);
  return tokens;
}
