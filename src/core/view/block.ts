import type { Ref } from "./ref.ts";
import type { CodeRun, Language, Rich } from "./rich.ts";
import type { CallsBlock, DiffBlock, ListBlock, StyledBlock, ToolCallBlock, ToolResultBlock } from "./tool-block.ts";

/**
 * The closed vocabulary of readable content: the page draws these and nothing else, whatever the file holds.
 * Every string is plain text and stays plain text.
 */
export type Block =
  | TextBlock
  | ThinkingBlock
  | ToolCallBlock
  | ToolResultBlock
  | StyledBlock
  | DiffBlock
  | ListBlock
  | CallsBlock
  | ImageBlock
  | FieldsBlock
  | JsonBlock
  | UsageBlock
  | NoticeBlock
  | PromptBlock;

/** Where in an entry a value lies: the entry's row and the keys down to it, as in `["message","content",0,"text"]`. */
export interface Place {
  readonly row: number;
  readonly path: readonly (string | number)[];
}

/**
 * A bounded piece of text. `text` holds at most {@link PREVIEW_CHARS} UTF-16 units; where that is not all, `more` says how
 * long the whole is and where to ask for it.
 */
export interface BoundedText {
  readonly text: string;
  readonly more?: { readonly chars: number; readonly place: Place };
}

/** Most UTF-16 units of one text that a block carries to the page unasked. */
export const PREVIEW_CHARS = 16_000;

/**
 * Running text: a prompt, an answer, a summary (`prose`) or output and code where columns matter (`mono`). `rich` is prose read as Markdown:
 * null where it is better shown plain, absent where nobody has looked, which is for whoever shows it to ask for. Code has a
 * `language`, and maybe the `tokens` of its beginning.
 */
export interface TextBlock extends BoundedText {
  readonly kind: "text";
  readonly look: "prose" | "mono";
  readonly rich?: Rich | null;
  readonly language?: Language;
  readonly tokens?: readonly CodeRun[];
}

/** Model thinking; `redacted` when the provider hid it. `signature`: length of the opaque signature in UTF-16 units. */
export interface ThinkingBlock extends BoundedText {
  readonly kind: "thinking";
  readonly redacted: boolean;
  readonly signature: number;
}

/**
 * An image as found. `bytes`: decoded size (estimated from the base64 length). `shown` is false, with a reason, for anything
 * that is not a raster image by its own first bytes: it is drawn as a labelled box.
 */
export interface ImageBlock {
  readonly kind: "image";
  readonly mimeType: string;
  readonly bytes: number;
  readonly shown: boolean;
  readonly reason?: string;
  readonly place: Place;
}

/** A small table of names and values. */
export interface FieldsBlock {
  readonly kind: "fields";
  readonly title?: string;
  readonly fields: readonly Field[];
}

export interface Field extends BoundedText {
  readonly name: string;
  /** `json`: pretty-printed, to be folded. */
  readonly look?: "prose" | "mono" | "json";
}

/** Anything the viewer has no better form for: pretty-printed JSON, with what it is. */
export interface JsonBlock extends BoundedText {
  readonly kind: "json";
  readonly title: string;
}

/** Tokens and cost as the file has them; absent figures are null. `cost` is in US dollars. */
export interface UsageBlock {
  readonly kind: "usage";
  readonly input: number | null;
  readonly output: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  readonly total: number | null;
  readonly cost: number | null;
}

/** One remark about the content, by the file (an error message) or by the viewer. */
export interface NoticeBlock extends BoundedText {
  readonly kind: "notice";
  readonly tone: "error" | "warning" | "info";
}

/**
 * A system message or an effective prompt: base text in the pieces that each add to it, named sections, tools. A section with
 * body null is removed.
 */
export interface PromptBlock {
  readonly kind: "prompt";
  readonly content: readonly PromptPiece[];
  readonly sections: readonly PromptSection[];
  readonly toolsAdded: readonly PromptTool[];
  readonly toolsRemoved: readonly string[];
}

/** One text of the base: `tokens` is an estimate (characters / 4); `setBy` is the entry that brought it, where that is known. */
export interface PromptPiece {
  readonly body: BoundedText;
  readonly tokens: number;
  readonly setBy: Ref | null;
}

/** `tokens` is an estimate (characters / 4); `setBy` is the entry that last set it, where that is known. */
export interface PromptSection {
  readonly name: string;
  readonly body: BoundedText | null;
  readonly tokens: number;
  readonly setBy: Ref | null;
}

export interface PromptTool {
  readonly name: string;
  readonly description: BoundedText;
  readonly parameters: BoundedText;
  readonly tokens: number;
  readonly setBy: Ref | null;
}
