import { openSession } from "../../../src/core/session/open.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import { draw, type DrawOptions } from "../../make/draw.ts";

/** A session that is open, from its drawing. */
export async function openDrawing(drawing: string, options?: DrawOptions): Promise<OpenedSession> {
  return await openSession(new Blob([draw(drawing, options)]));
}

/** Row of a drawn name: of a repeated one the last. */
export function rowIn(session: OpenedSession, name: string): number {
  return session.rowOf(name);
}

export function idsOf(session: OpenedSession, rows: ArrayLike<number>): string[] {
  return Array.from(rows, (row) => session.index.id(row));
}
