import { field } from "../../lib/json.ts";
import { estimateTokens } from "../messages/roles.ts";
import { getCurrentSystemMessage } from "../messages/transcript.ts";
import type { Bodies } from "../session/bodies.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { batches } from "./batches.ts";
import type { PromptChange } from "./running-context.ts";

/**
 * Estimated tokens of the effective prompt and tools after each of some changes of the system messages in force. Reads those messages,
 * some MB at a time.
 */
export async function promptWeights(
  index: SessionIndex,
  bodies: Bodies,
  changes: readonly PromptChange[],
): Promise<number[]> {
  const tokens: number[] = [];
  let prompt = new RunningPrompt();
  let left = 0;
  const begin = (): void => {
    for (let next = changes[tokens.length]; next !== undefined; next = changes[tokens.length]) {
      if (next.whole) prompt = new RunningPrompt();
      left = next.rows.length;
      if (left > 0) return;
      tokens.push(prompt.tokens());
    }
  };
  begin();
  const rows = changes.flatMap((change) => change.rows);
  for (const batch of batches(index, rows)) {
    const entries = await bodies.entries(batch);
    for (const [at, row] of batch.entries()) {
      for (const message of index.kind(row).messages(entries[at])) prompt.add(message);
      left -= 1;
      if (left > 0) continue;
      tokens.push(prompt.tokens());
      begin();
    }
  }
  return tokens;
}

/**
 * Replays system messages one after another. What a replay leaves is a system message itself, which stands for all so far: but for
 * its time, since without any time and tools there is no prompt (getCurrentSystemMessage). Until there is one, all are kept.
 */
class RunningPrompt {
  #messages: unknown[] = [];
  #isTimed = false;

  add(message: unknown): void {
    if (field(message, "role") !== "system") return;
    this.#messages.push(message);
    this.#isTimed ||= (field(message, "timestamp") ?? undefined) !== undefined;
    if (this.#isTimed) this.#messages = [getCurrentSystemMessage(this.#messages)];
  }

  tokens(): number {
    const current = getCurrentSystemMessage(this.#messages);
    return current === undefined ? 0 : estimateTokens(current);
  }
}
