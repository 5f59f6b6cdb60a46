import type { Signal } from "@preact/signals";
import type { HTMLAttributes, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatCount } from "../../lib/figures.ts";
import { growth } from "../../state/cells.ts";
import { showRequest } from "../../state/growth.ts";
import { isPlainKey, listMove, useKeptFocus } from "../list/kept-focus.ts";
import { useRowHeight } from "../list/row-height.ts";
import { hasSelectedText } from "../list/selected-text.ts";
import { VirtualList, type ListHandle } from "../list/VirtualList.tsx";
import type { Shown } from "./series.ts";
import { Legend } from "./Legend.tsx";
import { readingOf } from "./readings.ts";
import { columnsOf, orderOf, type Column, type Order } from "./table-order.ts";

interface TableProps {
  readonly shown: Shown;
  readonly cursor: Signal<number | null>;
}

/** The same requests as a table, to be read, sorted and pressed. */
export function GrowthTable({ shown, cursor }: TableProps): JSX.Element {
  const [sorting, setSorting] = useState<Order | null>(null);
  const columns = useMemo(() => columnsOf(shown), [shown]);
  const order = useMemo(() => orderOf(shown, sorting), [shown, sorting]);
  const at = growth.value?.at ?? -1;
  const list = useRef<ListHandle | null>(null);
  const height = useRowHeight();
  const [active, setActive] = useState(0);
  const attributes = useTableEvents({ shown, order, active, setActive, list, height, cursor });
  useEffect(() => {
    const index = Math.max(0, order.indexOf(at));
    setActive(index);
    list.current?.scrollTo(index, "nearest");
  }, [order, at]);
  return (
    <>
      <Legend shown={shown} />
      <div class="growth-table" role="grid" aria-label="Requests of the branch" aria-rowcount={shown.series.count + 1}>
        <Head columns={columns} sorting={sorting} onSort={setSorting} />
        <VirtualList
          class="growth-rows"
          count={order.length}
          heights={height}
          pinned={active}
          handle={list}
          attributes={attributes}
          render={(index, away) => {
            const request = order[index] ?? 0;
            return (
              <div
                class={`growth-row${away ? " list-away" : ""}`}
                role="row"
                data-row={index}
                data-away={away || undefined}
                aria-rowindex={index + 2}
                aria-current={request === at ? "location" : undefined}
                data-read={request === cursor.value || undefined}
                tabIndex={index === active ? 0 : -1}
              >
                <Cells columns={columns} shown={shown} request={request} />
              </div>
            );
          }}
        />
      </div>
    </>
  );
}

interface HeadProps {
  readonly columns: readonly Column[];
  readonly sorting: Order | null;
  readonly onSort: (sorting: Order | null) => void;
}

/** The largest first, then the smallest, then as they came. */
function Head({ columns, sorting, onSort }: HeadProps): JSX.Element {
  return (
    <div class="growth-row growth-row-head" role="row" aria-rowindex={1}>
      {columns.map((column) => {
        const { name, title, about } = column;
        const down = sorting?.column === column ? sorting.down : null;
        return (
          <span
            key={title}
            role="columnheader"
            class={`growth-cell-${name}`}
            aria-sort={down === null ? undefined : down ? "descending" : "ascending"}
          >
            <button
              type="button"
              title={about}
              onClick={() => onSort(down === null ? { column, down: true } : down ? { column, down: false } : null)}
            >
              {title}
            </button>
          </span>
        );
      })}
    </div>
  );
}

interface CellsProps {
  readonly columns: readonly Column[];
  readonly shown: Shown;
  readonly request: number;
}

function Cells({ columns, shown, request }: CellsProps): JSX.Element {
  const reading = readingOf(shown.growth, shown.series, request);
  return (
    <>
      {columns.map(({ name, title, words }) => (
        <span key={title} role="gridcell" class={`growth-cell-${name}`}>
          {words(reading)}
        </span>
      ))}
    </>
  );
}

interface TableEvents extends TableProps {
  readonly order: Int32Array;
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly list: { readonly current: ListHandle | null };
  readonly height: number;
}

function useTableEvents(events: TableEvents): HTMLAttributes<HTMLDivElement> {
  const { shown, order, active, setActive, list, height, cursor } = events;
  const focusRow = useKeptFocus(list);
  const rowAt = (target: EventTarget | null): number | null => {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
    return row === null ? null : Number(row.dataset["row"]);
  };
  const press = (index: number): void => {
    const row = shown.growth.rows[order[index] ?? -1];
    setActive(index);
    if (row !== undefined) showRequest(row);
  };
  return {
    role: "rowgroup",
    "aria-label": `${formatCount(order.length)} requests`,
    onKeyDown: (event) => {
      if (!isPlainKey(event)) return;
      const page = Math.floor((list.current?.element.clientHeight ?? 0) / height);
      const next = listMove(event.key, active, order.length, page);
      if (next === null && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      if (next === null) return press(active);
      focusRow();
      setActive(next);
      cursor.value = order[next] ?? null;
      list.current?.scrollTo(next, "nearest");
    },
    onPointerOver: (event) => {
      const index = rowAt(event.target);
      cursor.value = index === null ? null : (order[index] ?? null);
    },
    onPointerLeave: () => {
      cursor.value = null;
    },
    onClick: (event) => {
      const index = rowAt(event.target);
      if (index !== null && !hasSelectedText(event.currentTarget)) press(index);
    },
  };
}
