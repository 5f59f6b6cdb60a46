import type { ComponentChildren, JSX } from "preact";
import { useRef } from "preact/hooks";
import "./parts.css";

export interface Tab<T extends string> {
  readonly value: T;
  readonly text: string;
  readonly title?: string;
  /** Beside the text: an amount. */
  readonly fact?: ComponentChildren;
}

interface TabsProps<T extends string> {
  readonly label: string;
  /** Ids begin with it: of the tabs, and of the panel. */
  readonly id: string;
  readonly tabs: readonly Tab<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Id of the panel that tabs belong to. */
export function panelId(id: string): string {
  return `${id}-panel`;
}

/** Id of one of the tabs, which names its panel. */
export function tabId(id: string, value: string): string {
  return `${id}-tab-${value}`;
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** What one panel shows, of several: a tablist with one stop for the Tab key and arrows inside. */
export function Tabs<T extends string>({ label, id, tabs, value, onChange }: TabsProps<T>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = move(
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const next = tabs[at];
    if (next === undefined) return;
    onChange(next.value);
    const button = list.current?.children[at];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="parts-segmented" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          class="parts-segment"
          id={tabId(id, tab.value)}
          title={tab.title}
          aria-selected={tab.value === value}
          aria-controls={panelId(id)}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.text}
          {tab.fact}
        </button>
      ))}
    </div>
  );
}
