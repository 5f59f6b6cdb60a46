import { asString } from "../../lib/json.ts";
import { shownId } from "../session/id-key.ts";
import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { EntryView } from "../view/context.ts";
import type { Ref, Sentence } from "../view/ref.ts";
import { assertRow, passesAt } from "./at.ts";
import { problemsOnLine } from "./line-problems.ts";
import { blockContext, callRef, readRelated } from "./links.ts";
import { refTo } from "./refs.ts";
import { timeOfRow } from "./times.ts";
import { enriched } from "./rich.ts";
import { rowWording } from "./rows.ts";
import { hasMissingParent, isShadowed, why } from "./why.ts";

/** Most children that are named. */
const MAX_CHILDREN = 20;

/**
 * Everything about one entry, its fate taken at a point (a row; null for before any entry).
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed.
 */
export async function entryView(session: OpenedSession, row: number, point: number | null): Promise<EntryView> {
  assertRow(session, row);
  const passes = passesAt(session, point);
  const { index } = session;
  const { columns } = index;
  const [entry, related] = await Promise.all([session.bodies.entry(row), readRelated(session, passes, [row])]);
  const kind = index.kind(row);
  const { lead, text, tone } = rowWording(index, row);
  const fate = fateOf(index, passes, row);
  const line = columns.line.at(row);
  return {
    row,
    id: index.id(row),
    type: index.type(row),
    role: index.role(row) || undefined,
    title: `${lead} ${text}`.trim(),
    tone,
    line,
    offset: columns.offset.at(row),
    bytes: columns.length.at(row),
    time: timeOfRow(index, row),
    label: index.label(row),
    fate,
    why: why(session, passes, row, fate),
    tokens: columns.tokens.at(row),
    parent: parentOf(session, row),
    children: Array.from(index.children(row).subarray(0, MAX_CHILDREN), (child) => refTo(session, child)),
    childCount: index.childCount(row),
    fields: [...linked(session, row, kind.fields(entry)), ...relations(session, passes, row)],
    blocks: enriched([
      kind.blocks(entry, blockContext(session, passes, row, { row, path: [] }, undefined, related)),
    ])[0]!,
    problems: problemsOnLine(session, line),
  };
}

type Fields = { name: string; value: Sentence }[];

function parentOf(session: OpenedSession, row: number): EntryView["parent"] {
  const { index } = session;
  if (hasMissingParent(index, row)) return { missing: index.missingParent(row) };
  const parent = index.parent(row);
  return parent === -1 ? null : refTo(session, parent);
}

/** Facts of the entry's kind; the id of the entry it points to becomes a link, or says that there is no such entry. */
function linked(session: OpenedSession, row: number, fields: Fields): Fields {
  const { index } = session;
  const id = targetId(index, row);
  if (id === undefined) return fields;
  const target = index.relations.rowOfId[index.columns.target.at(row)]!;
  const value: Sentence = target === -1 ? [id, " (not in the file)"] : [refTo(session, target)];
  return fields.map((fact) => (fact.value.length === 1 && asString(fact.value[0]) === id ? { ...fact, value } : fact));
}

/** Id, as shown, of the entry that an edit, label, compaction or branch summary points to. */
function targetId(index: SessionIndex, row: number): string | undefined {
  const key = index.columns.target.at(row);
  // For a tool result the column holds a call.
  return key === -1 || index.isResult(row) ? undefined : shownId(index.columns.ids.text(key));
}

/** What other lines say of the entry. */
function relations(session: OpenedSession, passes: Passes, row: number): Fields {
  const { index } = session;
  const fields: Fields = [];
  const add = (name: string, ref: Ref | undefined, ...after: Sentence): void => {
    if (ref !== undefined) fields.push({ name, value: [ref, ...after] });
  };
  const call = callRef(session, row);
  if (call !== null) add("Answers", call);
  const edit = passes.edits.get(row);
  if (edit !== undefined) add("Edited by", refTo(session, edit));
  if (isShadowed(index, row)) {
    const last = index.relations.rowOfId[index.columns.id.at(row)]!;
    add("Same id", refTo(session, last), ` on line ${index.columns.line.at(last)}, which takes its place`);
  }
  return fields;
}
