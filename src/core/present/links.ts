import { contentList } from "../messages/content.ts";
import { asString, field } from "../../lib/json.ts";
import { isToolCall, readCall } from "../messages/blocks/tool-call.ts";
import type { BlockContext } from "../messages/role.ts";
import { resultOfCall } from "../session/pairing.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Place } from "../view/block.ts";
import type { Ref } from "../view/ref.ts";
import { refAs, refTo } from "./refs.ts";

/** What drawing an entry, or a message of it, may ask of the session around: the results of its calls, the path's own first. */
export function blockContext(
  session: OpenedSession,
  passes: Passes,
  row: number,
  place: Place,
  calls: readonly number[] = callsOf(session.index, row),
): BlockContext {
  return {
    place,
    resultOf(nth) {
      const call = calls[nth] ?? -1;
      const result = call === -1 ? -1 : resultOfCall(session.index.pairing, call, (at) => passes.pathIndex[at] !== -1);
      return result === -1 ? null : refTo(session, result);
    },
    call: callRef(session, row),
  };
}

/** The tool calls of an entry, as indices into the call columns. */
export function callsOf(index: SessionIndex, row: number): number[] {
  const { callStart } = index.pairing;
  const start = callStart[row]!;
  return Array.from({ length: callStart[row + 1]! - start }, (_, nth) => start + nth);
}

/** The calls of an edited message: those of the stored message with the same ids; -1 for one that is new. */
export function callsOfEdited(index: SessionIndex, row: number, message: unknown): number[] {
  const left = callsOf(index, row);
  return contentList(field(message, "content"))
    .filter(isToolCall)
    .map((block) => {
      const id = index.columns.callIds.find(asString(readCall(block).id) ?? "");
      const at = left.findIndex((call) => index.columns.callId.at(call) === id);
      return at === -1 ? -1 : left.splice(at, 1)[0]!;
    });
}

/** The call a tool result answers on its own path, in the call's words; null for none. */
export function callRef(session: OpenedSession, row: number): Ref | null {
  const { pairing, columns } = session.index;
  const call = pairing.callOfResult[row]!;
  return call === -1 ? null : refAs(session, columns.callRow.at(call), `[${columns.callTitles.text(call)}]`);
}
