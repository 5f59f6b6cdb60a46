import { kindOf } from "../entries/kinds.ts";
import { roleOf } from "../messages/roles.ts";
import { FLAG } from "../session/facts.ts";
import { shownId } from "../session/id-key.ts";
import type { IndexBuilder } from "../session/index-builder.ts";
import type { Row } from "../view/row.ts";

/** Most rows shown while the rest of a file is read. */
const PREVIEW_ROWS = 120;

/**
 * The first rows of a file that is still being read, in file order, as the default filter shows them. Relations are not known
 * yet: fates and labels come with the whole tree.
 */
export function previewRows(builder: IndexBuilder): Row[] {
  const { columns } = builder;
  const rows: Row[] = [];
  for (let row = 0; row < columns.count && rows.length < PREVIEW_ROWS; row++) {
    const type = columns.names.text(columns.type.at(row));
    const role = columns.names.text(columns.role.at(row));
    const kind = kindOf(type);
    const silent = role === "assistant" && (columns.flags.at(row) & (FLAG.text | FLAG.stopped)) === 0;
    if (kind.bookkeeping || type === "usage" || silent) continue;
    const { lead, tone } = type === "message" ? roleOf({ role }) : kind;
    const time = columns.time.at(row);
    rows.push({
      row,
      id: shownId(columns.ids.text(columns.id.at(row))) ?? `#${columns.line.at(row)}`,
      lead,
      text: role === "toolResult" ? `[${callTitle(builder, row)}]` : columns.previews.text(row),
      tone,
      label: undefined,
      fate: "in context",
      tokens: columns.tokens.at(row),
      time: Number.isNaN(time) ? null : time,
      error: (columns.flags.at(row) & FLAG.error) !== 0,
      problems: 0,
      shadowed: false,
      leaf: false,
    });
  }
  return rows;
}

function callTitle(builder: IndexBuilder, row: number): string {
  const { columns } = builder;
  const id = columns.target.at(row);
  for (let call = columns.callRow.length - 1; call >= 0; call--) {
    if (id !== -1 && columns.callId.at(call) === id && columns.callRow.at(call) < row)
      return columns.callTitles.text(call);
  }
  return columns.names.text(columns.tool.at(row)) || "tool";
}
