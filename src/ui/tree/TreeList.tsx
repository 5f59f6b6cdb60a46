import { useSignal, type Signal } from "@preact/signals";
import type { HTMLAttributes, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { MARK, type ShownTree, type TreeView } from "../../core/view/row.ts";
import { formatCount } from "../../lib/figures.ts";
import { Heights } from "../../lib/heights.ts";
import { select, setPoint, showNarrow, toggleFold } from "../../state/actions.ts";
import { generation, info, point, selection } from "../../state/cells.ts";
import { isPlainKey, useKeptFocus } from "../list/kept-focus.ts";
import { usePainted } from "../list/painted.ts";
import { usePerView } from "../list/per-view.ts";
import { useRowHeight } from "../list/row-height.ts";
import { hasSelectedText } from "../list/selected-text.ts";
import type { Place } from "../list/shape.ts";
import { VirtualList, type ListHandle } from "../list/VirtualList.tsx";
import { Minimap, type Span } from "./Minimap.tsx";
import { treeMove } from "./tree-keys.ts";
import { TreeRow } from "./TreeRow.tsx";
import { TreeRows } from "./tree-rows.ts";

interface Kept {
  place: Place;
  generation: number;
  /** What the tree last scrolled to. */
  chosen: number | null;
  shown: boolean;
}

/** Where the tree stood when the file order took its place. */
const kept: Kept = { place: { index: 0, offset: 0 }, generation: -1, chosen: null, shown: false };

/** The first of the rows no root reaches, which come last of all; -1 for none. */
function apartFrom({ marks }: TreeView): number {
  let first = marks.length;
  while (((marks[first - 1] ?? 0) & MARK.loop) !== 0) first -= 1;
  return first === marks.length ? -1 : first;
}

/** The visible rows of the tree, and the map of the file beside them. */
export function TreeList({ view }: { readonly view: ShownTree }): JSX.Element {
  const list = useRef<ListHandle | null>(null);
  const height = useRowHeight();
  const apart = useMemo(() => apartFrom(view), [view]);
  // Rows are of one height, but for one with a heading.
  const heights = useMemo(
    () => (apart < 0 ? height : new Heights(view.rows.length, (index) => (index === apart ? 2 * height : height))),
    [view, apart, height],
  );
  const hovered = useSignal(-1);
  const seen = useSignal<Span | null>(null);
  const rows = useRows(view);
  const { chosen, active } = useActive(view, list);
  const painted = rows.get(list.current?.seen().first ?? kept.place.index) !== undefined;
  usePainted("session:rows", painted);
  usePainted("session:tree", painted);
  const count = view.rows.length;
  return (
    <div class="tree-body">
      <Minimap seen={seen} onGo={(row) => list.current?.scrollTo(nearestIndex(view.rows, row), "center")} />
      <VirtualList
        class="tree-list"
        count={count}
        heights={heights}
        keys={view.rows}
        pinned={active}
        handle={list}
        place={kept.place}
        onSeen={(now, drawn) => {
          rows.windows.need(drawn.first, drawn.end);
          seen.value = spanOf(view.rows, now.first, now.last, seen.peek());
        }}
        attributes={useTreeEvents(view, active, list, height, hovered)}
        render={(index, away) => {
          const entry = view.rows[index] ?? -1;
          return (
            <TreeRow
              index={index}
              count={count}
              entry={entry}
              row={rows.get(index)}
              failed={rows.windows.failed(index)}
              above={index === 0 ? null : rows.get(index - 1)?.time}
              apart={index === apart ? count - apart : 0}
              depth={view.depth[index] ?? 0}
              marks={view.marks[index] ?? MARK.path}
              guides={view.guides[index] ?? 0}
              selected={entry === chosen}
              active={index === active}
              isPoint={entry === point.value}
              nearPoint={index === view.pointAt && entry !== point.value}
              isLeaf={index === view.leafAt && info.value?.leaf !== point.value}
              away={away}
              hovered={hovered}
            />
          );
        }}
      />
    </div>
  );
}

/** The rows of a view as they arrive; reading it draws anew when they do. */
function useRows(view: ShownTree): TreeRows {
  const opening = generation.value;
  // Of the view's own point: where that has moved, another view is on its way.
  const rows = usePerView<TreeRows>(
    (before) => new TreeRows(view, before?.opening === opening ? before : null, opening),
    (cache) => cache.windows.dispose(),
    [view, opening],
  );
  void rows.windows.version.value;
  return rows;
}

/** The row that is read and the row that holds the focus; where nothing shown is read, the focus stays where it was. */
function useActive(
  view: TreeView,
  list: { readonly current: ListHandle | null },
): { readonly chosen: number | null; readonly active: number } {
  const opening = generation.value;
  const chosen = selection.value;
  const at = useMemo(() => (chosen === null ? -1 : view.rows.indexOf(chosen)), [view, chosen]);
  const last = useRef(0);
  const active = at >= 0 ? at : Math.min(last.current, view.rows.length - 1);
  last.current = Math.max(0, active);
  const arrived = useRef(kept.generation === opening);
  if (kept.generation !== opening) {
    arrived.current = false;
    const index = at >= 0 ? at : Math.max(0, view.pointAt);
    Object.assign(kept, { generation: opening, place: { index, offset: 0, align: "center" } });
  }
  const shown = at >= 0;
  useEffect(() => {
    const same = arrived.current && kept.chosen === chosen && kept.shown === shown;
    Object.assign(kept, { chosen, shown });
    if (same) return;
    if (shown) list.current?.scrollTo(at, arrived.current ? "near" : "center");
    else if (!arrived.current) list.current?.scrollTo(view.pointAt, "center");
    arrived.current = true;
    // Rows that come and go around it do not scroll the tree: the list keeps its place itself.
  }, [chosen, shown, opening]);
  return { chosen, active };
}

function useTreeEvents(
  view: TreeView,
  active: number,
  list: { readonly current: ListHandle | null },
  height: number,
  hovered: Signal<number>,
): HTMLAttributes<HTMLDivElement> {
  const focusRow = useKeptFocus(list);
  const label = useMemo(() => `Entries, ${formatCount(view.rows.length)} of ${formatCount(view.total)}`, [view]);
  return {
    role: "tree",
    "aria-label": label,
    onClick,
    onKeyDown: (event) => {
      if (!isPlainKey(event)) return;
      const page = Math.floor((list.current?.element.clientHeight ?? 0) / height);
      const move = treeMove(event.key, active, view, page);
      const row = view.rows[move?.index ?? -1];
      if (move === null || row === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (move.what === "fold") toggleFold(row);
      else if (move.what === "point") setPoint(row);
      else {
        focusRow();
        select(row);
      }
    },
    onPointerOver: (event) => {
      hovered.value = event.pointerType === "touch" ? -1 : rowOf(event.target);
    },
    onPointerLeave: () => {
      hovered.value = -1;
    },
  };
}

/** Position among the entries of the row that something in the tree belongs to, or -1. */
function rowOf(target: EventTarget | null): number {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return row === null ? -1 : Number(row.dataset["row"]);
}

function onClick(event: MouseEvent): void {
  const row = rowOf(event.target);
  if (row < 0 || !(event.target instanceof Element)) return;
  const act = event.target.closest("[data-act]") !== null;
  const fold = event.target.closest("[data-fold]") !== null;
  // A drawer closes when an entry in it was chosen: neither of these chooses one.
  if (act || fold) event.stopPropagation();
  if (act) {
    setPoint(row);
    showNarrow("context");
  } else if (fold) toggleFold(row);
  else if (!hasSelectedText(event.currentTarget)) select(row);
}

/** Entries in view as positions in the file; the same object where nothing changed. */
function spanOf(rows: Int32Array, from: number, to: number, before: Span | null): Span | null {
  if (rows.length === 0) return null;
  let first = rows[from] ?? 0;
  let last = first;
  for (let i = from; i <= to; i++) {
    first = Math.min(first, rows[i] ?? first);
    last = Math.max(last, rows[i] ?? last);
  }
  return before?.first === first && before.last === last ? before : { first, last };
}

/** Index of an entry in the tree, or of the shown entry nearest to it in the file. */
function nearestIndex(rows: Int32Array, row: number): number {
  let best = 0;
  let distance = Infinity;
  for (let i = 0; i < rows.length && distance > 0; i++) {
    const here = Math.abs((rows[i] ?? 0) - row);
    if (here < distance) [best, distance] = [i, here];
  }
  return best;
}
