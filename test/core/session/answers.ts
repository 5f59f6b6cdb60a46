import { sessionInfo } from "../../../src/core/present/info.ts";
import { minimapOf } from "../../../src/core/present/minimap.ts";
import { rowsOf } from "../../../src/core/present/rows.ts";
import { treeView } from "../../../src/core/present/tree.ts";
import { saveIndex, type SavedIndex } from "../../../src/core/session/saved.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";

/** Everything a session says without reading a line again, at its leaf and at a few other points. */
export function answersOf(session: OpenedSession): { readonly [question: string]: unknown } {
  const { index } = session;
  const ids = session.ids();
  const all = Array.from({ length: index.count }, (_, row) => row);
  const points = [null, ...new Set([0, index.count >> 1, index.leaf].filter((row) => row >= 0))];
  return {
    ids,
    header: session.header,
    sourceVersion: session.sourceVersion,
    problems: session.problems,
    leafId: session.leafId,
    name: session.name,
    labels: all.map((row) => index.label(row)),
    roots: session.roots(),
    parents: all.map((row) => index.parent(row)),
    children: all.map((row) => Array.from(index.children(row))),
    usage: session.usageTotals(),
    info: sessionInfo(session, "a.jsonl", "parsed"),
    spans: all.map((row) => [index.columns.offset.at(row), index.columns.length.at(row), index.columns.line.at(row)]),
    at: points.map((point) => ({
      context: Array.from(session.passes(point ?? -1).selected),
      edits: [...session.passes(point ?? -1).edits],
      rows: rowsOf(session, all, point),
      tree: treeView(session, { filter: "default", query: "", folded: [], point }),
      map: minimapOf(session, 8, point),
    })),
  };
}

/** What is stored of a session, as it comes back from the storage. */
export async function stored(session: OpenedSession): Promise<SavedIndex> {
  return structuredClone(await saveIndex(session));
}
