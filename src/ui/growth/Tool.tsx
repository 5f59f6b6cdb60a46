import type { JSX } from "preact";

const icons = {
  costs: "M3 13V9M6.3 13V6M9.7 13V8M13 13V3",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9",
  fold: "M4.5 9.5L8 6l3.5 3.5",
  unfold: "M4.5 6.5L8 10l3.5-3.5",
} as const;

interface ToolProps {
  readonly icon: keyof typeof icons;
  readonly label: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  /** Id of what it opens, where that is in the document. */
  readonly controls?: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

/** A small button of the strip: its head is half as tall as others. */
export function Tool({ icon, label, pressed, expanded, controls, disabled, onPress }: ToolProps): JSX.Element {
  return (
    <button
      type="button"
      class="growth-tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={expanded === true ? controls : undefined}
      disabled={disabled ?? false}
      onClick={onPress}
    >
      <svg width="14" height="14" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={icons[icon]} stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
    </button>
  );
}
