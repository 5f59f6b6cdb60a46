import { assertSession } from "../format/sniff.ts";
import { CURRENT_VERSION } from "../format/header.ts";
import { IndexBuilder } from "./index-builder.ts";
import { readInto } from "./read.ts";
import { restoreBuilder, type SavedIndex } from "./saved.ts";
import { OpenedSession, type OpenOptions } from "./session.ts";

export interface LoadOptions extends OpenOptions {
  /** Columns of an earlier read: reading goes on where they end. */
  readonly saved?: SavedIndex | undefined;
  /** False reads every line by JSON.parse, without the byte scanner. */
  readonly scanner?: boolean | undefined;
  /** Called after each piece read with the columns so far, for rows to show while the rest is read. */
  readonly onRows?: ((builder: IndexBuilder) => void) | undefined;
}

/**
 * Reads a session file. A damaged session opens with problems; memory follows the number of entries, not their size.
 *
 * @throws WrongKindError for a file that is no session at all (its `kind` names it); DOMException AbortError when `signal`
 *   aborts; DOMException NotReadableError or NotFoundError when the file changes while it is read or is gone.
 */
export async function openSession(file: Blob, options: LoadOptions = {}): Promise<OpenedSession> {
  options.signal?.throwIfAborted();
  if (options.saved !== undefined) {
    const restored = await load(restoreBuilder(options.saved), file, options);
    if (!restored.misread) return new OpenedSession(file, restored);
  } else {
    await assertSession(file);
  }
  let builder = await load(new IndexBuilder(CURRENT_VERSION), file, options);
  // A header behind its entries, or none over entries without ids: the version is known only now.
  if (builder.misread) builder = await load(new IndexBuilder(builder.version), file, options);
  else if (isHeaderlessV1(builder)) builder = await load(new IndexBuilder(1), file, options);
  return new OpenedSession(file, builder);
}

/** Entries without a header are chained as version 1 only when none of them carries an id. */
function isHeaderlessV1(builder: IndexBuilder): boolean {
  return builder.header === null && builder.ownIds === 0 && builder.columns.count > 0;
}

async function load(builder: IndexBuilder, file: Blob, options: LoadOptions): Promise<IndexBuilder> {
  await readInto(builder, file, {
    signal: options.signal,
    scanner: options.scanner,
    onBytes: (bytes) => {
      options.onProgress?.({ bytes, totalBytes: file.size, entries: builder.columns.count });
      options.onRows?.(builder);
    },
  });
  return builder;
}
