import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";

interface SplitterProps {
  readonly label: string;
  /** The width it sets, in pixels; 0 is the page's own choice. */
  readonly value: Signal<number>;
  readonly least: number;
  /** The column whose width it is: before the splitter, or after it. */
  readonly side: "before" | "after";
  readonly controls: string;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -16, ArrowRight: 16 };

/** What a column may take of the window: the rest is for the others. */
function most(): number {
  return Math.round(window.innerWidth * 0.6);
}

/** A line between two columns that can be moved by pointer and by key. A double click gives the choice back to the page. */
export function Splitter({ label, value, least, side, controls }: SplitterProps): JSX.Element {
  const line = useRef<HTMLDivElement>(null);
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const sign = side === "before" ? 1 : -1;
  const now = (): number =>
    Math.round(document.getElementById(controls)?.getBoundingClientRect().width ?? value.peek());
  const set = (width: number): void => {
    value.value = Math.round(Math.min(most(), Math.max(least, width)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = steps[event.key];
    if (move !== undefined) set(now() + sign * move * (event.shiftKey ? 4 : 1));
    else if (event.key === "Home") set(least);
    else if (event.key === "End") set(most());
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    line.current?.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: now() };
  };
  return (
    // A separator that can be focused is a widget: it has a value, and keys that change it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      class="app-splitter"
      ref={line}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={value.value === 0 ? 50 : Math.min(100, Math.round((100 * value.value) / most()))}
      aria-valuemin={0}
      aria-valuemax={100}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (start.current !== null) set(start.current.width + sign * (event.clientX - start.current.x));
      }}
      onLostPointerCapture={() => {
        start.current = null;
      }}
      onDblClick={() => {
        value.value = 0;
      }}
    />
  );
}
