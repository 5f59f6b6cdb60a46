import { field } from "../../lib/json.ts";
import { nextTask } from "../../lib/next-task.ts";
import { estimateTokens } from "../messages/roles.ts";
import { getCurrentSystemMessage } from "../messages/transcript.ts";
import { batches } from "../present/batches.ts";
import { carriesSystem } from "../session/context-tokens.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, replacingEdit, type Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { allocate, messageParts, promptParts, TOKEN_KINDS, type TokenKind, type TokenPart } from "./tokens-parts.ts";

/** Estimated tokens of one kind and name, and of how many parts (texts, calls, images, declarations) they are. */
export interface KindSum {
  readonly kind: TokenKind;
  readonly name: string;
  readonly parts: number;
  readonly tokens: number;
}

/** A context by what its tokens are spent on. */
export interface ContextSplit {
  /** In the order of {@link TOKEN_KINDS}, of one kind the heaviest first. Their tokens add up to `prompt + messages`. */
  readonly sums: readonly KindSum[];
  /** Whether the projection has a system message in force. */
  readonly hasPrompt: boolean;
  /** Estimate of the effective prompt and tools; 0 where there are none. */
  readonly prompt: number;
  /** Sum of the estimates of all messages but the system messages. */
  readonly messages: number;
}

/**
 * Splits the estimate of a projection by kind. `prompt + messages` is what Pi estimates for it without a provider's figure
 * (estimateProjectedContextTokens); since Pi rounds each message as a whole, the parts of one share its estimate by their
 * characters. Read are answers, images, edited messages and what carries system messages; all else is in the columns.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function splitContext(session: OpenedSession, passes: Passes, signal: AbortSignal): Promise<ContextSplit> {
  const { index, bodies } = session;
  const sums = new Sums();
  const system: unknown[] = [];
  const read: number[] = [];
  for (const row of passes.selected) {
    if (!isProjected(index, passes, row)) continue;
    const kind = wholeKind(index, passes, row);
    if (kind === undefined) read.push(row);
    else sums.add(index.columns.tokens.at(row), [{ kind, name: kind === "result" ? index.tool(row) : "", chars: 1 }]);
  }
  for (const batch of batches(index, read)) {
    signal.throwIfAborted();
    for (const { row, messages } of await projectRows(index, bodies, passes, batch)) {
      const isStored = !carriesSystem(index, row) && replacingEdit(index, passes, row) === -1;
      for (const message of messages) {
        if (field(message, "role") === "system") system.push(message);
        // What is projected as stored has the estimate of its column, wherever else it is shown.
        else sums.add(isStored ? index.columns.tokens.at(row) : estimateTokens(message), messageParts(message));
      }
    }
    await nextTask();
  }
  signal.throwIfAborted();
  const messages = sums.total;
  const current = getCurrentSystemMessage(system);
  if (current !== undefined) sums.add(estimateTokens(current), promptParts(current));
  return { sums: sums.list(), hasPrompt: current !== undefined, prompt: sums.total - messages, messages };
}

/** The kind of a message that is all of one kind by its columns; undefined for one that must be read. */
function wholeKind(index: SessionIndex, passes: Passes, row: number): TokenKind | undefined {
  if (carriesSystem(index, row) || index.has(row, FLAG.image)) return undefined;
  if (replacingEdit(index, passes, row) !== -1) return undefined;
  switch (index.type(row)) {
    case "compaction":
      return "compaction";
    case "branch_summary":
      return "branch";
    case "custom_message":
      return "custom";
    case "message":
      return roleKind(index, row);
    default:
      return undefined;
  }
}

function roleKind(index: SessionIndex, row: number): TokenKind | undefined {
  switch (index.role(row)) {
    case "user":
      return "user";
    case "toolResult":
      return "result";
    case "custom":
      return "custom";
    case "bashExecution":
      return index.has(row, FLAG.notSent) ? "kept out" : "bash";
    case "compactionSummary":
      return "compaction";
    case "branchSummary":
      return "branch";
    default:
      return undefined;
  }
}

class Sums {
  total = 0;
  readonly #byKey = new Map<string, { kind: TokenKind; name: string; parts: number; tokens: number }>();

  /** Adds a message's estimate, shared among its parts. */
  add(tokens: number, parts: readonly TokenPart[]): void {
    const shares = allocate(
      tokens,
      parts.map(({ chars }) => chars),
    );
    for (const [at, { kind, name }] of parts.entries()) {
      const key = `${kind}\0${name}`;
      const sum = this.#byKey.get(key) ?? { kind, name, parts: 0, tokens: 0 };
      sum.parts += 1;
      sum.tokens += shares[at]!;
      this.#byKey.set(key, sum);
    }
    this.total += tokens;
  }

  list(): KindSum[] {
    const order = (kind: TokenKind): number => TOKEN_KINDS.indexOf(kind);
    const used = [...this.#byKey.values()].filter(({ tokens }) => tokens > 0);
    return used.toSorted((a, b) => order(a.kind) - order(b.kind) || b.tokens - a.tokens);
  }
}
