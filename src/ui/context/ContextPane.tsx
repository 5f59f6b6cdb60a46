import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { PROMPT_PART, type ContextView, type ShownContext } from "../../core/view/context.ts";
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
import { ContextStrip, type RowSpan } from "./ContextStrip.tsx";
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
  const seen = useSignal<RowSpan | null>(null);
  const fresh = useMemo(() => new Set(view.summary.since?.added), [view]);
  const place = useRef<Place>({ index: at >= 0 ? at + 1 : view.rows.length, offset: 0, align: "near" }).current;
  const empty = view.rows.length === 0;
  const { count, word } = amountIn(view);
  const last = list.current?.seen().last ?? place.index;
  usePainted("session:context", empty || items.get(Math.max(0, last - 1)) !== undefined);
  return (
    <div class="context-read">
      <VirtualList
        class="context-list"
        count={view.rows.length + 1}
        heights={items.heights}
        keys={items.keys}
        handle={list}
        place={place}
        aim={aim}
        onSeen={(now, drawn) => {
          items.windows.need(drawn.first - 1, drawn.end - 1);
          seen.value = spanOf(view, now.first - 1, now.last - 1);
        }}
        attributes={{ tabIndex: 0, role: "group", "aria-label": `${formatCount(count)} ${word}` }}
        render={(at) =>
          at === 0 ? (
            <First view={view} />
          ) : (
            <Item view={view} items={items} at={at - 1} fresh={fresh} onSelect={onSelect} />
          )
        }
      />
      <ContextStrip seen={seen} />
    </div>
  );
}

/** What comes before the first message. */
function First({ view }: { readonly view: ContextView }): JSX.Element {
  return (
    <div class="context-first">
      <Preface view={view} />
      {view.rows.length === 0 && <Nothing view={view} />}
    </div>
  );
}

interface ItemProps {
  readonly view: ContextView;
  readonly items: ContextItems;
  readonly at: number;
  /** Rows that came since the last request. */
  readonly fresh: ReadonlySet<number>;
  readonly onSelect: (row: number) => void;
}

function Item({ view, items, at, fresh, onSelect }: ItemProps): JSX.Element {
  const sourced = items.get(at);
  if (sourced === undefined)
    return <WaitingItem height={items.heights.height(at + 1)} failed={items.windows.failed(at)} />;
  const { item, source } = sourced;
  return (
    <ContextItemView
      item={item}
      source={source}
      form={view.form}
      part={view.parts[at] ?? 0}
      fresh={fresh.has(item.row)}
      selected={item.row === selection.value}
      onSelect={onSelect}
    />
  );
}

/** Source rows of the items in view: of the first and the last message that is an entry of its own. */
function spanOf({ rows, parts }: ContextView, from: number, to: number): RowSpan | null {
  let first = Math.max(0, from);
  while (parts[first] === PROMPT_PART) first += 1;
  const [start, end] = [rows[first], rows[Math.min(to, rows.length - 1)]];
  return start === undefined || end === undefined || end < start ? null : { first: start, last: end };
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
