import { asNumber, asString, field, isArray } from "../lib/json.ts";
import type { Recent, Recents } from "./protocol.ts";

/** One session of the directory, newest first. */
export interface Known {
  /** Fingerprint of the whole file. */
  readonly key: string;
  readonly fileName: string;
  readonly title: string;
  readonly cwd: string | null;
  readonly opened: number;
  readonly created: number | null;
  readonly entries: number;
  readonly size: number;
  /** Bytes of the kept copy; 0 for none. */
  readonly copied: number;
  /** Where reading would go on, and fingerprints of the bytes before it: of all, and of the first {@link HEAD_BYTES} of them. */
  readonly resumeOffset: number;
  readonly resume: string;
  readonly head: string;
}

/** Most bytes of a file that its head fingerprint is of: one look that rules out most files. */
export const HEAD_BYTES = 4096;

/** Bounds of what is kept. Bytes. */
export const LIMITS = {
  sessions: 30,
  copy: 64_000_000,
  copies: 256_000_000,
} as const;

/** The directory as stored, or what of it is sound. Never throws. */
export function readDirectory(value: unknown): Known[] {
  const list = field(value, "sessions");
  if (!isArray(list)) return [];
  return list.flatMap((item) => readKnown(item) ?? []).toSorted((a, b) => b.opened - a.opened);
}

/** As {@link readDirectory} takes it. */
export function writeDirectory(sessions: readonly Known[]): unknown {
  return { sessions };
}

function readKnown(item: unknown): Known | undefined {
  const text = (name: string): string | undefined => asString(field(item, name));
  const count = (name: string): number | undefined => {
    const number = asNumber(field(item, name));
    return number !== undefined && number >= 0 ? number : undefined;
  };
  const [key, fileName, title] = [text("key"), text("fileName"), text("title")];
  const [opened, entries, size, copied] = [count("opened"), count("entries"), count("size"), count("copied")];
  const [resumeOffset, resume, head] = [count("resumeOffset"), text("resume"), text("head")];
  if (key === undefined || fileName === undefined || title === undefined) return undefined;
  if (opened === undefined || entries === undefined || size === undefined || copied === undefined) return undefined;
  if (resumeOffset === undefined || resume === undefined || head === undefined) return undefined;
  const cwd = text("cwd") ?? null;
  const created = asNumber(field(item, "created")) ?? null;
  return { key, fileName, title, cwd, opened, created, entries, size, copied, resumeOffset, resume, head };
}

/** What a new state of the directory costs: keys of sessions that fell out, and of those that lost their copy only. */
export interface Trimmed {
  readonly sessions: readonly Known[];
  readonly forgotten: readonly string[];
  readonly uncopied: readonly string[];
}

/**
 * Puts a session first in the directory, in place of any of the same key, and applies the bounds: the oldest sessions
 * fall out, and the oldest copies, as many as it takes.
 */
export function putFirst(directory: readonly Known[], session: Known): Trimmed {
  const ordered = [session, ...directory.filter(({ key }) => key !== session.key)];
  const forgotten = ordered.slice(LIMITS.sessions).map(({ key }) => key);
  let room: number = LIMITS.copies;
  const uncopied: string[] = [];
  const sessions = ordered.slice(0, LIMITS.sessions).map((known) => {
    if (known.copied === 0) return known;
    // Once one copy does not fit, none that is older is kept in its place.
    room -= known.copied;
    if (room >= 0) return known;
    uncopied.push(known.key);
    return { ...known, copied: 0 };
  });
  return { sessions, forgotten, uncopied };
}

/** The directory as the page sees it. */
export function recentsOf(sessions: readonly Known[], available: boolean): Recents {
  return {
    sessions: sessions.map(toRecent),
    keptBytes: sessions.reduce((sum, { copied }) => sum + copied, 0),
    keptLimit: LIMITS.copies,
    available,
  };
}

function toRecent({ key, fileName, title, cwd, opened, created, entries, size, copied }: Known): Recent {
  return { key, fileName, title, cwd, opened, created, entries, size, kept: copied > 0 };
}
