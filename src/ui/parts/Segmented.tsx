import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import "./parts.css";

export interface Choice<T extends string> {
  readonly value: T;
  readonly text: string;
  readonly title?: string;
}

interface SegmentedProps<T extends string> {
  /** The name of the group. */
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

const moves: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** One of a few, all in sight: a radiogroup with one stop for the Tab key and arrows inside. */
export function Segmented<T extends string>({ label, choices, value, onChange }: SegmentedProps<T>): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const at = choices.findIndex((choice) => choice.value === value);
    const next = (at + move + choices.length) % choices.length;
    const choice = choices[next];
    if (choice === undefined) return;
    onChange(choice.value);
    const button = group.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="parts-segmented" role="radiogroup" aria-label={label} ref={group} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          class="parts-segment"
          aria-checked={choice.value === value}
          tabIndex={choice.value === value ? 0 : -1}
          title={choice.title}
          onClick={() => onChange(choice.value)}
        >
          {choice.text}
        </button>
      ))}
    </div>
  );
}
