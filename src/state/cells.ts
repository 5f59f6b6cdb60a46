/**
 * All state of the page: few, named cells. Only this folder writes to them; components read them and call an action
 * (actions.ts). Whatever can be computed from them is computed where it is needed, and not kept.
 */
import { signal } from "@preact/signals";
import type { Form, ShownContext } from "../core/view/context.ts";
import type { Reading, SessionInfo } from "../core/view/info.ts";
import type { Fate } from "../core/view/fate.ts";
import type { Growth } from "../core/view/growth.ts";
import type { ReportName } from "../core/view/report.ts";
import type { Filter, Minimap, PathStrip, Row, ShownTree } from "../core/view/row.ts";
import type { ErrorCode, Progress, Recents } from "../worker/protocol.ts";

export type Phase = "empty" | "loading" | "ready" | "failed";
export type Theme = "system" | "light" | "dark";
export type LeftPane = "tree" | "file";
/** The context, or one of the questions about it. */
export type MiddlePane = "context" | ReportName;
export type RightPane = "entry" | "raw" | "problems";
export type NarrowPane = "tree" | "context" | "entry";
export type Dialog = "help" | "palette" | "paste";

/** What is being opened, or is open. `size` is null where it is not known yet. */
export interface Subject {
  readonly kind: "file" | "text" | "sample" | "recent";
  readonly name: string;
  readonly size: number | null;
  /** It is not the file itself but another reading of it, which the page made. */
  readonly reading?: Reading | undefined;
}

/** Why a session could not be opened, or can no longer be read. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** For `wrong-kind`: what the file is, e.g. `claude-code`. */
  readonly kind?: string;
}

// The session

/** What the page as a whole is doing; `<html data-state>` says the same. */
export const phase = signal<Phase>("empty");
/** What is being opened, is open, or failed to open; null on the start page. */
export const subject = signal<Subject | null>(null);
/** How far the reading is; null before the first report and when nothing is being read. */
export const progress = signal<Progress | null>(null);
/** Why opening failed; set exactly while phase is `failed`. */
export const failure = signal<Failure | null>(null);
/** Why the open session can no longer be read (a crash, a file changed on disk), while phase stays `ready`. */
export const trouble = signal<Failure | null>(null);
/** The open session as a whole; null unless phase is `ready`. */
export const info = signal<SessionInfo | null>(null);
/** First rows of a session that is still being read, in file order; empty at all other times. */
export const previewRows = signal<readonly Row[]>([]);
/** The address leads into a session, and none is open: its file has to be opened first. */
export const linked = signal(false);
/** Counts openings. Whatever was asked for under another number belongs to another session. */
export const generation = signal(0);

// Where the reader is

/** Row of the entry whose context is shown; null is before any entry. */
export const point = signal<number | null>(null);
/** Row of the entry being read. Moving it never moves the point. */
export const selection = signal<number | null>(null);
/** The point and the selection as rows of the tree; null until they are known. */
export const pointRow = signal<Row | null>(null);
export const selectionRow = signal<Row | null>(null);
/** Which form of the context is shown. */
export const form = signal<Form>("projected");

// The tree

export const filter = signal<Filter>("default");
/** Only entries of these fates; empty for all. */
export const fates = signal<readonly Fate[]>([]);
/** Words in the filter box. Never in the address: it may hold content. */
export const query = signal("");
/** Rows whose descendants are hidden. */
export const folded = signal<ReadonlySet<number>>(new Set());

// What the worker answered. Each stays until the next answer is there, so that nothing flickers.

export const tree = signal<ShownTree | null>(null);
export const context = signal<ShownContext | null>(null);
export const minimap = signal<Minimap | null>(null);
export const strip = signal<PathStrip | null>(null);
/** The requests of the branch through the point; `at` follows the point along it. */
export const growth = signal<Growth | null>(null);
/** The tree or the context shown is not yet the one asked for, for longer than goes unnoticed. */
export const treeWaiting = signal(false);
export const contextWaiting = signal(false);
/** How many slices the minimap has room for; 0 asks for none. Written by the minimap. */
export const minimapSlices = signal(0);
/** The same for the strip beside the context. */
export const stripSlices = signal(0);

// What is on the page

/** Left: the tree, or every line in file order. */
export const leftPane = signal<LeftPane>("tree");
/** Middle: the context, or a report on it. */
export const middlePane = signal<MiddlePane>("context");
/** What was chosen in reports: by report, then by name of the control. */
export const choices = signal<Partial<Record<ReportName, Readonly<Record<string, string>>>>>({});
export const rightPane = signal<RightPane>("entry");
/** Which pane shows where there is room for one. */
export const narrowPane = signal<NarrowPane>("context");
/** The open dialog. */
export const dialog = signal<Dialog | null>(null);
/** Short remarks to the reader, newest last, until dismissed or another session is opened. */
export const remarks = signal<readonly string[]>([]);
/** What the live region says. */
export const announcement = signal("");
/** Sessions opened before; null until asked for. */
export const recents = signal<Recents | null>(null);

// Preferences, remembered (preferences.ts)

export const theme = signal<Theme>("system");
/** The growth chart is open, not one line. */
export const growthShown = signal(true);
/** Below it: what each request cost, and what it read from the cache. */
export const growthCosts = signal(false);
/** Thinking is open, not a one-line summary (`t`). */
export const showThinking = signal(false);
/** Texts are shown as they were written, not as the Markdown they are (`p`). */
export const showSource = signal(false);
/** Tool output is open, not a one-line summary (`o`). */
export const showToolOutput = signal(true);
/** Messages that Pi hides on screen but sends are shown in full (`h`). */
export const showHidden = signal(false);
