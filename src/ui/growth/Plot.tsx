import { useSignalEffect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatTokens } from "../../lib/figures.ts";
import { context, growth, point, theme } from "../../state/cells.ts";
import { showRequest } from "../../state/growth.ts";
import { width } from "../app/width.ts";
import { isPlainKey } from "../list/kept-focus.ts";
import { drawGrowth } from "./draw.ts";
import { columnAt, geometryOf, pickColumns, WIDEST } from "./geometry.ts";
import type { Shown } from "./series.ts";
import { spokenReading } from "./readings.ts";

/** CSS pixels beside the columns, for what their height means. */
const GUTTER = 52;

interface PlotProps {
  readonly shown: Shown;
  readonly cursor: Signal<number | null>;
  readonly costs: boolean;
}

/** The chart. It is a slider along the requests: hover and arrows read them, a press or Enter moves the point there. */
export function Plot({ shown, cursor, costs }: PlotProps): JSX.Element {
  const { series } = shown;
  const canvas = useRef<HTMLCanvasElement>(null);
  const gutter = width.value === "narrow" ? 0 : GUTTER;
  useDrawing(canvas, { shown, costs, gutter });
  const request = cursor.value ?? growth.value?.at ?? -1;
  const { count } = series;
  const pointed = (event: MouseEvent & { readonly currentTarget: HTMLElement }): number | null => {
    const { left, width: length } = event.currentTarget.getBoundingClientRect();
    const geometry = geometryOf(count, length, window.devicePixelRatio || 1);
    const column = columnAt(geometry, (event.clientX - left) / length);
    return column < 0 ? null : (pickColumns(geometry, series.totals)[column] ?? null);
  };
  return (
    <div class="growth-plot">
      <canvas ref={canvas} aria-hidden="true" />
      <span class="unseen" id="growth-keys">
        Arrows read the requests, Enter moves the point to one
      </span>
      <div
        class="growth-field"
        style={{ left: `${gutter}px`, width: `min(100% - ${gutter}px, ${count * WIDEST}px)` }}
        role="slider"
        tabIndex={0}
        aria-label="Context per request"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={Math.max(0, request) + 1}
        aria-valuetext={request < 0 ? "Before the first request" : spokenReading(shown.growth, series, request)}
        aria-describedby="growth-keys"
        onPointerMove={(event) => {
          cursor.value = pointed(event);
        }}
        onPointerLeave={() => {
          cursor.value = null;
        }}
        onClick={(event) => show(shown, pointed(event))}
        onKeyDown={(event) => onKey(event, shown, cursor)}
        onBlur={() => {
          cursor.value = null;
        }}
      >
        <Cursor at={cursor} count={count} />
      </div>
    </div>
  );
}

function show({ growth: { rows } }: Shown, request: number | null): void {
  const row = request === null ? undefined : rows[request];
  if (row !== undefined) showRequest(row);
}

/** The part of all requests that a page is. */
const PAGES = 10;

function onKey(event: KeyboardEvent, shown: Shown, cursor: Signal<number | null>): void {
  const { count } = shown.series;
  const at = cursor.peek() ?? growth.peek()?.at ?? -1;
  const page = Math.max(1, Math.round(count / PAGES));
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: count - 1,
  };
  const to = moves[event.key];
  if (!isPlainKey(event)) return;
  if (to !== undefined) cursor.value = Math.min(count - 1, Math.max(0, to));
  else if (event.key === "Enter" || event.key === " ") show(shown, Math.max(0, at));
  else if (event.key === "Escape" && cursor.peek() !== null) cursor.value = null;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Which request is read: an element of its own, since it moves while the drawing stays. */
function Cursor({ at, count }: { readonly at: Signal<number | null>; readonly count: number }): JSX.Element | null {
  if (at.value === null || count === 0) return null;
  return <i class="growth-cursor" style={{ left: `${(100 * at.value) / count}%`, width: `${100 / count}%` }} />;
}

interface DrawingProps {
  readonly shown: Shown;
  readonly costs: boolean;
  readonly gutter: number;
}

/** Draws when the requests, the point, the size or the page's colours change, at most once a frame. */
function useDrawing(canvas: { readonly current: HTMLCanvasElement | null }, props: DrawingProps): void {
  const frame = useRef(0);
  const latest = useRef(props);
  latest.current = props;
  const draw = useRef((): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const { shown, costs, gutter } = latest.current;
      const at = growth.peek()?.at ?? -1;
      const picture = { ...shown, costs, gutter, at, pointLabel: pointLabel(shown, at) };
      if (canvas.current !== null) drawGrowth(canvas.current, picture);
    });
  }).current;
  useSignalEffect(() => {
    void [growth.value, context.value, theme.value];
    draw();
  });
  const { shown, costs, gutter } = props;
  useEffect(draw, [draw, shown, costs, gutter]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || typeof ResizeObserver !== "function") return undefined;
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const media = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"].map((query) =>
      matchMedia(query),
    );
    for (const query of media) query.addEventListener("change", draw);
    return () => {
      cancelAnimationFrame(frame.current);
      resized.disconnect();
      for (const query of media) query.removeEventListener("change", draw);
    };
  }, [canvas, draw]);
}

/** What the context at the point amounts to, as its head says it; until that is there, what its last request had. */
function pointLabel({ series }: Shown, at: number): string {
  const there = context.peek();
  const tokens = there !== null && there.point === point.peek() ? there.summary.tokens : (series.totals[at] ?? 0);
  return `point ~${formatTokens(tokens)}`;
}
