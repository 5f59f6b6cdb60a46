import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { GROWTH_KINDS, type Growth } from "../view/growth.ts";
import { assertRow } from "./at.ts";
import { branchThrough } from "./step.ts";

/**
 * The model requests of the branch through a point (a row; null for before any entry: the branch of Pi's leaf), with the size of
 * the context of each. Every array is made anew.
 *
 * @throws RangeError for a row that is not there.
 */
export async function growthOf(session: OpenedSession, point: number | null): Promise<Growth> {
  const { index } = session;
  if (point !== null) assertRow(session, point);
  const path = branchThrough(index, point ?? -1);
  const rows = path.filter((row) => isAnswer(index, row)).slice();
  const end = point === null ? -1 : path.indexOf(point);
  const none = (): Float32Array<ArrayBuffer> => new Float32Array(rows.length).fill(NaN);
  return {
    rows,
    times: Float64Array.from(rows, (row) => index.columns.time.at(row)),
    kinds: GROWTH_KINDS.map(() => new Uint32Array(rows.length)),
    input: none(),
    output: none(),
    cacheRead: none(),
    cacheWrite: none(),
    cost: new Float64Array(rows.length).fill(NaN),
    marks: new Uint8Array(rows.length),
    at: path.subarray(0, end + 1).filter((row) => isAnswer(index, row)).length - 1,
  };
}

function isAnswer(index: SessionIndex, row: number): boolean {
  return index.type(row) === "message" && index.role(row) === "assistant";
}
