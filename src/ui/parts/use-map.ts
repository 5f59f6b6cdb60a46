import { useSignalEffect } from "@preact/signals";
import type { HTMLAttributes } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Minimap } from "../../core/view/row.ts";
import { theme } from "../../state/cells.ts";
import { drawMap } from "./draw-map.ts";

/** Pixels of one slice. */
const SLICE = 3;

/**
 * Draws a map into the canvas of a box when the map, the box's size or the page's colours change, at most once a frame. `onSlices` is
 * told how many slices there is room for.
 *
 * @param read gives the map, and reads the cells it depends on
 */
export function useMap(
  box: { readonly current: HTMLElement | null },
  read: () => Minimap | null,
  onSlices: (slices: number) => void,
): void {
  const frame = useRef(0);
  const latest = useRef(read);
  latest.current = read;
  const draw = (): void => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      const canvas = box.current?.querySelector("canvas") ?? null;
      const map = latest.current();
      if (canvas !== null && map !== null) drawMap(canvas, map);
    });
  };
  useSignalEffect(() => {
    void [read(), theme.value];
    draw();
  });
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver !== "function") return undefined;
    const resized = new ResizeObserver(() => {
      onSlices(Math.floor(element.clientHeight / SLICE));
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

/**
 * Lets a press or a drag on a map go to a place in it. `go` is told how far down that is, from 0 to 1.
 */
export function pressOn(
  box: { readonly current: HTMLElement | null },
  go: (part: number) => void,
): Pick<HTMLAttributes<HTMLDivElement>, "onPointerDown" | "onPointerMove"> {
  const goTo = ({ clientY }: PointerEvent): void => {
    const place = box.current?.getBoundingClientRect();
    if (place !== undefined && place.height > 0) go(Math.max(0, Math.min(1, (clientY - place.top) / place.height)));
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      goTo(event);
    },
    onPointerMove: (event) => {
      if (event.buttons === 1) goTo(event);
    },
  };
}
