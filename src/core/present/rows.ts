import { roleOf } from "../messages/roles.ts";
import { FLAG } from "../session/facts.ts";
import { fateOf } from "../session/fates.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Row, Tone } from "../view/row.ts";

/** Pi's wording of an entry, as its tree shows it. */
export interface Wording {
  readonly lead: string;
  readonly text: string;
  readonly tone: Tone;
}

/** Wording of an entry (Pi: TreeList.getEntryDisplayText). A tool result is worded by the call it answers on its own path. */
export function rowWording(index: SessionIndex, row: number): Wording {
  const preview = index.columns.previews.text(row);
  const kind = index.kind(row);
  if (index.isResult(row)) {
    const title = index.callTitle(row) ?? (index.tool(row) || "tool");
    return { lead: "", text: `[${title}]`, tone: "tool" };
  }
  if (index.type(row) !== "message") return { lead: kind.lead, text: preview, tone: kind.tone };
  const { lead, tone } = roleOf({ role: index.role(row) });
  return { lead, text: preview, tone };
}

/** Rows for the page, in the order asked for, with their fates at the point (a row; null for before any entry). */
export function rowsOf(session: OpenedSession, rows: ArrayLike<number>, point: number | null): Row[] {
  const { index } = session;
  const passes = session.passes(point ?? -1);
  const { columns } = index;
  return Array.from(rows, (row) => {
    const time = columns.time.at(row);
    const id = columns.id.at(row);
    return {
      row,
      id: index.id(row),
      ...rowWording(index, row),
      label: index.label(row),
      fate: fateOf(index, passes, row),
      tokens: columns.tokens.at(row),
      time: Number.isNaN(time) ? null : time,
      error: index.has(row, FLAG.error),
      problems: session.problemsOf(row).length,
      shadowed: !index.hasNoId(row) && index.relations.rowOfId[id] !== row,
      leaf: row === index.leaf,
    };
  });
}
