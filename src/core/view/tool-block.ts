import type { Block, BoundedText, Field } from "./block.ts";
import type { Ref } from "./ref.ts";

/** What tools are called with and give back: part of the closed vocabulary of block.ts. */

/** How a tool call went: `open` without a result. */
export type CallStatus = "ok" | "failed" | "open";

/** A piece of a call's head. `rest` is what stands between the others. */
export interface CallWord {
  readonly text: string;
  readonly look: "tool" | "path" | "range" | "pattern" | "command" | "name" | "rest";
}

/**
 * One tool call. `title` is Pi's wording without brackets (`read: src/a.ts:1-20`), `words` the same for reading, longer and in
 * pieces; `body` shows arguments in the tool's own form, `args` lists all that neither shows whole. `result` is the paired result,
 * if any; `ms` its time less that of the answer, or as the result itself says.
 */
export interface ToolCallBlock {
  readonly kind: "toolCall";
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly words: readonly CallWord[];
  readonly body: readonly Block[];
  readonly args: readonly Field[];
  readonly result: Ref | null;
  readonly status: CallStatus;
  readonly ms: number | null;
}

/**
 * Leads the blocks of a tool result, or of a command that the user ran: what was called, and how that went. `orphan`: a result that
 * answers no call.
 */
export interface ToolResultBlock {
  readonly kind: "toolResult";
  readonly tool: string;
  readonly words: readonly CallWord[];
  readonly call: Ref | null;
  readonly orphan: boolean;
  readonly status: "ok" | "failed";
  readonly ms: number | null;
  /** How it ended, where the tool says so in its own way: `exit 1`, `timed out`. */
  readonly outcome: string;
}

/** One of the sixteen colours of a terminal, which the theme chooses, or `#rrggbb`. */
export type Colour = number | string;

export type RunMark = "bold" | "dim" | "italic" | "underline" | "inverse" | "strike" | "path" | "number" | "match";

/** So many UTF-16 units of a text, and how they look. */
export interface Run {
  readonly chars: number;
  readonly fg?: Colour;
  readonly bg?: Colour;
  readonly marks?: readonly RunMark[];
}

/** What text with looks is made from: output of a terminal, or lines found in files. */
export type StyledSource = "terminal" | "matches";

/** A bounded text and how its stretches look; what follows them is plain. `left`: UTF-16 units that are not here, about. */
export interface StyledText {
  readonly text: string;
  readonly runs: readonly Run[];
  readonly left: number;
}

/**
 * Output whose stretches look different. `raw` is what the file has; the text is that without what a terminal does not print. `lines`
 * are shown before a hand asks for more: with `end` the last ones, and it is the beginning that is left out.
 */
export interface StyledBlock extends StyledText {
  readonly kind: "styled";
  readonly source: StyledSource;
  readonly lines: number;
  readonly end: boolean;
  /** The file holds more than the text: sequences, or characters that were overwritten. */
  readonly controls: boolean;
  readonly raw: BoundedText;
}

/** One line of a diff, with its number in the old and the new text where known. `words`: changed stretches, [from, to) in UTF-16 units. */
export interface DiffLine {
  readonly mark: "same" | "added" | "removed" | "gap";
  readonly text: string;
  readonly old?: number;
  readonly new?: number;
  readonly words?: readonly (readonly [number, number])[];
}

/** What became of a text. `left`: lines that are not shown. */
export interface DiffBlock {
  readonly kind: "diff";
  readonly title?: string;
  readonly added: number;
  readonly removed: number;
  readonly lines: readonly DiffLine[];
  readonly left: number;
}

/** Things to do. `left`: items that are not shown. */
export interface ListBlock {
  readonly kind: "list";
  readonly items: readonly ListItem[];
  readonly left: number;
}

/** `note` is said quietly beside it: a priority, a status of its own kind. */
export interface ListItem {
  readonly state: "done" | "active" | "open" | "dropped";
  readonly text: string;
  readonly note: string;
}

/** Calls that a tool made to others while it ran. `complete`: all of them are recorded. `left`: calls that are not shown. */
export interface CallsBlock {
  readonly kind: "calls";
  readonly complete: boolean;
  readonly calls: readonly NestedCall[];
  readonly left: number;
}

/** `status` is `unfinished` where the call was still running when its caller ended; empty where the file says none. */
export interface NestedCall {
  readonly words: readonly CallWord[];
  readonly status: "ok" | "error" | "unfinished" | "";
  readonly ms: number | null;
  readonly args: readonly Field[];
  /** Size of arguments that are not recorded, bytes. */
  readonly argBytes: number | null;
  readonly error: string;
}
