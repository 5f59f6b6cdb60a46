import { TABLE_ROWS, type TableCell, type TableColumn, type TablePart } from "../view/report.ts";

/** A table of the first rows there is room for; how many more there are is said. */
export function table(
  label: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  totals?: readonly TableCell[],
): TablePart {
  const left = rows.length - TABLE_ROWS;
  return {
    kind: "table",
    label,
    columns,
    rows: rows.slice(0, TABLE_ROWS),
    ...(totals !== undefined && { totals }),
    ...(left > 0 && { left }),
  };
}
