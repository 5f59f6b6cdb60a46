import type { TableCell } from "../../core/view/report.ts";

export interface Sorting {
  readonly column: number;
  /** From the largest down. */
  readonly down: boolean;
}

/** Rows by one of their columns, equal ones in their order; what has nothing there comes last. */
export function sortedRows(
  rows: readonly (readonly TableCell[])[],
  sorting: Sorting | null,
): readonly (readonly TableCell[])[] {
  if (sorting === null) return rows;
  const { column, down } = sorting;
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a[column]), valueOf(b[column])];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const order = compare(one, other);
    return down ? -order : order;
  });
}

const collator = new Intl.Collator("en", { numeric: true });

function compare(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

function valueOf(cell: TableCell | undefined): number | string | null {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === "number") return cell;
  const text = cell.map((part) => (typeof part === "string" ? part : part.text)).join("");
  return text === "" ? null : text;
}
