import { Fragment, type HTMLAttributes, type JSX } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { ListEngine } from "./engine.ts";
import type { Align } from "./scroller.ts";
import type { Place, Seen, Shape } from "./shape.ts";
import "./list.css";

/** What a list lets its owner do. */
export interface ListHandle {
  scrollTo(index: number, align: Align): void;
  /** First and last item in view. */
  seen(): Seen;
  readonly element: HTMLElement;
}

interface VirtualListProps extends Shape {
  /** Exactly one element for an item. `away` is true for the pinned item out of view: its element gets class and `data-away`. */
  readonly render: (index: number, away: boolean) => JSX.Element;
  /** Called after drawing and on every scroll: what is in view, and what is in the document (`end` excluded). */
  readonly onSeen?: (seen: Seen, drawn: { readonly first: number; readonly end: number }) => void;
  readonly handle?: { current: ListHandle | null };
  /** The list begins here and writes here. */
  readonly place?: Place;
  readonly class?: string;
  /** Attributes of the scrolled element: role, label, key handlers. */
  readonly attributes?: HTMLAttributes<HTMLDivElement>;
}

/** The items to draw, in order: the range in view, and the pinned one wherever it is. */
function drawn(engine: ListEngine): number[] {
  const { first, end, shape } = engine;
  const items = Array.from({ length: end - first }, (_, i) => first + i);
  const { pinned } = shape;
  if (pinned === undefined || pinned < 0 || pinned >= shape.count) return items;
  if (pinned < first) items.unshift(pinned);
  else if (pinned >= end) items.push(pinned);
  return items;
}

/**
 * The one virtual list: any number of items of one height or of measured heights, of which only those in view are in the
 * document. The place stays whatever is drawn anew; what is being read does not move when items above it change.
 */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const kept = useRef<ListEngine | null>(null);
  const isNew = kept.current === null;
  const engine = (kept.current ??= new ListEngine(() => redraw(undefined)));
  const latest = useRef(props);
  latest.current = props;
  engine.reshape(props);
  // What is drawn first is what will be in view: the rest need not be asked for.
  if (isNew && props.place !== undefined) engine.begin(props.place);

  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    engine.attach(element);
    const report = (): void => {
      const { onSeen, place } = latest.current;
      if (place !== undefined) Object.assign(place, engine.position(), { align: undefined });
      onSeen?.(engine.seen(), engine);
    };
    engine.onMoved = report;
    const { place, handle } = latest.current;
    if (place !== undefined) engine.begin(place);
    if (handle !== undefined) {
      handle.current = {
        scrollTo: (index, align) => engine.scrollTo(index, align),
        seen: () => engine.seen(),
        element,
      };
    }
    return () => {
      engine.detach();
      if (handle !== undefined) handle.current = null;
    };
  }, [engine]);

  useLayoutEffect(() => {
    engine.drawn();
    engine.onMoved();
  });

  const { first, end } = engine;
  const { keys } = props;
  return (
    <div {...props.attributes} class={`list ${props.class ?? ""}`} ref={root}>
      <div class="list-spacer" role="presentation">
        <div class="list-window" role="presentation">
          {drawn(engine).map((index) => {
            const key = keys === undefined ? index : itemKey(keys, index);
            return <Fragment key={key}>{props.render(index, index < first || index >= end)}</Fragment>;
          })}
        </div>
      </div>
    </div>
  );
}

/** Items that share a name (the messages of one entry) stand next to each other. */
function itemKey(keys: Int32Array, index: number): string {
  let nth = 0;
  while (nth < index && keys[index - nth - 1] === keys[index]) nth += 1;
  return `${keys[index]}.${nth}`;
}
