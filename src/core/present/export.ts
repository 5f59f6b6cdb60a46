import { field, isObject } from "../../lib/json.ts";

import { CURRENT_VERSION, effectiveVersion } from "../format/header.ts";
import { roleOf } from "../messages/roles.ts";
import type { Passes } from "../session/passes.ts";
import { projectedRows, projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import { passesAt } from "./at.ts";
import { batches } from "./batches.ts";
import { BranchLines } from "./branch-lines.ts";
import { addedEntries } from "./branch-names.ts";
import { ExportError, JsonArrayWriter, jsonText, newSessionId } from "./json-writer.ts";

/**
 * The messages of the context at a point (a row; null for before any entry) as a pretty-printed JSON array: those that
 * buildSessionContext returns, or what convertToLlm makes of them. Parsed, it is exactly those messages, but for what JSON
 * cannot say: a field that is undefined is left out, and NaN (the time of an entry without a valid one) is null. What is nested too deep for JSON.stringify is written without indentation.
 *
 * @throws RangeError for a row that is not there; ExportError for a message beyond the longest text there can be; DOMException
 *   NotReadableError when the file has changed.
 */
export async function exportMessages(
  session: OpenedSession,
  form: "projected" | "sent",
  point: number | null,
): Promise<Blob> {
  const { index, bodies } = session;
  const passes = passesAt(session, point);
  const writer = new JsonArrayWriter();
  for (const batch of batches(index, projectedRows(index, passes))) {
    for (const { row, messages } of await projectRows(index, bodies, passes, batch)) {
      for (const message of messages) {
        const shown = form === "sent" ? roleOf(message).toLlm(message) : message;
        if (form === "projected" || shown !== undefined) writer.add(shown, `A message of entry ${index.id(row)}`);
      }
    }
  }
  return writer.end();
}

/**
 * The branch to a point as a session file of its own, which Pi opens with the same context and the same token estimate at its
 * leaf: a new header (the fields of the old one, version 3, a new id, the present time, `parentSession` the name of this file), then the
 * entries of the path. Entries of version 3 are parts of the file as they are; older ones are migrated. Labels and the session
 * name that other branches set are added at the end (Pi: createBranchedSession), where that changes nothing else.
 *
 * @throws RangeError for a row that is not there; ExportError for a path that no file can hold; DOMException NotReadableError
 *   when the file has changed.
 */
export async function exportBranch(session: OpenedSession, point: number | null, fileName: string): Promise<Blob> {
  const { index, bodies } = session;
  const passes = passesAt(session, point);
  assertExportable(session, passes);
  const lines = new BranchLines(session);
  lines.add(headerLine(session, fileName));
  const migrated = effectiveVersion(index.builder.version) < CURRENT_VERSION;
  const ends = new Set([passes.path[0], passes.path.at(-1)]);
  for (const batch of batches(index, passes.path)) {
    const entries = migrated ? await bodies.entries(batch) : [];
    for (const [at, row] of batch.entries()) {
      const stored = migrated || !ends.has(row) ? entries[at] : await bodies.entry(row);
      const entry = branchEntry(session, passes, row, stored);
      if (!migrated && entry === stored) lines.addStored(row);
      else lines.add(jsonText(entry));
    }
  }
  for (const entry of addedEntries(session, passes)) lines.add(jsonText(entry));
  return lines.end();
}

/**
 * An entry as it stands in the branch: itself, but for its ends. The first becomes the root, whatever parent it has: one that
 * is not in the file, no text, or part of a loop. The last is Pi's leaf, which by an id that is null would be no
 * entry, and by none at all one whose usage does not count.
 */
function branchEntry(session: OpenedSession, passes: Passes, row: number, entry: unknown): unknown {
  const { index } = session;
  if (!isObject(entry)) {
    // Version 1 chains every line, also one that holds a bare value: it gets an entry around it, to hang in the chain.
    if (effectiveVersion(index.builder.version) > 1) return entry;
    return { type: "value", id: index.id(row), parentId: row === 0 ? null : index.id(row - 1), value: entry };
  }
  const root = row === passes.path[0] && field(entry, "parentId") !== null ? { parentId: null } : {};
  const leaf = row === passes.point && !field(entry, "id") ? { id: newSessionId() } : {};
  const changes = { ...root, ...leaf };
  return Object.keys(changes).length === 0 ? entry : { ...entry, ...changes };
}

function headerLine(session: OpenedSession, fileName: string): string {
  const {
    type: _type,
    version: _version,
    id: _id,
    timestamp: _timestamp,
    ...rest
  } = session.index.builder.header ?? {};
  const fresh = { type: "session", version: CURRENT_VERSION, id: newSessionId(), timestamp: new Date().toISOString() };
  return jsonText({ ...fresh, ...rest, parentSession: fileName });
}

/**
 * A later line may repeat the id of the point and stand above it at the same time: read again, the path would run in a circle.
 * An edit may name a point by an id that Pi takes for none, and that must get another. Pi never comes to such points.
 */
function assertExportable(session: OpenedSession, passes: Passes): void {
  const { index } = session;
  const { point } = passes;
  if (point === -1) return;
  const last = index.relations.rowOfId[index.columns.id.at(point)]!;
  if (last !== point && passes.pathIndex[last] !== -1) {
    const lines = `lines ${index.columns.line.at(last)} and ${index.columns.line.at(point)}`;
    throw new ExportError(
      `The id ${index.id(point)} comes twice on this path, on ${lines}: no session file can hold it.`,
    );
  }
  if (index.hasNoId(point) && passes.edits.has(point)) {
    throw new ExportError(
      "An edit names this entry by an id that no other program can find: no session file can hold it.",
    );
  }
}
