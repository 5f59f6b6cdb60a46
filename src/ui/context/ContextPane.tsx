import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { ContextView, ShownContext } from "../../core/view/context.ts";
import { formatCount } from "../../lib/figures.ts";
import { select } from "../../state/actions.ts";
import { context, generation, selection } from "../../state/cells.ts";
import { usePainted } from "../list/painted.ts";
import { usePerView } from "../list/per-view.ts";
import type { Place, Target } from "../list/shape.ts";
import { VirtualList, type ListHandle } from "../list/VirtualList.tsx";
import { amountIn } from "./amount.ts";
import { ContextHead } from "./ContextHead.tsx";
import { ContextItems } from "./context-items.ts";
import { ContextItemView, WaitingItem } from "./ContextItemView.tsx";
import { Preface } from "./Preface.tsx";
import "./context.css";

/** What the model saw at the point. */
export function ContextPane(): JSX.Element {
  const view = context.value;
  return (
    <section class="context" role="region" aria-label="Context" data-point={view?.pointId ?? ""}>
      <ContextHead view={view} />
      {view !== null && <ContextList view={view} />}
    </section>
  );
}

function ContextList({ view }: { readonly view: ShownContext }): JSX.Element {
  const opening = generation.value;
  const list = useRef<ListHandle | null>(null);
  const items = usePerView<ContextItems>(
    (before) => new ContextItems(view, before?.opening === opening ? before : null, opening),
    (cache) => cache.windows.dispose(),
    [view, opening],
  );
  void items.windows.version.value;
  const at = selectedAt(view);
  const { aim, onSelect } = useFollow(view, at);
  // A context that has just come begins at its end, where the point is.
  const place = useRef<Place>({ index: at >= 0 ? at + 1 : view.rows.length, offset: 0, align: "near" }).current;
  const empty = view.rows.length === 0;
  const { count, word } = amountIn(view);
  const last = list.current?.seen().last ?? place.index;
  usePainted("session:context", empty || items.get(Math.max(0, last - 1)) !== undefined);
  return (
    <VirtualList
      class="context-list"
      count={view.rows.length + 1}
      heights={items.heights}
      keys={items.keys}
      handle={list}
      place={place}
      aim={aim}
      onSeen={(_, drawn) => items.windows.need(drawn.first - 1, drawn.end - 1)}
      attributes={{ tabIndex: 0, role: "group", "aria-label": `${formatCount(count)} ${word}` }}
      render={(at) => {
        if (at === 0) {
          return (
            <div class="context-first">
              <Preface view={view} />
              {empty && <Nothing view={view} />}
            </div>
          );
        }
        const sourced = items.get(at - 1);
        const height = items.heights.height(at);
        if (sourced === undefined) return <WaitingItem height={height} failed={items.windows.failed(at - 1)} />;
        return (
          <ContextItemView
            item={sourced.item}
            source={sourced.source}
            form={view.form}
            part={view.parts[at - 1] ?? 0}
            selected={sourced.item.row === selection.value}
            onSelect={onSelect}
          />
        );
      }}
    />
  );
}

/** The first item of what is selected, or -1. */
function selectedAt(view: ContextView): number {
  const chosen = selection.value;
  return chosen === null ? -1 : view.rows.indexOf(chosen);
}

/**
 * Brings what is selected into view where it is part of the context, and a context of another session to its end: before it is
 * drawn, for items drawn elsewhere would only be waited for. Gives that place, and how an item of the list selects its source: it
 * is in view already.
 */
function useFollow(
  view: ContextView,
  at: number,
): { readonly aim: Target | undefined; readonly onSelect: (row: number) => void } {
  const opening = generation.value;
  const chosen = selection.value;
  const own = useRef<number | null>(null);
  const arrived = useRef(-1);
  const aim = useRef<Target | undefined>(undefined);
  useMemo(() => {
    const first = arrived.current !== opening;
    arrived.current = opening;
    const mine = own.current === chosen;
    own.current = null;
    if (at >= 0 && !mine) aim.current = { index: at + 1, align: "near" };
    else if (first && view.rows.length > 0) aim.current = { index: view.rows.length, align: "near" };
    // Another form of the same context keeps its place instead.
  }, [chosen, view.point, opening]);
  return {
    aim: aim.current,
    onSelect: (row) => {
      own.current = row;
      select(row);
    },
  };
}

function Nothing({ view }: { readonly view: ContextView }): JSX.Element {
  const { fates, notices } = view.summary;
  return (
    <div class="parts-nothing">
      <p>This context holds no message</p>
      {/* Where there is more to know, the notices say it. */}
      {notices.length === 0 && (
        <p>
          {view.point === null
            ? "The point stands before any entry."
            : `No entry on the path to the point makes a message${fates.omitted > 0 ? `: ${fates.omitted} omitted` : ""}.`}
        </p>
      )}
    </div>
  );
}
