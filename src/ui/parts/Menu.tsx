import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "./Button.tsx";
import { Icon, type IconName } from "./Icon.tsx";
import "./parts.css";

export interface MenuItem {
  readonly text: string;
  /** A second, quieter line. */
  readonly note?: string;
  readonly run: () => void;
  /** For one of several: whether it is the one. */
  readonly checked?: boolean;
}

interface MenuProps {
  readonly text?: string;
  readonly label?: string;
  readonly icon?: IconName;
  readonly look?: "plain" | "quiet";
  readonly items: readonly MenuItem[];
  /** Shown above the actions. */
  readonly head?: ComponentChildren;
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A button with a list of actions under it. */
export function Menu({ text, label, icon, look = "plain", items, head }: MenuProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = (focus: boolean): void => {
    setOpen(false);
    if (focus) root.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    root.current?.querySelector<HTMLElement>(".parts-menu-item")?.focus();
    const onPointer = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);
  return (
    <div class="parts-menu" ref={root}>
      <Button
        look={look}
        {...(label !== undefined && { label })}
        {...(icon !== undefined && { icon })}
        expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text === undefined ? undefined : (
          <>
            {text}
            <Icon name="chevron" />
          </>
        )}
      </Button>
      {open && (
        <div class="parts-menu-panel">
          {head}
          <MenuList label={label ?? text ?? ""} items={items} close={close} />
        </div>
      )}
    </div>
  );
}

interface MenuListProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly close: (focus: boolean) => void;
}

function MenuList({ label, items, close }: MenuListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    event.stopPropagation();
    if (event.key === "Escape") close(true);
    else if (event.key === "Tab") close(false);
    else if (move !== undefined) {
      const buttons = Array.from(list.current?.querySelectorAll<HTMLElement>(".parts-menu-item") ?? []);
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[move(at, buttons.length)]?.focus();
      event.preventDefault();
    }
  };
  return (
    <div class="parts-menu-list" role="menu" aria-label={label} tabIndex={-1} ref={list} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.text}
          type="button"
          class="parts-menu-item"
          role={item.checked === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={item.checked}
          tabIndex={-1}
          onClick={() => {
            close(true);
            item.run();
          }}
        >
          <span>{item.text}</span>
          {item.checked === true && <Icon name="check" />}
          {item.note !== undefined && <small>{item.note}</small>}
        </button>
      ))}
    </div>
  );
}
