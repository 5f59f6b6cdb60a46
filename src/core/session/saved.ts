import { contentHash } from "../format/fingerprint.ts";
import { IndexBuilder, type SavedBuilder } from "./index-builder.ts";
import type { OpenedSession } from "./session.ts";

/** Part of every cache key: raise it with any change to what the columns hold. */
export const INDEX_VERSION = 5;

/** A session's columns as stored, up to the last line that was ended by a newline. Structured-cloneable. */
export interface SavedIndex {
  /** Byte where reading goes on: the end of the file, or the start of an unfinished last line. */
  readonly resumeOffset: number;
  /** Hash of every byte before it. */
  readonly contentHash: string;
  readonly builder: SavedBuilder;
}

/** What to store of a session. Reads the file once more for the hash of its contents: nobody should wait for it. */
export async function saveIndex(session: OpenedSession, signal?: AbortSignal): Promise<SavedIndex> {
  const builder = session.index.builder.save();
  const resumeOffset = Math.min(builder.offset, session.file.size);
  return { resumeOffset, contentHash: await contentHash(session.file, resumeOffset, signal), builder };
}

export function restoreBuilder(saved: SavedIndex): IndexBuilder {
  return new IndexBuilder(saved.builder.version, saved.builder);
}
