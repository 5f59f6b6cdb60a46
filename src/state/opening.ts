/**
 * Opening and closing a session. Every opening has a number (`generation`); whatever arrives late from an older one is
 * dropped.
 */
import { batch, signal, untracked } from "@preact/signals";
import type { Reading, SessionInfo } from "../core/view/info.ts";
import type { Row } from "../core/view/row.ts";
import { formatAmount } from "../lib/figures.ts";
import type { RequestOptions } from "../worker/client.ts";
import type { Progress } from "../worker/protocol.ts";
import * as cells from "./cells.ts";
import { client, failureOf } from "./client.ts";
import { readHash, type Place } from "./hash.ts";
import { showPlace, START_PAGE } from "./history.ts";
import { arrive, here, locate, resetView, type Found } from "./landing.ts";
import { markOnce, markOpen } from "./marks.ts";
import { keepRecents } from "./preferences.ts";
import sampleText from "./sample.jsonl?raw";

/** How to read what is being opened: kept, so that it can be opened again. */
interface Source {
  /** Its number in the history. */
  readonly id: number;
  readonly subject: cells.Subject;
  readonly read: { readonly file: Blob } | { readonly key: string };
}

/**
 * How it comes to be opened: `anew` by the reader, a step in the history; `linked`, where the address says, which is there
 * already; `back` to one that was open, in the place of what is there.
 */
type Way = "anew" | "linked" | "back";

let current: Source | null = null;
/** The session before, while its successor is being opened or has failed to, or after it was closed. */
const previous = signal<Source | null>(null);
/** Where the reader was in it: to come back there when the same session is opened again, grown or not. */
let left: { readonly source: Source; readonly sessionId: string | null; readonly place: Place } | null = null;
/** What is being opened was chosen on the start page: nothing was open that cancelling could go back to. */
let fromStart = true;
let abort = new AbortController();
/** What the history may lead back to. They hold files, not what was read of them. */
const known = new Map<number, Source>();
/** Numbers go on where they were: the history outlives the page. */
let lastId = Date.now();

function sourceOf(subject: cells.Subject, read: Source["read"]): Source {
  const source = { id: (lastId += 1), subject, read };
  known.set(source.id, source);
  return source;
}

export function openFile(file: File): Promise<void> {
  return open(sourceOf({ kind: "file", name: file.name, size: file.size }, { file }));
}

/** Opens another reading of the open file. It is marked as one, and is not remembered as a session of its own. */
export function openMade(file: File, reading: Reading): Promise<void> {
  return open(sourceOf({ kind: "file", name: file.name, size: file.size, reading }, { file }));
}

export function openText(text: string): Promise<void> {
  const file = new Blob([text]);
  return open(sourceOf({ kind: "text", name: "pasted text", size: file.size }, { file }));
}

/** `linked`: the address asks for it, and says where in it to go. */
export function openSample(linked = false): Promise<void> {
  const file = new Blob([sampleText]);
  return open(
    sourceOf({ kind: "sample", name: "sample.jsonl", size: file.size }, { file }),
    linked ? "linked" : "anew",
  );
}

/** Opens the kept copy of a recent session. */
export function reopen(key: string): Promise<void> {
  const recent = cells.recents.peek()?.sessions.find((session) => session.key === key);
  const subject = { kind: "recent", name: recent?.fileName ?? "session", size: recent?.size ?? null } as const;
  return open(sourceOf(subject, { key }));
}

/** Reads the same file again: after a crash, or after it changed on disk. */
export async function openAgain(): Promise<void> {
  if (current !== null) await open(current, "back");
}

/**
 * Whether reading it again may help. A browser never again reads a file that changed after it was chosen: it has to be
 * chosen anew.
 */
export function canOpenAgain({ code }: cells.Failure): boolean {
  return current !== null && code !== "changed-on-disk" && code !== "not-readable" && code !== "gone";
}

/** The name of the session that was open before this one failed, or before it was closed; null when there was none. */
export function previousName(): string | null {
  return previous.value?.subject.name ?? null;
}

export async function openPrevious(): Promise<void> {
  const source = previous.peek();
  if (source !== null) await open(source, cells.phase.peek() === "empty" ? "anew" : "back");
}

/** The number of the session that is open, or is being opened. */
export function currentId(): number | null {
  return current?.id ?? null;
}

/** Opens what an entry of the history shows, where its address says. False when that is not known any more. */
export function openShown(id: number): boolean {
  const source = known.get(id);
  if (source === undefined) return false;
  void open(source, "linked");
  resetView();
  return true;
}

/** Stops reading, and goes back to the session that was open before; to the start page when there was none. */
export function cancel(): void {
  if (cells.phase.peek() !== "loading") return;
  const before = previous.peek();
  const back = fromStart || before === current ? null : before;
  if (back === null) {
    leave("empty");
    showPlace(location.hash, START_PAGE, false);
  } else void open(back, "back");
  cells.announcement.value = back === null ? "Opening cancelled" : `Opening cancelled, back to ${back.subject.name}`;
}

/** To the start page. The session can be come back to, from there and by a step back. */
export function close(): void {
  toStart();
  cells.linked.value = false;
  showPlace("", START_PAGE, true);
}

/** Nothing leads back to a session that was open. */
export function forgetClosed(): void {
  known.clear();
  if (current !== null) known.set(current.id, current);
  previous.value = null;
  left = null;
}

/** The start page in place of what is open. The history is there already. */
export function toStart(): void {
  const wasOpen = cells.phase.peek() === "ready";
  keepPlace();
  if (wasOpen) previous.value = current;
  leave("empty");
  cells.announcement.value = wasOpen ? "Session closed" : "";
}

function leave(phase: "empty" | "loading"): void {
  abort.abort();
  abort = new AbortController();
  batch(() => {
    cells.generation.value += 1;
    cells.phase.value = phase;
    cells.progress.value = null;
    cells.failure.value = null;
    cells.trouble.value = null;
    cells.info.value = null;
    cells.previewRows.value = [];
    cells.tree.value = null;
    cells.context.value = null;
    cells.minimap.value = null;
    cells.growth.value = null;
    cells.strip.value = null;
    cells.point.value = null;
    cells.selection.value = null;
    cells.pointRow.value = null;
    cells.selectionRow.value = null;
    cells.folded.value = new Set();
    cells.fates.value = [];
    cells.query.value = "";
    cells.leftPane.value = "tree";
    cells.middlePane.value = "context";
    cells.choices.value = {};
    cells.rightPane.value = "entry";
    cells.dialog.value = null;
    cells.remarks.value = [];
    cells.announcement.value = "";
    if (phase === "empty") cells.subject.value = null;
  });
  if (phase === "empty") current = null;
}

async function open(source: Source, way: Way = "anew"): Promise<void> {
  markOpen();
  const wasOpen = cells.phase.peek() === "ready";
  keepPlace();
  if (wasOpen) previous.value = current === source ? null : current;
  if (wasOpen || cells.phase.peek() === "empty") fromStart = !wasOpen;
  showOpening(source, way, wasOpen);
  leave("loading");
  current = source;
  cells.subject.value = source.subject;
  const mine = cells.generation.peek();
  const isMine = (): boolean => cells.generation.peek() === mine;
  const options = {
    signal: abort.signal,
    onProgress: (progress: Progress) => {
      if (isMine()) cells.progress.value = progress;
    },
    onPreview: (rows: readonly Row[]) => {
      if (isMine()) cells.previewRows.value = rows;
    },
  };
  try {
    const info = await request(source, options);
    if (!isMine()) return;
    markOnce("session:indexed");
    const found = await firstPlace(source, info, way);
    if (isMine()) land(info, found);
  } catch (error) {
    if (isMine()) fail(failureOf(error));
  }
}

function request(source: Source, options: RequestOptions): Promise<SessionInfo> {
  const { read, subject } = source;
  if ("key" in read) return client().request("reopen", { key: read.key }, options);
  const cache = keepRecents.peek() && subject.kind !== "sample" && subject.reading === undefined;
  return client().request("open", { file: read.file, name: subject.name, cache }, options);
}

/** Remembers where the reader is in the session that is about to be left. */
function keepPlace(): void {
  if (cells.phase.peek() !== "ready" || current === null) return;
  const place = untracked(here);
  const sessionId = cells.info.peek()?.sessionId ?? null;
  left = place === null ? null : { source: current, sessionId, place };
}

/** A link in the address counts for the first session opened, not for the next ones. */
function showOpening(source: Source, way: Way, wasOpen: boolean): void {
  const isSample = source.subject.kind === "sample";
  const isFollowed = way === "linked" || (!wasOpen && readHash(location.hash).sample === isSample);
  showPlace(isFollowed ? location.hash : isSample ? "#sample" : "", source.id, way === "anew");
}

/** Where to begin: where the reader was, if it is the session that was left; else where the address says. */
async function firstPlace(source: Source, info: SessionInfo, way: Way): Promise<Found> {
  const isSame = left !== null && (left.source === source || isGrown(left, source, info));
  if (left === null || !isSame || way === "linked" || cells.linked.peek()) return locate(readHash(location.hash), info);
  // No link was followed: nobody has to hear that an entry of then is gone.
  return { ...(await locate(left.place, info)), unknown: [] };
}

/** The same file chosen again, grown or not: other files may carry the same session id, as copies of a fork do. */
function isGrown(before: NonNullable<typeof left>, source: Source, info: SessionInfo): boolean {
  const isFile = source.subject.kind === "file" || source.subject.kind === "recent";
  const sameName = before.source.subject.name === source.subject.name;
  return isFile && sameName && before.sessionId !== null && before.sessionId === info.sessionId;
}

function fail(failure: cells.Failure): void {
  if (failure.code === "cancelled") return leave("empty");
  batch(() => {
    cells.phase.value = "failed";
    cells.failure.value = failure;
    cells.progress.value = null;
    cells.previewRows.value = [];
  });
}

function land(info: SessionInfo, found: Found): void {
  left = null;
  batch(() => {
    cells.info.value = info;
    cells.phase.value = "ready";
    cells.linked.value = false;
    cells.progress.value = null;
    const { kind = "file", reading } = cells.subject.peek() ?? {};
    cells.subject.value = { kind, name: info.fileName, size: info.size, reading };
    arrive(found);
    cells.narrowPane.value = "context";
    cells.announcement.value = `Session open, ${formatAmount(info.entries, "entry", "entries")}`;
  });
}
