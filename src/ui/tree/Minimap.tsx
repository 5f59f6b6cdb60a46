import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionInfo } from "../../core/view/info.ts";
import { formatAmount } from "../../lib/figures.ts";
import { info, minimap, minimapSlices, point, theme } from "../../state/cells.ts";
import { drawMap, readInks, type Inks, type Span } from "./minimap-draw.ts";

/** Pixels of one slice of the file. */
const SLICE = 3;

interface MinimapProps {
  /** Entries in view: lowest and highest position in the file. */
  readonly seen: Span | null;
  /** Goes to an entry, or to the nearest one that is shown. */
  readonly onGo: (row: number) => void;
}

/** The whole file at a glance, in file order: what became of each part of it, and what happens where. */
export function Minimap({ seen, onGo }: MinimapProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const inks = useRef<Inks | null>(null);
  const draw = (): void => {
    const element = canvas.current;
    const map = minimap.peek();
    const entries = info.peek()?.entries ?? 0;
    if (element === null || map === null || entries === 0) return;
    inks.current ??= readInks(element);
    drawMap(element, inks.current, { map, entries, point: point.peek(), seen });
  };
  const latest = useRef(draw);
  latest.current = draw;

  useEffect(() => latest.current());
  useSignalEffect(() => {
    // Whatever of these changes, the map is drawn anew, once the page has its new colours.
    void [minimap.value, point.value, info.value, theme.value];
    inks.current = null;
    requestAnimationFrame(() => latest.current());
  });
  useEffect(() => watch(canvas.current, inks, () => latest.current()), []);

  const go = (event: PointerEvent): void => {
    const box = canvas.current?.getBoundingClientRect();
    const entries = info.peek()?.entries ?? 0;
    if (box === undefined || box.height === 0 || entries === 0) return;
    const part = (event.clientY - box.top) / box.height;
    onGo(Math.max(0, Math.min(entries - 1, Math.floor(part * entries))));
  };
  return (
    <canvas
      class="tree-map"
      aria-hidden="true"
      ref={canvas}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
    />
  );
}

/** Follows the canvas's size and the system's colours. */
function watch(canvas: HTMLCanvasElement | null, inks: { current: Inks | null }, draw: () => void): () => void {
  if (canvas === null || typeof ResizeObserver !== "function") return () => undefined;
  const resized = new ResizeObserver(() => {
    minimapSlices.value = Math.floor(canvas.clientHeight / SLICE);
    draw();
  });
  resized.observe(canvas);
  const recolour = (): void => {
    inks.current = null;
    requestAnimationFrame(draw);
  };
  const media = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
  for (const query of media) query.addEventListener("change", recolour);
  return () => {
    resized.disconnect();
    for (const query of media) query.removeEventListener("change", recolour);
  };
}

/** What the map shows, in words. */
export function mapWords({ entries, forks, compactions, problems }: SessionInfo): string {
  const found = problems.error + problems.warning + problems.info;
  const parts = [formatAmount(entries, "entry", "entries"), formatAmount(forks, "fork")];
  parts.push(formatAmount(compactions, "compaction"), formatAmount(found, "problem"));
  return `In this file: ${parts.join(", ")}.`;
}
