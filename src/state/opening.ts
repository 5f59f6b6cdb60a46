/**
 * Opening and closing a session. Every opening has a number (`generation`); whatever arrives late from an older one is
 * dropped.
 */
import { batch, untracked } from "@preact/signals";
import type { SessionInfo } from "../core/view/info.ts";
import type { Row } from "../core/view/row.ts";
import { formatAmount } from "../lib/figures.ts";
import type { RequestOptions } from "../worker/client.ts";
import type { Progress } from "../worker/protocol.ts";
import * as cells from "./cells.ts";
import { client, failureOf } from "./client.ts";
import { readHash, showHash, type Place } from "./hash.ts";
import { arrive, here, locate, type Found } from "./landing.ts";
import { markOnce, markOpen } from "./marks.ts";
import { keepRecents } from "./preferences.ts";
import sampleText from "./sample.jsonl?raw";

/** How to read what is being opened: kept, so that it can be opened again. */
interface Source {
  readonly subject: cells.Subject;
  readonly read: { readonly file: Blob } | { readonly key: string };
}

let current: Source | null = null;
/** The session before, while its successor is being opened or has failed to. */
let previous: Source | null = null;
/** Where the reader was in it: to come back there when the same session is opened again, grown or not. */
let left: { readonly source: Source; readonly sessionId: string | null; readonly place: Place } | null = null;
let abort = new AbortController();

export function openFile(file: File): Promise<void> {
  return open({ subject: { kind: "file", name: file.name, size: file.size }, read: { file } });
}

export function openText(text: string): Promise<void> {
  const file = new Blob([text]);
  return open({ subject: { kind: "text", name: "pasted text", size: file.size }, read: { file } });
}

/** `linked`: the address asks for it, and says where in it to go. */
export function openSample(linked = false): Promise<void> {
  const file = new Blob([sampleText]);
  return open({ subject: { kind: "sample", name: "sample.jsonl", size: file.size }, read: { file } }, linked);
}

/** Opens the kept copy of a recent session. */
export function reopen(key: string): Promise<void> {
  const recent = cells.recents.peek()?.sessions.find((session) => session.key === key);
  const subject = { kind: "recent", name: recent?.fileName ?? "session", size: recent?.size ?? null } as const;
  return open({ subject, read: { key } });
}

/** Reads the same file again: after a crash, or after it changed on disk. */
export async function openAgain(): Promise<void> {
  if (current !== null) await open(current);
}

/**
 * Whether reading it again may help. A browser never again reads a file that changed after it was chosen: it has to be
 * chosen anew.
 */
export function canOpenAgain({ code }: cells.Failure): boolean {
  return current !== null && code !== "changed-on-disk" && code !== "not-readable" && code !== "gone";
}

/** The name of the session that was open before this one failed or was cancelled; null when there was none. */
export function previousName(): string | null {
  return previous?.subject.name ?? null;
}

export async function openPrevious(): Promise<void> {
  if (previous !== null) await open(previous);
}

/** Stops reading. Nothing of the session stays. */
export function cancel(): void {
  if (cells.phase.peek() !== "loading") return;
  leave("empty");
  cells.announcement.value = "Opening cancelled";
}

/** Back to the start page. */
export function close(): void {
  previous = null;
  left = null;
  leave("empty");
  showHash("");
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
    cells.point.value = null;
    cells.selection.value = null;
    cells.pointRow.value = null;
    cells.selectionRow.value = null;
    cells.folded.value = new Set();
    cells.query.value = "";
    cells.leftPane.value = "tree";
    cells.rightPane.value = "entry";
    cells.dialog.value = null;
    cells.remarks.value = [];
    if (phase === "empty") cells.subject.value = null;
  });
  if (phase === "empty") current = null;
}

async function open(source: Source, linked = false): Promise<void> {
  markOpen();
  keepPlace(source, linked);
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
    await land(source, info, isMine);
  } catch (error) {
    if (isMine()) fail(failureOf(error));
  }
}

function request(source: Source, options: RequestOptions): Promise<SessionInfo> {
  const { read, subject } = source;
  if ("key" in read) return client().request("reopen", { key: read.key }, options);
  const cache = keepRecents.peek() && subject.kind !== "sample";
  return client().request("open", { file: read.file, name: subject.name, cache }, options);
}

/** A link in the address counts for the first session opened, not for the next ones. */
function keepPlace(source: Source, linked: boolean): void {
  const isReady = cells.phase.peek() === "ready";
  if (isReady && current !== null) {
    const place = untracked(here);
    const sessionId = cells.info.peek()?.sessionId ?? null;
    left = linked || place === null ? null : { source: current, sessionId, place };
    if (current !== source) previous = current;
  }
  const isSample = source.subject.kind === "sample";
  if (!linked && (isReady || readHash(location.hash).sample !== isSample)) showHash(isSample ? "#sample" : "");
}

/** Where to begin: where the reader was, if it is the session that was left; else where the address says. */
async function firstPlace(source: Source, info: SessionInfo): Promise<Found> {
  const isSame =
    left !== null && (left.source === source || (left.sessionId !== null && left.sessionId === info.sessionId));
  if (left === null || !isSame) return locate(readHash(location.hash), info);
  // No link was followed: nobody has to hear that an entry of then is gone.
  return { ...(await locate(left.place, info)), unknown: [] };
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

async function land(source: Source, info: SessionInfo, isMine: () => boolean): Promise<void> {
  const found = await firstPlace(source, info);
  if (!isMine()) return;
  left = null;
  batch(() => {
    cells.info.value = info;
    cells.phase.value = "ready";
    cells.progress.value = null;
    cells.subject.value = { kind: cells.subject.peek()?.kind ?? "file", name: info.fileName, size: info.size };
    arrive(found);
    cells.narrowPane.value = "context";
    cells.announcement.value = `Session open, ${formatAmount(info.entries, "entry", "entries")}`;
  });
}
