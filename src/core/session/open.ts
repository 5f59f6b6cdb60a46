import { assertSession } from "../format/sniff.ts";
import { CURRENT_VERSION, effectiveVersion } from "../format/header.ts";
import { IndexBuilder } from "./index-builder.ts";
import { readInto } from "./read.ts";
import { restoreBuilder, type SavedIndex } from "./saved.ts";
import { OpenedSession, type OpenOptions } from "./session.ts";

export interface LoadOptions extends OpenOptions {
  /** Columns of an earlier read: reading goes on where they end. */
  readonly saved?: SavedIndex | undefined;
  /** The byte scanner, compiled (scan/scan.as); without it every line is read by JSON.parse, to the same end. */
  readonly scanner?: WebAssembly.Module | undefined;
  /** Called after each piece read with the columns so far, for rows to show while the rest is read. */
  readonly onRows?: ((builder: IndexBuilder) => void) | undefined;
}

/** So little is read before rows that come ahead of the tree are drawn: they would only hold it up. */
const SOON_BYTES = 16 << 20;

/**
 * Reads a session file. A damaged session opens with problems; memory follows the number of entries, not their size.
 *
 * @throws WrongKindError for a file that is no session at all (its `kind` names it); DOMException AbortError when `signal`
 *   aborts; DOMException NotReadableError or NotFoundError when the file changes while it is read or is gone.
 */
export async function openSession(file: Blob, options: LoadOptions = {}): Promise<OpenedSession> {
  options.signal?.throwIfAborted();
  if (options.saved !== undefined) {
    // Whose columns are known was a session when they were read.
    const restored = restoreBuilder(options.saved);
    const left = file.size - restored.next.offset;
    const onRows = left > SOON_BYTES ? options.onRows : undefined;
    if (left > 0) await load(restored, file, { ...options, onRows });
    if (isReadRight(restored)) return new OpenedSession(file, restored);
  }
  await assertSession(file);
  const builder = await load(new IndexBuilder(CURRENT_VERSION), file, options);
  if (isReadRight(builder)) return new OpenedSession(file, builder);
  return new OpenedSession(file, await load(new IndexBuilder(finalVersion(builder)), file, options));
}

/** False when the version by which entries must be read was known only after some had been read by another. */
function isReadRight(builder: IndexBuilder): boolean {
  return !builder.misread && effectiveVersion(builder.version) === effectiveVersion(finalVersion(builder));
}

/** The version of the header, wherever it stands. Entries without one are chained as version 1 only when none carries an id. */
function finalVersion(builder: IndexBuilder): number {
  if (builder.header !== null) return builder.version;
  return builder.ownIds === 0 && builder.columns.count > 0 ? 1 : CURRENT_VERSION;
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
