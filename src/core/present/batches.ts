import type { SessionIndex } from "../session/session-index.ts";

/** Bytes of lines whose bodies are in memory at a time, but for a single longer line. */
const BATCH_BYTES = 16 << 20;

/** Cuts rows into runs, in order, whose lines together have at most 16 MB: what is read and dropped in one go. */
export function* batches(index: SessionIndex, rows: ArrayLike<number>): Generator<number[], void> {
  let batch: number[] = [];
  let bytes = 0;
  for (let i = 0; i < rows.length; i++) {
    const length = index.columns.length.at(rows[i]!);
    if (batch.length > 0 && bytes + length > BATCH_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(rows[i]!);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}
