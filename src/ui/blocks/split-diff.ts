import type { DiffLine } from "../../core/view/tool-block.ts";

/** One row of two columns: what was there and what came. A gap has both sides the same. */
export interface DiffRow {
  readonly before: DiffLine | undefined;
  readonly after: DiffLine | undefined;
}

/** Lines of a unified diff as rows of two columns: lines removed and then added stand beside each other. */
export function splitDiff(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  for (let at = 0; at < lines.length;) {
    const removed = runFrom(lines, at, "removed");
    const added = runFrom(lines, at + removed.length, "added");
    for (let i = 0; i < Math.max(removed.length, added.length); i++) rows.push({ before: removed[i], after: added[i] });
    at += removed.length + added.length;
    const line = lines[at];
    if (line === undefined || line.mark === "removed" || line.mark === "added") continue;
    rows.push({ before: line, after: line });
    at += 1;
  }
  return rows;
}

function runFrom(lines: readonly DiffLine[], from: number, mark: DiffLine["mark"]): DiffLine[] {
  let end = from;
  while (lines[end]?.mark === mark) end += 1;
  return lines.slice(from, end);
}
