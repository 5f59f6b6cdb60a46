import { formatAmount, formatTokens } from "../../lib/figures.ts";
import { assertRow, passesAt } from "../present/at.ts";
import { branchThrough } from "../present/step.ts";
import { FLAG } from "../session/facts.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import { fileState } from "./file-state.ts";
import { carriedCounts, type Carried } from "./tokens-carried.ts";

/**
 * What an entry was in the course of the session, a sentence each: how many requests carried it, and what became of the
 * files it is about. Asked for apart from the entry, since it looks at a whole branch.
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed, AbortError once `signal`
 * aborts.
 */
export async function entryStory(
  session: OpenedSession,
  row: number,
  point: number | null,
  signal: AbortSignal,
): Promise<Sentence[]> {
  assertRow(session, row);
  const passes = passesAt(session, point);
  const file = await fileState(session, passes, row, signal);
  return [...carriedWords(session, passes, row), ...(file === null ? [] : [file])];
}

const counted = new WeakMap<Passes, Carried>();

/** By passes, since one point is asked about many times. */
function carriedAt({ index }: OpenedSession, passes: Passes): Carried {
  let found = counted.get(passes);
  if (found === undefined) counted.set(passes, (found = carriedCounts(index, passes.path)));
  return found;
}

function carriedWords(session: OpenedSession, passes: Passes, row: number): Sentence[] {
  const { index } = session;
  if (!index.has(row, FLAG.message)) return [];
  const isOnPath = passes.pathIndex[row] !== -1;
  const path = isOnPath ? passes.path : branchThrough(index, row);
  const carried = isOnPath ? carriedAt(session, passes) : carriedCounts(index, path);
  const at = isOnPath ? passes.pathIndex[row]! : path.indexOf(row);
  if (at === -1 || carried.requests === 0) return [];
  const requests = carried.stored[at]!;
  let others = 0;
  for (const amount of carried.edited.get(row)?.values() ?? []) others += amount;
  const where = isOnPath ? " up to the point" : " of its own branch";
  if (requests + others === 0) return [[`No request${where} was made with it.`]];
  const each = index.columns.tokens.at(row);
  const size = each > 0 ? `, ~${formatTokens(each)} ${each === 1 ? "token" : "tokens"} each` : "";
  const parts = [
    ...(requests > 0 ? [`in the context of ${formatAmount(requests, "request")}${where}${size}`] : []),
    ...(others > 0 ? [`with other content in that of ${formatAmount(others, "request")}`] : []),
  ];
  return [[`It was ${parts.join(", ")}.`]];
}
