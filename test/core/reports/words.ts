import type { Sentence } from "../../../src/core/view/ref.ts";
import type { Report, TableCell, TablePart } from "../../../src/core/view/report.ts";

/** A sentence as it is read, links as their words; a figure as it is. */
export function said(cell: Sentence | TableCell | undefined): string {
  if (cell === undefined || cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return cell.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

/** The tables of a report, in order; those in sides of others too. */
export function tablesOf(report: Report): TablePart[] {
  return report.sections.flatMap(({ parts }) =>
    parts
      .flatMap((part) => (part.kind === "beside" ? part.sides.flatMap((side) => side.parts) : [part]))
      .filter((part) => part.kind === "table"),
  );
}
