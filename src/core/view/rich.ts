/**
 * The closed vocabulary of rich text: what Markdown and code come to. Every string is plain text and stays plain text; the only target
 * that may be opened is the `href` of a link, which is checked where it is made.
 */
export type Rich = readonly RichBlock[];

export type RichBlock =
  | RichParagraph
  | RichHeading
  | RichList
  | RichQuote
  | RichCode
  | RichTable
  | RichSource
  | RichNotes
  | { readonly kind: "rule" };

/** A line feed within a run breaks the line. */
export interface RichParagraph {
  readonly kind: "paragraph";
  readonly inline: readonly Inline[];
}

export interface RichHeading {
  readonly kind: "heading";
  /** 1 to 6. */
  readonly level: number;
  readonly inline: readonly Inline[];
}

/** `start`: the number of the first item; null for a list without numbers. */
export interface RichList {
  readonly kind: "list";
  readonly start: number | null;
  readonly items: readonly RichItem[];
}

/** `checked`: the box of a task; null for none. */
export interface RichItem {
  readonly checked: boolean | null;
  readonly blocks: Rich;
}

export interface RichQuote {
  readonly kind: "quote";
  readonly blocks: Rich;
}

/** Code. `info`: the first word after the fence as written, `language` what of {@link LANGUAGES} that means, if any. */
export interface RichCode extends Code {
  readonly kind: "code";
  readonly info: string;
}

/** The first row is the head. Rows may be shorter than the head. */
export interface RichTable {
  readonly kind: "table";
  readonly align: readonly ("left" | "center" | "right" | null)[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}

/** What is shown as it was written: displayed maths, and what is nested too deep to draw. */
export interface RichSource {
  readonly kind: "source";
  readonly text: string;
}

/** Footnotes. */
export interface RichNotes {
  readonly kind: "notes";
  readonly notes: readonly { readonly label: string; readonly blocks: Rich }[];
}

/** Text without any marks is a string. */
export type Inline = string | RichRun | RichLink | RichNoteRef;

export interface RichRun {
  readonly kind: "run";
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** `target`: where a link leads that is not opened; `math`: its source. */
export type Mark = "strong" | "emphasis" | "delete" | "code" | "math" | "target";

/** `href` is http, https or mailto, of visible ASCII. `image`: a picture that lies elsewhere and is never loaded. */
export interface RichLink {
  readonly kind: "link";
  readonly href: string;
  readonly image: boolean;
  readonly inline: readonly (string | RichRun)[];
}

export interface RichNoteRef {
  readonly kind: "note";
  readonly label: string;
}

/** Text of a language that is known. `tokens` are those of its beginning: what follows them has not been looked at. */
export interface Code {
  readonly text: string;
  readonly language?: Language;
  readonly tokens?: readonly CodeRun[];
}

/** A stretch of code, with what it is; a string is nothing in particular. */
export type CodeRun = string | readonly [TokenKind, string];

export const TOKEN_KINDS = [
  "keyword",
  "string",
  "number",
  "comment",
  "title",
  "type",
  "name",
  "meta",
  "added",
  "removed",
] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Languages whose code can be coloured. */
export const LANGUAGES = [
  "bash",
  "c",
  "cpp",
  "csharp",
  "css",
  "dart",
  "diff",
  "dockerfile",
  "elixir",
  "go",
  "graphql",
  "ini",
  "java",
  "javascript",
  "json",
  "kotlin",
  "lua",
  "makefile",
  "markdown",
  "nix",
  "php",
  "powershell",
  "python",
  "ruby",
  "rust",
  "scss",
  "sql",
  "swift",
  "typescript",
  "xml",
  "yaml",
] as const;

export type Language = (typeof LANGUAGES)[number];
