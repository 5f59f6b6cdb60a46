import type { JsonObject } from "../../lib/json.ts";
import type { EntryFacts } from "../session/facts.ts";
import type { Block, Place } from "../view/block.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import type { Tone } from "../view/row.ts";

/** A message as parsed. Its shape is whatever the file held: narrow every field. */
export type AgentMessage = JsonObject;

/** The result of a call, and how it went. */
export interface CallResult {
  readonly ref: Ref;
  readonly status: "ok" | "failed";
  /** From the answer to the result, by their entries; null where a time is missing or runs backwards. */
  readonly ms: number | null;
  /** `details` of the result, where the call is better shown with them; else undefined. */
  readonly details: unknown;
}

/** The call that a result answers. */
export interface AnsweredCall {
  readonly ref: Ref;
  readonly ms: number | null;
  /** As stored; undefined where the line was too long to be read for it. */
  readonly name: unknown;
  readonly args: unknown;
}

/** What drawing a message may ask of the session around it. */
export interface BlockContext {
  /** Where the message lies, e.g. row 12, path ["message"]. */
  readonly place: Place;
  /** The result paired with a call of this entry on some branch: nth call of the message. */
  resultOf(callIndex: number): CallResult | null;
  /** The call this result answers, if any. */
  readonly call: AnsweredCall | null;
}

/** One message role: everything that depends on it, in one file each. A message may be any value: a file can hold `42` for one. */
export interface MessageRole {
  readonly role: string;
  /** Pi's row prefix, e.g. `user:`; empty for roles shown in brackets. */
  readonly lead: string;
  readonly tone: Tone;
  /** True when a context edit replaces its content (Pi: projectContextEntry). */
  readonly editable: boolean;
  /**
   * Token estimate by characters / 4 (Pi: estimateTokens in compaction.js), equal to Pi's wherever Pi returns a finite
   * number; where Pi throws or returns NaN, what is readable is counted.
   */
  estimateTokens(message: unknown): number;
  /** The message as sent on (Pi: convertToLlm); undefined when it is dropped. */
  toLlm(message: unknown): unknown;
  /** Fills flags, preview, calls, usage, contextUsage. `facts.tokens` is set by the caller. */
  collect(message: unknown, facts: EntryFacts): void;
  /** Readable content. Never throws, whatever the message holds. */
  blocks(message: unknown, context: BlockContext): Block[];
  /** Facts for the entry pane: models, stop reason, exit code… */
  fields(message: unknown): { name: string; value: Sentence }[];
}
