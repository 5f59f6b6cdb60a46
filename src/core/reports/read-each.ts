import { nextTask } from "../../lib/next-task.ts";
import { batches } from "../present/batches.ts";
import type { OpenedSession } from "../session/session.ts";

/**
 * Reads entries one after another, in the order asked for, and hands each on: no more than a batch is in memory. Gives way to other
 * requests between batches.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function readEach(
  session: OpenedSession,
  rows: ArrayLike<number>,
  signal: AbortSignal,
  use: (entry: unknown, row: number) => void,
): Promise<void> {
  for (const batch of batches(session.index, rows)) {
    signal.throwIfAborted();
    const entries = await session.bodies.entries(batch);
    for (const [at, row] of batch.entries()) use(entries[at], row);
    await nextTask();
  }
  signal.throwIfAborted();
}
