import { ints } from "../../lib/growing.ts";
import type { Columns } from "./columns.ts";
import type { Relations } from "./relations.ts";

/**
 * Which tool call each tool result answers: the nearest earlier call with its id on its own path, first in first out when
 * one message repeats an id. Providers number calls per turn, so a map over the whole file would pair the wrong ones.
 */
export interface Pairing {
  /** For each row, the call it answers (an index into the call columns), or -1. */
  readonly callOfResult: Int32Array<ArrayBuffer>;
  /** For each call, the first result that answers it, or -1; further results, on other branches or repeated, follow. */
  readonly firstResult: Int32Array<ArrayBuffer>;
  readonly nextResult: Int32Array<ArrayBuffer>;
  /** First call of each row: calls of row r are `callStart[r]` up to `callStart[r + 1]`. */
  readonly callStart: Int32Array<ArrayBuffer>;
}

/** Steps up the tree for all results together: beyond it (only in made-up files) results stay unpaired. */
const MAX_STEPS = 50_000_000;

export function pairCalls(columns: Columns, relations: Relations, isResult: (row: number) => boolean): Pairing {
  const count = columns.count;
  const calls = columns.callRow.length;
  const callStart = ints(count + 1);
  const callRow = columns.callRow.array;
  for (let call = 0; call < calls; call++) callStart[callRow[call]! + 1]! += 1;
  for (let row = 0; row < count; row++) callStart[row + 1]! += callStart[row]!;
  const called = new Uint8Array(columns.callIds.size);
  for (let call = 0; call < calls; call++) called[columns.callId.at(call)] = 1;
  const pairing = {
    callOfResult: ints(count).fill(-1),
    firstResult: ints(calls).fill(-1),
    nextResult: ints(count).fill(-1),
    callStart,
  };
  const tail = ints(calls).fill(-1);
  let steps = 0;
  const target = columns.target.array;
  for (let row = 0; row < count; row++) {
    const id = target[row]!;
    if (id === -1 || !isResult(row) || called[id] === 0) continue;
    const found = nearestCall(row, id, columns, relations, callStart, isResult, MAX_STEPS - steps);
    steps += found.steps;
    if (found.call === -1) continue;
    pairing.callOfResult[row] = found.call;
    const before = tail[found.call]!;
    if (before === -1) pairing.firstResult[found.call] = row;
    else pairing.nextResult[before] = row;
    tail[found.call] = row;
  }
  return pairing;
}

function nearestCall(
  row: number,
  id: number,
  columns: Columns,
  relations: Relations,
  callStart: Int32Array<ArrayBuffer>,
  isResult: (row: number) => boolean,
  maxSteps: number,
): { call: number; steps: number } {
  let answered = 0;
  let steps = 0;
  for (let at = relations.parent[row]!; at !== -1 && at !== row && steps < maxSteps; steps++) {
    if (isResult(at)) answered += columns.target.at(at) === id ? 1 : 0;
    let last = -1;
    let skip = answered;
    for (let call = callStart[at]!; call < callStart[at + 1]!; call++) {
      if (columns.callId.at(call) !== id) continue;
      last = call;
      if (skip-- === 0) return { call, steps };
    }
    if (last !== -1) return { call: last, steps };
    const above = relations.parent[at]!;
    if (above === at || steps > columns.count) break; // a self-parent, or a loop
    at = above;
  }
  return { call: -1, steps };
}

/** The result of a call that lies on a path, else the first one anywhere; -1 for none. */
export function resultOfCall(pairing: Pairing, call: number, onPath: (row: number) => boolean): number {
  const first = pairing.firstResult[call]!;
  for (let row = first; row !== -1; row = pairing.nextResult[row]!) if (onPath(row)) return row;
  return first;
}
