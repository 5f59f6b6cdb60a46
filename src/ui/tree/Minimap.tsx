import { useSignalEffect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionInfo } from "../../core/view/info.ts";
import { formatAmount } from "../../lib/figures.ts";
import { info, minimap, minimapSlices, point, theme } from "../../state/cells.ts";
import { drawMap } from "./minimap-draw.ts";

/** Pixels of one slice of the file. */
const SLICE = 3;

/** Entries from one position in the file to another, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

interface MinimapProps {
  /** The entries in view. */
  readonly seen: Signal<Span | null>;
  /** Goes to an entry, or to the nearest one that is shown. */
  readonly onGo: (row: number) => void;
}

/** The whole file at a glance, in file order: what became of each part of it, and what happens where. */
export function Minimap({ seen, onGo }: MinimapProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useDrawing(box);
  const go = (event: PointerEvent): void => {
    const place = box.current?.getBoundingClientRect();
    const entries = info.peek()?.entries ?? 0;
    if (place === undefined || place.height === 0 || entries === 0) return;
    const part = (event.clientY - place.top) / place.height;
    onGo(Math.max(0, Math.min(entries - 1, Math.floor(part * entries))));
  };
  return (
    <div
      class="tree-map"
      role="img"
      aria-label={info.value === null ? "Map of the file" : mapWords(info.value)}
      title="The whole file in file order: press to go there. The ? above says what its colours mean"
      ref={box}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
    >
      <canvas />
      <Seen seen={seen} />
      <Point />
    </div>
  );
}

/** What is in view: an element of its own, since it moves while the drawing stays. */
function Seen({ seen }: { readonly seen: Signal<Span | null> }): JSX.Element | null {
  const entries = info.value?.entries ?? 0;
  const span = seen.value;
  if (span === null || entries === 0) return null;
  const top = `${(100 * span.first) / entries}%`;
  return <i class="tree-map-seen" style={{ top, height: `${(100 * (span.last + 1 - span.first)) / entries}%` }} />;
}

function Point(): JSX.Element | null {
  const entries = info.value?.entries ?? 0;
  if (point.value === null || entries === 0) return null;
  return <i class="tree-map-point" style={{ top: `${(100 * (point.value + 0.5)) / entries}%` }} />;
}

/** Draws the map when it, its size or the page's colours change, at most once a frame. */
function useDrawing(box: { readonly current: HTMLElement | null }): void {
  const frame = useRef(0);
  const draw = (): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const canvas = box.current?.querySelector("canvas") ?? null;
      if (canvas !== null && minimap.peek() !== null) drawMap(canvas, minimap.peek());
    });
  };
  useSignalEffect(() => {
    void [minimap.value, theme.value];
    draw();
  });
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver !== "function") return undefined;
    const resized = new ResizeObserver(() => {
      minimapSlices.value = Math.floor(element.clientHeight / SLICE);
      draw();
    });
    resized.observe(element);
    const media = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
    for (const query of media) query.addEventListener("change", draw);
    return () => {
      cancelAnimationFrame(frame.current);
      resized.disconnect();
      for (const query of media) query.removeEventListener("change", draw);
    };
  }, []);
}

/** What the map shows, in words. */
function mapWords({ entries, forks, compactions, problems }: SessionInfo): string {
  const found = problems.error + problems.warning + problems.info;
  const parts = [formatAmount(entries, "entry", "entries"), formatAmount(forks, "fork")];
  parts.push(formatAmount(compactions, "compaction"), formatAmount(found, "problem"));
  return `Map of the file: ${parts.join(", ")}.`;
}
