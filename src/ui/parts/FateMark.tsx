import type { JSX } from "preact";
import { FATES, type Fate } from "../../core/view/fate.ts";

/** `fate-other-branch` for `other branch`: the class that colours a fate (theme/base.css). */
export function fateClass(fate: Fate): string {
  return `fate-${fate.replace(" ", "-")}`;
}

/** The fate at a position of a column of fates (see fateCode). */
export function fateAt(code: number): Fate {
  return FATES[code] ?? "no message";
}

/**
 * The glyph of a fate, told apart by shape before colour. Circles are messages, squares compactions, triangles what went
 * below a compaction. Drawn, not typed: no font has all of them at one size.
 */
const shapes: Readonly<Record<Fate, () => JSX.Element>> = {
  "in context": () => <circle cx="6" cy="6" r="3.5" fill="currentColor" />,
  replaced: () => (
    <>
      <circle cx="6" cy="6" r="3.5" />
      <path d="M6 2.5a3.5 3.5 0 0 0 0 7z" fill="currentColor" stroke="none" />
    </>
  ),
  "not sent": () => (
    <>
      <circle cx="6" cy="6" r="3.5" />
      <path d="M3.5 6h5" />
    </>
  ),
  omitted: () => (
    <>
      <circle cx="6" cy="6" r="3.5" />
      <path d="M3.6 8.4l4.8-4.8" />
    </>
  ),
  "other branch": () => <circle cx="6" cy="6" r="3" stroke-dasharray="1.6 1.5" />,
  later: () => <path d="M4.5 3l3 3-3 3" />,
  checkpoint: () => (
    <>
      <rect x="2.5" y="2.5" width="7" height="7" rx="0.5" />
      <rect x="4.5" y="4.5" width="3" height="3" fill="currentColor" stroke="none" />
    </>
  ),
  superseded: () => <rect x="3" y="3" width="6" height="6" rx="0.5" />,
  summarised: () => <path d="M2.3 3.5h7.4L6 9.3z" />,
  folded: () => <path d="M2.3 3.5h7.4L6 9.3zM4.2 1.5h3.6" />,
  "no message": () => <circle cx="6" cy="6" r="1" fill="currentColor" stroke="none" />,
};

interface FateMarkProps {
  readonly fate: Fate;
  /** Read out as the fate; leave it out where the fate stands beside the mark in words. */
  readonly named?: boolean;
}

/** 12 by 12 pixels, in the colour of the fate. */
export function FateMark({ fate, named = false }: FateMarkProps): JSX.Element {
  return (
    <svg
      class={`parts-fate ${fateClass(fate)}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      stroke-width="1.2"
      stroke-linejoin="round"
      role={named ? "img" : "presentation"}
      aria-label={named ? fate : undefined}
      aria-hidden={!named}
    >
      {named && <title>{fate}</title>}
      {shapes[fate]()}
    </svg>
  );
}
