import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TableCell, TableColumn, TablePart, Unit } from "../../core/view/report.ts";
import {
  formatAmount,
  formatBytes,
  formatClock,
  formatCost,
  formatCount,
  formatIso,
  formatSpan,
  formatTokens,
} from "../../lib/figures.ts";
import { Words } from "../parts/Words.tsx";
import { sortedRows, type Sorting } from "./sorted-rows.ts";

const figures: Readonly<Record<Exclude<Unit, "words" | "share">, (value: number) => string>> = {
  count: formatCount,
  tokens: (value) => `~${formatTokens(value)}`,
  provider: formatTokens,
  cost: formatCost,
  ms: formatSpan,
  time: formatClock,
  bytes: formatBytes,
};

/** Rows drawn before more are asked for: drawing takes longer than working them out. */
const FIRST_ROWS = 60;

/** A table whose columns sort it: the largest figure first, then the smallest, then as it came. */
export function TableView({ part }: { readonly part: TablePart }): JSX.Element {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [most, setMost] = useState(FIRST_ROWS);
  const { label, rows, totals, left } = part;
  const rest = rows.length - most;
  const shown = filled(part);
  return (
    // A scrolled region must be reachable by key.
    <div class="report-table" tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {shown.map(([column, at]) => (
              <Head key={column.title} column={column} sorted={sorting?.column === at ? sorting.down : null}>
                <button type="button" title={column.about} onClick={() => setSorting(next(sorting, at, column))}>
                  {column.title}
                </button>
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortedRows(rows, sorting)
            .slice(0, most)
            .map((row, at) => (
              // Sorting moves all cells of a row: nothing in them has a state of its own.
              <tr key={at}>{cells(shown, row)}</tr>
            ))}
        </tbody>
        {totals !== undefined && (
          <tfoot>
            <tr>{cells(shown, totals)}</tr>
          </tfoot>
        )}
      </table>
      {rest > 0 && (
        <p class="report-left">
          <button type="button" class="parts-link" onClick={() => setMost(rows.length)}>
            Show {formatAmount(rest, "more row")}
          </button>
        </p>
      )}
      {rest <= 0 && left !== undefined && <p class="report-left">{formatAmount(left, "more row")} not shown</p>}
    </div>
  );
}

/** Words begin with the first of the alphabet, figures with the largest. */
function next(sorting: Sorting | null, column: number, { unit }: TableColumn): Sorting | null {
  const first = unit !== "words";
  if (sorting?.column !== column) return { column, down: first };
  return sorting.down === first ? { column, down: !first } : null;
}

interface HeadProps {
  readonly column: TableColumn;
  /** From the largest down, or up; null where another column sorts. */
  readonly sorted: boolean | null;
  readonly children: JSX.Element;
}

function Head({ column, sorted, children }: HeadProps): JSX.Element {
  const order = sorted === null ? undefined : sorted ? "descending" : "ascending";
  return (
    <th scope="col" class={column.unit === "words" ? undefined : "report-figure"} aria-sort={order}>
      {children}
    </th>
  );
}

type Placed = readonly [column: TableColumn, at: number];

/** Columns that hold anything, with their places: the others say nothing, and take room from those that do. */
function filled({ columns, rows, totals = [] }: TablePart): readonly Placed[] {
  const holds = (cell: TableCell | undefined): boolean =>
    typeof cell === "number" || (cell !== null && cell !== undefined && cell.length > 0);
  return columns
    .map((column, at): Placed => [column, at])
    .filter(([, at]) => rows.length === 0 || holds(totals[at]) || rows.some((row) => holds(row[at])));
}

function cells(columns: readonly Placed[], row: readonly TableCell[]): JSX.Element[] {
  return columns.map(([column, at]) => (
    <td key={column.title} class={column.unit === "words" ? undefined : "report-figure"}>
      <Cell unit={column.unit} value={row[at] ?? null} />
    </td>
  ));
}

function Cell({ unit, value }: { readonly unit: Unit; readonly value: TableCell }): JSX.Element | null {
  if (value === null) return null;
  if (typeof value !== "number") return <Words of={value} />;
  if (unit === "words") return <>{formatCount(value)}</>;
  if (unit === "share") return <Share of={value} />;
  const exact = unit === "time" ? formatIso(value) : unit === "cost" ? String(value) : formatCount(value);
  return <span title={exact}>{figures[unit](value)}</span>;
}

function Share({ of }: { readonly of: number }): JSX.Element {
  const percent = Math.min(100, Math.max(0, of * 100));
  return (
    <span class="report-share" title={`${percent.toFixed(2)} %`}>
      <i style={{ width: `${percent}%` }} />
      {percent > 0 && percent < 1 ? "<1" : Math.round(percent)} %
    </span>
  );
}
