import { nextTask } from "../../lib/next-task.ts";
import { field } from "../../lib/json.ts";
import { batches } from "../present/batches.ts";
import { FLAG } from "../session/facts.ts";
import { projectRows, withEdit } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SummaryScope } from "./summary-scope.ts";

/**
 * Reads the messages of some of the entries that were summarised, as they were when they were: with the edits of that moment. An
 * entry has one; system messages of a compaction that lies on a branch left behind are passed over. Gives way between batches.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function readSummarised(
  session: OpenedSession,
  scope: SummaryScope,
  rows: readonly number[],
  signal: AbortSignal,
  use: (message: unknown, row: number) => void,
): Promise<void> {
  for (const batch of batches(session.index, rows)) {
    signal.throwIfAborted();
    const messages =
      scope.kind === "compaction"
        ? await projectRows(session.index, session.bodies, scope.before, batch)
        : await branchMessages(session, scope, batch);
    for (const { row, messages: made } of messages) {
      const message = made.findLast((one) => scope.kind === "branch" || field(one, "role") !== "system");
      if (message !== undefined) use(message, row);
    }
    await nextTask();
  }
  signal.throwIfAborted();
}

async function branchMessages(session: OpenedSession, scope: SummaryScope, rows: readonly number[]) {
  const { index, bodies } = session;
  const edits = rows.map((row) => replacing(session, scope, row));
  const read = await bodies.entries([...rows, ...edits.filter((edit) => edit !== -1)]);
  let next = rows.length;
  return rows.map((row, at) => {
    const messages = index.kind(row).messages(read[at]);
    if (edits[at] === -1) return { row, messages };
    const edit = read[next];
    next += 1;
    return { row, messages: messages.map((message) => withEdit(message, edit)) };
  });
}

/** The edit that changes a summarised row's content; -1 for none. */
export function replacing({ index }: OpenedSession, scope: SummaryScope, row: number): number {
  const edit = scope.edits.get(row) ?? -1;
  if (edit === -1 || index.has(edit, FLAG.omits) || index.has(edit, FLAG.brokenEdit)) return -1;
  return index.has(row, FLAG.editable) ? edit : -1;
}
