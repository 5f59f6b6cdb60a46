import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";

/**
 * The passes at a point as the page names it: a row, or null for before any entry.
 *
 * @throws RangeError for a row that is not in the session.
 */
export function passesAt(session: OpenedSession, point: number | null): Passes {
  if (point === null) return session.passes(-1);
  assertRow(session, point);
  return session.passes(point);
}

/** @throws RangeError for a row that is not in the session. */
export function assertRow(session: OpenedSession, row: number): void {
  if (Number.isInteger(row) && row >= 0 && row < session.index.count) return;
  throw new RangeError(`There is no entry number ${row} in this session`);
}
