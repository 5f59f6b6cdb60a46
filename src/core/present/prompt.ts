import { field } from "../../lib/json.ts";
import { getCurrentSystemMessage, replayPrompt, type SourcedMessage } from "../messages/transcript.ts";
import { estimateTokens } from "../messages/roles.ts";
import { carriesSystem } from "../session/context-tokens.ts";
import { isProjected, type Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { PromptBlock } from "../view/block.ts";
import type { ContextSummary } from "../view/context.ts";
import { passesAt } from "./at.ts";
import { Once } from "./once.ts";
import { refTo } from "./refs.ts";

/** The effective prompt at a point, with what the header and the item lists say of it. */
export interface PromptFacts {
  readonly block: PromptBlock;
  readonly figures: NonNullable<ContextSummary["prompt"]>;
  /** Row of the last system message in force: the entry the prompt is attributed to. */
  readonly row: number;
}

const prompts = new Once<Passes, PromptFacts | null>();

/**
 * The effective system prompt and tools at a point (a row; null for before any entry): the system messages of the projection
 * replayed in order (pi-ai: getCurrentSystemMessage), each section and tool signed by the entry that last set it. Null when
 * there are none.
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed.
 */
export async function effectivePrompt(session: OpenedSession, point: number | null): Promise<PromptBlock | null> {
  return (await promptFacts(session, passesAt(session, point)))?.block ?? null;
}

/** The effective prompt at the point of the passes. Reads only entries that carry system messages. */
export function promptFacts(session: OpenedSession, passes: Passes): Promise<PromptFacts | null> {
  return prompts.get(passes, () => readPrompt(session, passes));
}

async function readPrompt(session: OpenedSession, passes: Passes): Promise<PromptFacts | null> {
  const messages = await systemMessages(session, passes);
  const current = getCurrentSystemMessage(messages.map(({ message }) => message));
  const block = replayPrompt(messages);
  const last = messages.at(-1)?.from;
  if (current === undefined || block === null || last === undefined || last === null) return null;
  const { toolsAdded: tools = [], ...prompt } = current;
  const tokens = estimateTokens(prompt);
  const figures = {
    sections: block.sections.length,
    tools: tools.length,
    tokens,
    // As Pi rounds: once, over prompt and tools together.
    toolTokens: estimateTokens(current) - tokens,
  };
  return { block, figures, row: last.row };
}

/** The system messages of the projection with the entries they come from: system messages, and the checkpoint in force. */
export async function systemMessages(session: OpenedSession, passes: Passes): Promise<SourcedMessage[]> {
  const { index, bodies } = session;
  const rows: number[] = [];
  for (const row of passes.selected) {
    if (carriesSystem(index, row) && isProjected(index, passes, row)) rows.push(row);
  }
  const projected = await projectRows(index, bodies, passes, rows);
  return projected.flatMap(({ row, messages }) => {
    const path = index.type(row) === "message" ? ["message"] : ["systemMessage"];
    return messages
      .filter((message) => field(message, "role") === "system")
      .map((message) => ({ message, from: refTo(session, row), place: { row, path } }));
  });
}
