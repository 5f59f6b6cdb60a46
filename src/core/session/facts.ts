import type { JsonObject } from "../../lib/json.ts";

/** Bits the index keeps of an entry. */
export const FLAG = {
  /** Makes at least one message when selected. */
  message: 1,
  /** A context_edit that omits its target (`replacement` null). */
  omits: 2,
  /** A context edit changes its content: role user, assistant, toolResult or custom. */
  editable: 4,
  /** convertToLlm drops it: a bash execution kept out of context, an unknown role, a value that is no message. */
  notSent: 8,
  /** An assistant message with readable text: Pi's tree hides one without, but under `all`. */
  text: 16,
  /** An assistant message that stopped for another reason than stop or toolUse: shown even without text. */
  stopped: 32,
  /** A failed tool result, a failed or aborted answer. */
  error: 64,
  /** A compaction with a system checkpoint. */
  checkpoint: 128,
  image: 256,
  /** A context_edit without a usable `replacement`: Pi throws on it, here it changes nothing. */
  brokenEdit: 512,
  /** A label entry that clears. */
  clears: 1024,
  /** Aborted or failed assistant turn: providers' conversion drops it later. */
  failedTurn: 2048,
} as const;

/** One tool call of an assistant message: its id as stored and Pi's wording without brackets, e.g. `read: a.ts:1-20`. */
export interface CallFact {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

/**
 * What the index keeps of one entry. Its kind (and, for a message, its role) fills it while the parsed line is at hand;
 * afterwards the line is dropped. One object is reused for all lines: `clear` it, hand it on, copy what is kept.
 */
export class EntryFacts {
  /** Bits of {@link FLAG}. */
  flags = 0;
  /** Message role as migrated; undefined for entries without one. */
  role: string | undefined = undefined;
  /** Pi's estimateTokens summed over the entry's messages as stored. */
  tokens = 0;
  /** Provider's context size (calculateContextTokens) when the entry is an assistant message with a valid usage, else 0. */
  contextUsage = 0;
  /** The entry's usage object if it counts towards totals, as stored. */
  usage: JsonObject | undefined = undefined;
  /** The model asked, `provider/model`, of an answer or a usage entry; undefined for others. */
  model: string | undefined = undefined;
  /** First text, whitespace made single-line, at most 200 UTF-16 units. */
  preview = "";
  /** The id it points to, as stored: an edit's or label's target, a compaction's kept entry, a summary's origin. */
  target: unknown = undefined;
  /** A tool result's toolCallId, as stored. */
  callId: unknown = undefined;
  /** A tool result's toolName. */
  toolName: string | undefined = undefined;
  /** A label's text; empty clears. A session_info's name. */
  text: unknown = undefined;
  calls: CallFact[] = [];
  /** A text that decides something was cut: the facts are wanted from the whole line. */
  unsure = false;
  /** Unknown block types met, for the problem list. */
  unknownBlocks: string[] = [];

  clear(): void {
    this.flags = 0;
    this.role = undefined;
    this.tokens = 0;
    this.contextUsage = 0;
    this.usage = undefined;
    this.model = undefined;
    this.preview = "";
    this.target = undefined;
    this.callId = undefined;
    this.toolName = undefined;
    this.text = undefined;
    this.calls = [];
    this.unsure = false;
    this.unknownBlocks = [];
  }
}
