import type { JSX } from "preact";

/** Outlines on a grid of 16 by 16, drawn with a line of 1.4. */
const outlines = {
  close: "M4 4l8 8M12 4l-8 8",
  chevron: "M4.5 6.5L8 10l3.5-3.5",
  open: "M2.5 12.5v-9h4l1.5 2h5.5v2M2.5 12.5l2-5h10l-2 5z",
  save: "M8 2.5v7.5M4.8 7L8 10.2 11.2 7M2.5 13.5h11",
  help: "M5.8 6.2A2.2 2.2 0 1 1 8 8.4v1.1M8 11.9v.2",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  light:
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  dark: "M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z",
  system: "M2.5 3.5h11v7.5h-11zM8 11v2.5M5.5 13.5h5",
  warning: "M8 2.5l6 11H2zM8 6.8v3M8 11.7v.1",
  info: "M8 2.3a5.7 5.7 0 1 0 0 11.4A5.7 5.7 0 0 0 8 2.3zM8 7.3v3.9M8 5v.1",
  tree: "M3.5 3.5v7a2 2 0 0 0 2 2H8M3.5 6h4.5M10.5 6h3M10.5 12.5h3",
  context: "M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6",
  entry: "M4 2.5h5.5L12 5v8.5H4zM6.2 7h3.6M6.2 9.5h3.6",
  search: "M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM10.2 10.2l3.3 3.3",
  check: "M3.5 8.5l3 3 6-7",
} as const;

export type IconName = keyof typeof outlines;

/** A picture beside words or inside a named button; screen readers never hear of it. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg
      class="parts-icon"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={name === "more" ? 2 : 1.4}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={outlines[name]} />
    </svg>
  );
}
