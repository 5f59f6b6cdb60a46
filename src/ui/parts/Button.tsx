import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./Icon.tsx";
import "./parts.css";

interface ButtonProps {
  readonly onClick: (event: MouseEvent) => void;
  /** `primary` once a view at most; `quiet` has no outline until it is pointed at. */
  readonly look?: "plain" | "primary" | "quiet";
  readonly icon?: IconName;
  /** The name, where the button shows only an icon; it is then its tooltip too. */
  readonly label?: string;
  readonly title?: string;
  readonly disabled?: boolean;
  /** For a button that opens something, or that stays down. */
  readonly expanded?: boolean;
  readonly pressed?: boolean;
  readonly children?: ComponentChildren;
}

export function Button(props: ButtonProps): JSX.Element {
  const { onClick, look = "plain", icon, label, title, disabled, expanded, pressed, children } = props;
  return (
    <button
      type="button"
      class={`parts-button parts-button-${look}${children === undefined ? " parts-button-icon" : ""}`}
      onClick={onClick}
      disabled={disabled ?? false}
      aria-label={label}
      title={title ?? label}
      aria-expanded={expanded}
      aria-pressed={pressed}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
