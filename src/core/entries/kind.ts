import type { JsonObject } from "../../lib/json.ts";
import type { BlockContext } from "../messages/role.ts";
import type { EntryFacts } from "../session/facts.ts";
import type { Block } from "../view/block.ts";
import type { Sentence } from "../view/ref.ts";
import type { Tone } from "../view/row.ts";

/** An entry as parsed and migrated: its type is known, its other fields are whatever the file held. */
export type SessionEntry = JsonObject;

/** One entry type: everything that depends on it, in one file each. An entry may be any value: Pi keeps a line `42` as one. */
export interface EntryKind {
  readonly type: string;
  /** Hidden by Pi's default tree filter: label, context_edit, custom, model and thinking changes, session_info. */
  readonly bookkeeping: boolean;
  readonly tone: Tone;
  /** Row prefix, e.g. `[branch summary]:`; messages take their role's. */
  readonly lead: string;
  /** Fills what the index keeps. Never throws. */
  collect(entry: unknown, facts: EntryFacts): void;
  /** The messages it makes, before edits (Pi: sessionEntryToContextMessages). Values that are no objects pass through. */
  messages(entry: unknown): unknown[];
  /** Readable content. Never throws. `context.place` is the place of the entry itself: path []. */
  blocks(entry: unknown, context: BlockContext): Block[];
  /** Facts for the entry pane. */
  fields(entry: unknown): { name: string; value: Sentence }[];
  /** The line as the chapter's reader prints it, e.g. `[a1b2] Model: anthropic/claude`. */
  print(entry: unknown): string;
}
