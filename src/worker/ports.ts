import type { Block, Place } from "../core/view/block.ts";
import type {
  ContextItem,
  ContextView,
  EntryView,
  FileLine,
  Form,
  ProblemView,
  RawView,
} from "../core/view/context.ts";
import type { Growth } from "../core/view/growth.ts";
import type { Reading, SessionInfo } from "../core/view/info.ts";
import type { Sentence } from "../core/view/ref.ts";
import type { CodeRun, Language, Rich } from "../core/view/rich.ts";
import type { Report, ReportQuery } from "../core/view/report.ts";
import type { Minimap, PathStrip, Row, TreeQuery, TreeView } from "../core/view/row.ts";
import type { StyledSource, StyledText } from "../core/view/tool-block.ts";
import type { FromWorker, Progress, Recents } from "./protocol.ts";

// What the server is given, so that tests can give it something else: the core, the cache, the port and the clock.

/** The columns of a reading, as far as this layer looks into them. */
export interface Saved {
  /** Byte offset at which reading goes on: the end of the last line that was complete. */
  readonly resumeOffset: number;
  /** Of the bytes before it. */
  readonly contentHash: string;
}

/** Hooks of one reading. `onPreview` offers the first rows: they are made only when the function is called. */
export interface ReadOptions<Index> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onPreview: (rows: () => readonly Row[]) => void;
  readonly saved?: Index;
}

/**
 * The functions of the core that answer requests; see {@link Requests} for what each is asked. Typed arrays in a `TreeView`,
 * `ContextView`, `Growth` or `Minimap` are transferred to the page, so each must be made anew for every call.
 */
export interface Core<Session, Index extends Saved> {
  openSession(file: Blob, options: ReadOptions<Index>): Promise<Session>;
  /** May read the file. */
  saveIndex(session: Session, signal: AbortSignal): Promise<Index>;
  /** Hash of the first `end` bytes, comparable to {@link Saved.contentHash}. */
  contentHash(file: Blob, end: number, signal: AbortSignal): Promise<string>;
  sessionInfo(session: Session, fileName: string, source: SessionInfo["source"]): SessionInfo;
  treeView(session: Session, query: TreeQuery): TreeView;
  rowsOf(session: Session, rows: Int32Array, point: number | null): Row[];
  reportOf(session: Session, query: ReportQuery, signal: AbortSignal): Promise<Report>;
  growthOf(session: Session, point: number | null): Promise<Growth>;
  minimapOf(session: Session, slices: number, point: number | null): Minimap;
  pathStrip(session: Session, slices: number, point: number | null): PathStrip;
  contextView(session: Session, form: Form, point: number | null): Promise<ContextView>;
  contextItems(session: Session, form: Form, point: number | null, from: number, to: number): Promise<ContextItem[]>;
  effectivePrompt(session: Session, point: number | null): Promise<Block | null>;
  entryView(session: Session, row: number, point: number | null): Promise<EntryView>;
  entryStory(session: Session, row: number, point: number | null, signal: AbortSignal): Promise<Sentence[]>;
  fileLines(session: Session, from: number, to: number, point: number | null): Promise<FileLine[]>;
  rawView(session: Session, row: number | null, line: number): Promise<RawView>;
  rawLine(session: Session, row: number | null, line: number): Promise<Blob>;
  readAs(session: Session, reading: Reading): Promise<Blob>;
  problemViews(session: Session): ProblemView[];
  readText(session: Session, place: Place, limit: number): Promise<string>;
  readStyled(session: Session, place: Place, source: StyledSource, end: boolean, limit: number): Promise<StyledText>;
  readMarkdown(text: string, signal?: AbortSignal): Promise<Rich | null>;
  codeTokens(text: string, language: Language): readonly CodeRun[] | null;
  readBlob(session: Session, place: Place): Promise<Blob>;
  step(session: Session, row: number | null, to: "prompt" | "request", back: boolean): number | null;
  findRow(session: Session, id: string): number | null;
  exportMessages(session: Session, form: "projected" | "sent", point: number | null): Promise<Blob>;
  exportBranch(session: Session, point: number | null, fileName: string): Promise<Blob>;
}

/** Columns found for a file. */
export interface Found<Index> {
  /** Of the record; see `Recent.key`. */
  readonly key: string;
  readonly saved: Index;
  /** The whole file, or the beginning of it. */
  readonly source: "cached" | "grown";
}

/** A session to keep in mind. */
export interface Remembered<Index> {
  readonly file: Blob;
  readonly info: SessionInfo;
  /** Undefined when the columns stored are right already: only the date of the record changes. */
  readonly saved: Index | undefined;
  /** Record of the shorter file that this one grew from: the new one takes its place. */
  readonly replaces: string | undefined;
  /** {@link SessionCache.stamp} at the time of opening: what was forgotten since is not brought back. */
  readonly stamp: number;
}

/** Sessions opened before. Storage is a favour: every failure is a miss, and no method here rejects. */
export interface SessionCache<Index> {
  stamp(): number;
  find(file: Blob): Promise<Found<Index> | undefined>;
  remember(session: Remembered<Index>): Promise<void>;
  /** Removes a record that proved wrong, its copy included. */
  drop(key: string): Promise<void>;
  /** The kept copy of a file; undefined when there is none any more. */
  copy(key: string): Promise<{ readonly file: Blob; readonly fileName: string } | undefined>;
  recents(): Promise<Recents>;
  forget(key?: string): Promise<Recents>;
}

/** The worker's global scope, or a MessagePort. */
export interface MessagePortLike {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
  /** A MessagePort with listeners delivers nothing before this. */
  start?(): void;
}

/** Milliseconds, monotonic. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}
