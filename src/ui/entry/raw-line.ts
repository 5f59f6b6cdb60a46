import { signal } from "@preact/signals";
import { select, showRight } from "../../state/actions.ts";
import { generation } from "../../state/cells.ts";

/** A line of the file that is no entry, opened to be read as it is stored. */
export interface RawLine {
  readonly line: number;
  /** The opening it belongs to. */
  readonly generation: number;
}

export const rawLine = signal<RawLine | null>(null);

/** Goes to a line: to its entry, or where it has none to the line as stored. */
export function openLine(row: number | null, line: number): void {
  if (row === null) {
    select(null);
    rawLine.value = { line, generation: generation.peek() };
    showRight("raw");
    return;
  }
  rawLine.value = null;
  select(row);
}
