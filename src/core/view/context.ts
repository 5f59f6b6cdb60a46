import type { Block } from "./block.ts";
import type { Fate } from "./fate.ts";
import type { Ref, Sentence } from "./ref.ts";
import type { Row, Tone } from "./row.ts";

/** Three forms of one context: the path as the file has it, what buildSessionContext returns, what convertToLlm makes of it. */
export const FORMS = ["stored", "projected", "sent"] as const;
export type Form = (typeof FORMS)[number];

/** Value of {@link ContextView.parts} for the effective prompt and tools, which lead the sent form where there are any. */
export const PROMPT_PART = 255;

/** The context at a point, without its bodies: columns with one element an item, and the facts for the header. */
export interface ContextView {
  readonly form: Form;
  /** Row of the point; null for before any entry. */
  readonly point: number | null;
  readonly pointId: string | null;
  /** Source row of each item; of the leading prompt, the last entry that set something of it. */
  readonly rows: Int32Array<ArrayBuffer>;
  /**
   * Which of its entry's messages an item is: 0, or 1 for a compaction's summary after its system checkpoint;
   * {@link PROMPT_PART} for the effective prompt, item 0 of the sent form.
   */
  readonly parts: Uint8Array<ArrayBuffer>;
  /** Estimated tokens of each item. */
  readonly tokens: Uint32Array<ArrayBuffer>;
  readonly summary: ContextSummary;
}

export interface ContextSummary {
  /** Where the point is, in words: `prompt 14, after compaction 2`. */
  readonly title: string;
  /** Model of the last model_change on the path, as `provider/model`. */
  readonly selected: string | null;
  /** Model named by the last assistant message on the path, as `provider/model`. */
  readonly requested: string | null;
  /** `responseModel` of that message. */
  readonly answering: string | null;
  readonly thinkingLevel: string;
  /** Messages of the projection. */
  readonly messages: number;
  /** Pi's estimate (estimateProjectedContextTokens). */
  readonly tokens: number;
  /** Size by the provider's own figure in the last valid answer of the projection; null where there is none. */
  readonly providerTokens: number | null;
  /** Entries of each fate at the point. */
  readonly fates: Readonly<Record<Fate, number>>;
  /** Of the effective prompt: null when the projection has no system message. */
  readonly prompt: {
    readonly sections: number;
    readonly tools: number;
    readonly tokens: number;
    readonly toolTokens: number;
  } | null;
  /** What has changed since the model request before the point; null where none comes before. */
  readonly since: Since | null;
  /** What to know before reading: a broken chain, a loop Pi would hang on, an answer that failed. */
  readonly notices: readonly { readonly tone: "warning" | "info"; readonly text: Sentence }[];
}

/** Most entries of {@link Since.left}. */
export const LEFT_ENTRIES = 50;

/** How a context differs from the one that the last request before its point was made with. */
export interface Since {
  /** The answer to that request. */
  readonly request: Ref;
  /** Rows whose messages are new, or have other content than then; ascending. */
  readonly added: Int32Array;
  /** What was in that context and is in this one no more, with what became of it: the first {@link LEFT_ENTRIES}. */
  readonly left: readonly { readonly entry: Ref; readonly fate: Fate }[];
  readonly leftCount: number;
  /** Estimated tokens of what came and of what went. */
  readonly addedTokens: number;
  readonly leftTokens: number;
}

/** One message (projected, sent) or one entry (stored) of the context, readable. */
export interface ContextItem {
  readonly index: number;
  readonly row: number;
  readonly id: string;
  /** What the margin says: the role, the tool's name, `summary`, `checkpoint`, or the entry's type. */
  readonly title: string;
  readonly tone: Tone;
  readonly fate: Fate;
  readonly time: number | null;
  readonly tokens: number;
  /** Said beside the content: edited by…, dropped by providers' conversion… */
  readonly notes: readonly Sentence[];
  /** A custom message that Pi's terminal does not show (`display` is false); the model sees it all the same. */
  readonly hidden: boolean;
  /** Of a custom message: what its extension calls it. */
  readonly customType?: string;
  readonly blocks: readonly Block[];
}

/** Items are asked for in windows of so many. */
export const ITEM_WINDOW = 12;

/** A context and, so that it can be shown at once, the windows of its items where it is read first. */
export interface ShownContext extends ContextView {
  readonly near: {
    /** Index of the first of them. */
    readonly from: number;
    readonly items: readonly ContextItem[];
    /** Their source entries, one each. */
    readonly sources: readonly Row[];
  };
}

/** A problem of the file, with the entry it belongs to where there is one. */
export interface ProblemView {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly line: number;
  readonly offset: number;
  readonly message: string;
  readonly row: number | null;
  /** Of a line that holds several records: the first of them, which Pi cannot read. */
  readonly records?: readonly LostRecord[];
}

/** `title` is the record as the chapter's reader prints it, in short; `text` is pretty-printed, its beginning where it is long. */
export interface LostRecord {
  readonly title: string;
  readonly text: string;
}

/** Everything about one entry at a point. */
export interface EntryView {
  readonly row: number;
  readonly id: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly title: string;
  readonly tone: Tone;
  /** 1-based line, byte offset and byte length of its line. */
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly time: number | null;
  readonly label: string | undefined;
  readonly fate: Fate;
  /** The fate in a sentence, with links to what decided it. */
  readonly why: Sentence;
  readonly tokens: number;
  /** Parent entry; null for a root. `missing` names a parent that is not in the file. */
  readonly parent: Ref | { readonly missing: string } | null;
  /** First 20 children, and how many there are. */
  readonly children: readonly Ref[];
  readonly childCount: number;
  readonly fields: readonly { readonly name: string; readonly value: Sentence }[];
  readonly blocks: readonly Block[];
  readonly problems: readonly ProblemView[];
}

/** One line of the file in file order: an entry, the header, or a line that is no entry. */
export interface FileLine {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly row: number | null;
  /** The line as the chapter's reader prints it, at most 400 UTF-16 units; for a broken line its first characters. */
  readonly text: string;
  readonly fate: Fate | null;
  readonly problems: readonly ProblemView[];
}

/** A line as stored. `exact` is its text up to a bound; `pretty` is null when it does not parse or is beyond the bound. */
export interface RawView {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly exact: string;
  readonly exactWhole: boolean;
  readonly pretty: string | null;
}
