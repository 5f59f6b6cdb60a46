import { FLAG } from "../session/facts.ts";
import { shownId } from "../session/id-key.ts";
import { replacingEdit, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import { refTo } from "./refs.ts";

/** What a context edit on the path does at the point, in one or two sentences. */
export function editEffect(session: OpenedSession, passes: Passes, edit: number): Sentence {
  return ["An edit makes no message itself. ", ...effect(session, passes, edit)];
}

/** Said of a message that an edit names without changing it: Pi ignores the edit for its role, or fails on it. */
export function ignoredEdit(session: OpenedSession, passes: Passes, row: number): Sentence | undefined {
  const { index } = session;
  const edit = passes.edits.get(row);
  if (edit === undefined || index.has(edit, FLAG.omits) || replacingEdit(index, passes, row) !== -1) return undefined;
  if (index.has(edit, FLAG.brokenEdit)) {
    return ["The ", refTo(session, edit), " has no replacement: it changes nothing here, and Pi fails on it."];
  }
  return ["The ", refTo(session, edit), ` changes nothing: Pi ignores a replacement of ${messageName(session, row)}.`];
}

function effect(session: OpenedSession, passes: Passes, edit: number): Sentence {
  const { index } = session;
  const { compaction, pathIndex, keptFrom } = passes;
  const at = pathIndex[edit]!;
  if (compaction !== -1 && at < pathIndex[compaction]! && at < keptFrom) {
    return ["It lies before what the ", refTo(session, compaction), " kept, so it changes nothing here."];
  }
  const key = index.columns.target.at(edit);
  const target = key === -1 ? -1 : index.relations.rowOfId[key]!;
  if (target === -1) {
    const id = key === -1 ? undefined : shownId(index.columns.ids.text(key));
    return [id === undefined ? "It names no entry." : `Its target ${id.slice(0, 80)} is not in the file.`];
  }
  const deciding = passes.edits.get(target);
  if (deciding === undefined) return ["Its target, ", refTo(session, target), ", is not in this context."];
  if (deciding !== edit)
    return ["A later edit of ", refTo(session, target), " decides: the ", refTo(session, deciding), "."];
  if (!index.has(target, FLAG.message)) return ["Its target, ", refTo(session, target), ", makes no message either."];
  if (index.has(edit, FLAG.omits)) return ["It omits ", refTo(session, target), "."];
  if (index.has(edit, FLAG.brokenEdit)) return ["It has no replacement: it changes nothing here, and Pi fails on it."];
  if (replacingEdit(index, passes, target) !== -1) return ["It replaces the content of ", refTo(session, target), "."];
  return ["It changes nothing: Pi ignores a replacement of ", refTo(session, target), "."];
}

function messageName(session: OpenedSession, row: number): string {
  const { index } = session;
  const role = index.type(row) === "message" ? index.role(row) : "";
  if (role !== "") return `a message of role ${role.slice(0, 80)}`;
  return index.type(row) === "message" ? "a message without a role" : `an entry of type ${index.type(row)}`;
}
