/** Totals over all entries of the file; tokens, and US dollars for `cost`. Missing figures count as nothing. */
export interface UsageTotals {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Sum of the four. */
  readonly total: number;
  readonly cost: number;
}

/** Another way to read a damaged file: as version 3 where its version was lost, or with the records Pi cannot read. */
export type Reading = "version-3" | "salvaged";

/** What the page knows of an open session as a whole. */
export interface SessionInfo {
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly sessionId: string | null;
  /** Name set by session_info, else null. */
  readonly name: string | null;
  /** First user text, at most 200 UTF-16 units, or null. */
  readonly firstMessage: string | null;
  readonly cwd: string | null;
  readonly parentSession: string | null;
  /** Header timestamp, ms since the epoch. */
  readonly created: number | null;
  readonly sourceVersion: number;
  readonly entries: number;
  /** Lines of the file that are not blank: length of the file order list. */
  readonly lines: number;
  /** Entries with more than one child. */
  readonly forks: number;
  readonly leaves: number;
  readonly compactions: number;
  /** Row of Pi's leaf; null for a session without entries. */
  readonly leaf: number | null;
  readonly problems: { readonly error: number; readonly warning: number; readonly info: number };
  /** What to say before anything else: Pi would refuse the file, a newer version, a missing header… */
  readonly notices: readonly { readonly tone: "warning" | "info"; readonly text: string }[];
  readonly usage: UsageTotals;
  /** Other readings the file's damage suggests, to be offered and never taken by itself. */
  readonly readings: readonly Reading[];
  /** Where the tree came from: parsed now, read from the cache, or the cache plus the new bytes. */
  readonly source: "parsed" | "cached" | "grown";
}
