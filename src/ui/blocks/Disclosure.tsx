import type { ComponentChildren, JSX } from "preact";
import { Kept, useBlockKey, useKept } from "./kept.ts";

/** What was opened or closed by hand, and what the page's own setting was then: when that changes, it counts again. */
const opened = new Kept<{ readonly open: boolean; readonly setting: boolean }>();

interface DisclosureProps {
  /** Unlike any other in the same item. */
  readonly name: string;
  readonly title: ComponentChildren;
  /** Beside the title, quieter. */
  readonly facts?: ComponentChildren;
  /** Open without a hand. */
  readonly open: boolean;
  /** Beside the button, for links: a button holds none. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A line that opens what is below it. Only the button opens and closes: text inside can be marked in peace. */
export function Disclosure(props: DisclosureProps): JSX.Element {
  const key = useBlockKey(props.name);
  const [kept, keep] = useKept(opened, key);
  const stands = kept?.setting === props.open;
  if (!stands) opened.delete(key);
  const open = stands ? kept.open : props.open;
  return (
    <div class="blocks-disclosure">
      <div class="blocks-line">
        <button
          type="button"
          class="blocks-toggle"
          aria-expanded={open}
          onClick={() => keep({ open: !open, setting: props.open })}
        >
          <b>{props.title}</b>
          {props.facts !== undefined && <span class="blocks-facts">{props.facts}</span>}
        </button>
        {props.aside !== undefined && <span class="blocks-aside">{props.aside}</span>}
      </div>
      {open && props.children}
    </div>
  );
}
