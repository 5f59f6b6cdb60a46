import { asString, field } from "../../lib/json.ts";
import { effectiveVersion } from "../session/index-builder.ts";
import { CURRENT_VERSION } from "../format/header.ts";
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
 * buildSessionContext returns, or what convertToLlm makes of them. Parsed, it is exactly those messages, but that JSON has no
 * `undefined`: such a field is left out. What is nested too deep for JSON.stringify is written without indentation.
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
  const passes = passesAt(session, point);
  assertUniqueIds(session, passes);
  const lines = new BranchLines(session);
  lines.add(headerLine(session, fileName));
  const migrated = effectiveVersion(session.index.builder.version) < CURRENT_VERSION;
  await addRoot(session, passes, lines, migrated);
  const rest = passes.path.subarray(1);
  if (migrated) {
    for (const batch of batches(session.index, rest)) {
      for (const entry of await session.bodies.entries(batch)) lines.add(jsonText(entry));
    }
  } else {
    for (const row of rest) lines.addStored(row);
  }
  for (const entry of addedEntries(session, passes)) lines.add(jsonText(entry));
  return lines.end();
}

/** The first entry of the path. It becomes the root: a parent that is not in the file, no text, or part of a loop is dropped. */
async function addRoot(session: OpenedSession, passes: Passes, lines: BranchLines, migrated: boolean): Promise<void> {
  const row = passes.path[0];
  if (row === undefined) return;
  const entry = await session.bodies.entry(row);
  const isRoot = typeof entry !== "object" || entry === null || field(entry, "parentId") === null;
  if (isRoot && !migrated) lines.addStored(row);
  else lines.add(jsonText(isRoot ? entry : { ...entry, parentId: null }));
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
  return jsonText({ ...fresh, ...rest, parentSession: asString(fileName) });
}

/**
 * A later line may repeat the id of the point and stand above it at the same time: read again, the path would run in a circle.
 * Pi never comes to such a point.
 */
function assertUniqueIds(session: OpenedSession, passes: Passes): void {
  const { index } = session;
  const { point } = passes;
  if (point === -1) return;
  const last = index.relations.rowOfId[index.columns.id.at(point)]!;
  if (last === point || passes.pathIndex[last] === -1) return;
  throw new ExportError(
    `The id ${index.id(point)} comes twice on this path, on lines ${index.columns.line.at(last)} and ${index.columns.line.at(point)}: no session file can hold it.`,
  );
}
