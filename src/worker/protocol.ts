import type {
  ContextItem,
  EntryView,
  FileLine,
  Form,
  ProblemView,
  RawView,
  ShownContext,
} from "../core/view/context.ts";
import type { Block, Place } from "../core/view/block.ts";
import type { Growth } from "../core/view/growth.ts";
import type { Reading, SessionInfo } from "../core/view/info.ts";
import type { Sentence } from "../core/view/ref.ts";
import type { CodeRun, Language, Rich } from "../core/view/rich.ts";
import type { Report, ReportQuery } from "../core/view/report.ts";
import type { Minimap, PathStrip, Row, ShownTree, TreeQuery } from "../core/view/row.ts";
import type { StyledSource, StyledText } from "../core/view/tool-block.ts";

/** Everything the page may ask of the worker. One name, its parameters, its result. Rows are positions among the entries. */
export interface Requests {
  /** Reads a file and keeps it as the open session, in place of any other. `cache`: may IndexedDB be used. */
  open: { params: { file: Blob; name: string; cache: boolean }; result: SessionInfo };
  /** Opens a kept copy of a recent session. */
  reopen: { params: { key: string }; result: SessionInfo };
  /** `around`, here and below: the entry that is read, whose surroundings come along. */
  tree: { params: TreeQuery & { around: number | null }; result: ShownTree };
  /** Visible rows, in the order asked for. */
  rows: { params: { rows: Int32Array; point: number | null }; result: Row[] };
  context: { params: { form: Form; point: number | null; around: number | null }; result: ShownContext };
  /** Items `from` (included) to `to` (excluded) of a context. */
  items: { params: { form: Form; point: number | null; from: number; to: number }; result: ContextItem[] };
  /** The effective system prompt and tools at the point, replayed; null when there are none. */
  prompt: { params: { point: number | null }; result: Block | null };
  entry: { params: { row: number; point: number | null }; result: EntryView };
  /** What an entry was in the course of the session, in sentences: slower than the entry itself. */
  story: { params: { row: number; point: number | null }; result: Sentence[] };
  /** A text that a block showed in part, up to `limit` UTF-16 units. */
  text: { params: { place: Place; limit: number }; result: string };
  /** The same of a text whose stretches look different; with `end` its last units. */
  styled: { params: { place: Place; source: StyledSource; end: boolean; limit: number }; result: StyledText };
  /** A text that the page has, as Markdown; null where it is better shown plain. */
  rich: { params: { text: string }; result: Rich | null };
  /** The stretches of code that the page has; null for plain text. */
  tokens: { params: { text: string; language: Language }; result: readonly CodeRun[] | null };
  /** A text or image of any size, as a Blob to save or to show. */
  blob: { params: { place: Place }; result: Blob };
  /** The whole line, byte by byte, without its line break; `row` and `line` as for `raw`. */
  line: { params: { row: number | null; line: number }; result: Blob };
  /** The file as another reading of it would have it, to be opened in its place; see `SessionInfo.readings`. */
  readAs: { params: { reading: Reading }; result: Blob };
  raw: { params: { row: number | null; line: number }; result: RawView };
  problems: { params: Record<string, never>; result: ProblemView[] };
  /** One of the questions beside the context, answered at the point. */
  report: { params: ReportQuery; result: Report };
  /** The model requests of the branch through the point, and the context of each. */
  growth: { params: { point: number | null }; result: Growth };
  minimap: { params: { slices: number; point: number | null }; result: Minimap };
  /** The path to the point, as {@link Requests.minimap} has the file. */
  strip: { params: { slices: number; point: number | null }; result: PathStrip };
  /** Lines `from` to `to` of the file order list. */
  lines: { params: { from: number; to: number; point: number | null }; result: FileLine[] };
  /** Row of an id as shown (`#<line>` included); null when the file has none. */
  find: { params: { id: string }; result: number | null };
  /** The next or previous prompt or model request on the branch through `row`; null at the end. */
  step: { params: { row: number | null; to: "prompt" | "request"; back: boolean }; result: number | null };
  /** Downloads: messages as JSON, or the branch to the point as a session file. */
  export: {
    params: { what: "projected" | "sent" | "branch"; point: number | null };
    result: { name: string; blob: Blob };
  };
  recents: { params: Record<string, never>; result: Recents };
  /** Forgets one recent session, or all without a key. */
  forget: { params: { key?: string }; result: Recents };
}

export type Method = keyof Requests;

/** A session opened before. `key` names its cache record. */
export interface Recent {
  readonly key: string;
  readonly fileName: string;
  /** Its name, else its first message. */
  readonly title: string;
  readonly cwd: string | null;
  /** ms since the epoch. */
  readonly opened: number;
  readonly created: number | null;
  readonly entries: number;
  /** Bytes. */
  readonly size: number;
  /** A copy of the file is kept: it can be opened again without the file. */
  readonly kept: boolean;
}

export interface Recents {
  readonly sessions: readonly Recent[];
  /** Bytes of copies kept, and the most that are. */
  readonly keptBytes: number;
  readonly keptLimit: number;
  /** False when storage failed or is off: recents are not remembered. */
  readonly available: boolean;
}

/** An error across the boundary. `code` is one of {@link ErrorCode}. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  /** For `wrong-kind`: what the file is, e.g. `claude-code`. */
  readonly kind?: string;
}

export type ErrorCode =
  | "cancelled"
  | "empty-file"
  | "wrong-kind"
  | "not-readable"
  | "changed-on-disk"
  | "worker-crashed"
  | "out-of-memory"
  | "gone"
  | "no-session"
  | "failed";

/**
 * Page to worker. `cancel` ends a request: it settles with `cancelled`. `ping` asks whether the worker still answers: a
 * worker that ran out of memory may be gone without any event.
 */
export type ToWorker =
  | {
      readonly type: "request";
      readonly id: number;
      readonly method: Method;
      readonly params: Requests[Method]["params"];
    }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "ping" };

/** Worker to page. Every request gets one `result` or `error`, a cancelled one too. `progress` and `preview` belong to the `open` or `reopen` request of that id. */
export type FromWorker =
  | { readonly type: "result"; readonly id: number; readonly value: Requests[Method]["result"] }
  | { readonly type: "error"; readonly id: number; readonly error: WireError }
  | { readonly type: "progress"; readonly id: number; readonly progress: Progress }
  | { readonly type: "preview"; readonly id: number; readonly rows: readonly Row[] }
  /** A cached session turned out to differ from the file: it was read again, everything shown must be asked for anew. */
  | { readonly type: "replaced"; readonly info: SessionInfo }
  | { readonly type: "pong" };

/** Bytes read of all bytes, and entries found so far. Sent at most every 50 ms. */
export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly entries: number;
}
