import type { Block } from "./block.ts";
import type { Sentence } from "./ref.ts";

/** The questions with a page of their own beside the context; each is one file of `core/reports`. */
export const REPORTS = ["tokens", "prompt", "compactions", "cache", "files", "compare", "find", "limits"] as const;
export type ReportName = (typeof REPORTS)[number];

export interface ReportQuery {
  readonly name: ReportName;
  /** Row of the point; null for before any entry. */
  readonly point: number | null;
  /** Row of the entry being read: what a report begins with where it has a choice. */
  readonly selection: number | null;
  /** What the reader has chosen in the report's {@link Control}s, by their names. A value that is no option counts as none. */
  readonly choices: Readonly<Record<string, string>>;
}

/**
 * An answer with its proof: the closed vocabulary of what the page draws for every question. All texts are plain text, all
 * sizes are bounded by whoever makes it.
 */
export interface Report {
  /** The answer, in one or two sentences. */
  readonly lead: Sentence;
  readonly controls: readonly Control[];
  readonly sections: readonly ReportSection[];
}

/** What of a report the reader chooses: one of several options, or a text (`options` empty). The page asks anew. */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string;
}

export interface ReportSection {
  readonly title: string;
  /** Said beside the title: an amount, a date. */
  readonly fact?: string;
  /** Closed until it is opened. */
  readonly folded?: boolean;
  readonly parts: readonly ReportPart[];
}

export type ReportPart = WordsPart | FactsPart | TablePart | BlocksPart | DiffPart | BesidePart;

export interface WordsPart {
  readonly kind: "words";
  readonly tone: "plain" | "info" | "warning";
  readonly text: Sentence;
}

/** Names and values, one a line. */
export interface FactsPart {
  readonly kind: "facts";
  readonly facts: readonly { readonly name: string; readonly value: Sentence }[];
}

/**
 * What a column of a table holds. `words` are sentences; all others are numbers, of which `tokens` are estimates and get a `~`,
 * `provider` are tokens as the provider counts them, `cost` is in US dollars, `share` is from 0 to 1 and is drawn as a bar too,
 * `ms` is a span and `time` a moment in ms since the epoch, `bytes` are bytes.
 */
export type Unit = "words" | "count" | "tokens" | "provider" | "cost" | "share" | "ms" | "time" | "bytes";

export interface TableColumn {
  readonly title: string;
  readonly unit: Unit;
  /** What the title means, for whoever hovers. */
  readonly about?: string;
}

/** A sentence in a column of words, else a number; null for nothing. */
export type TableCell = Sentence | number | null;

/** Most rows of one table. */
export const TABLE_ROWS = 500;

/** A table that the reader can sort by any column. It is in a good order already. */
export interface TablePart {
  readonly kind: "table";
  /** What it lists, for who cannot see it. */
  readonly label: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly TableCell[])[];
  /** A last row that no sorting moves. */
  readonly totals?: readonly TableCell[];
  /** Rows beyond {@link TABLE_ROWS} that are left out. */
  readonly left?: number;
}

/** Content of entries, drawn as anywhere else. `scope` names it within the report: what is opened in it stays open. */
export interface BlocksPart {
  readonly kind: "blocks";
  readonly scope: string;
  readonly blocks: readonly Block[];
}

/** Lines of two texts, one below the other. */
export interface DiffPart {
  readonly kind: "diff";
  readonly lines: readonly DiffLine[];
  /** Lines beyond the bound that are left out. */
  readonly left?: number;
}

/** `gap` stands for lines that are the same in both; its text says how many. */
export interface DiffLine {
  readonly mark: "same" | "added" | "removed" | "gap";
  readonly text: string;
}

/** Two things to compare with the eyes: beside each other where there is room. */
export interface BesidePart {
  readonly kind: "beside";
  readonly sides: readonly {
    readonly title: string;
    readonly fact?: string;
    readonly parts: readonly Exclude<ReportPart, BesidePart>[];
  }[];
}
