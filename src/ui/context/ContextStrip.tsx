import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { PathStrip } from "../../core/view/row.ts";
import { select } from "../../state/actions.ts";
import { strip, stripSlices } from "../../state/cells.ts";
import { pressOn, useMap } from "../parts/use-map.ts";

/** Rows from one to another, both included. */
export interface RowSpan {
  readonly first: number;
  readonly last: number;
}

/** The whole path at the context's edge, from its root to the point: what of it is in, and what is out. */
export function ContextStrip({ seen }: { readonly seen: Signal<RowSpan | null> }): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useMap(
    box,
    () => strip.value,
    (slices) => (stripSlices.value = slices),
  );
  const go = (part: number): void => {
    const rows = strip.peek()?.rows ?? [];
    if (rows.length > 0) select(rows[Math.min(rows.length - 1, Math.floor(part * rows.length))] ?? null);
  };
  return (
    <div
      class="context-strip"
      role="img"
      aria-label="The path to the point: what of it is in this context, and what is not"
      title="The whole path, from its root to the point: press to read an entry of it"
      ref={box}
      {...pressOn(box, go)}
    >
      <canvas />
      <Seen seen={seen} />
    </div>
  );
}

/** Where what is in view lies on the path: an element of its own, since it moves while the drawing stays. */
function Seen({ seen }: { readonly seen: Signal<RowSpan | null> }): JSX.Element | null {
  const span = seen.value;
  const map = strip.value;
  if (span === null || map === null || map.rows.length === 0) return null;
  const from = sliceOf(map, span.first);
  const to = sliceOf(map, span.last) + 1;
  const { length } = map.rows;
  return <i style={{ top: `${(100 * from) / length}%`, height: `${(100 * (to - from)) / length}%` }} />;
}

/** The slice that holds a row: on a path later entries stand later in the file, but for files put together by hand. */
function sliceOf({ rows }: PathStrip, row: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
