import type { JSX } from "preact";
import type { ListBlock, ListItem } from "../../core/view/tool-block.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { LineText } from "./VisibleText.tsx";
import "./tools.css";

const STATES: Readonly<Record<ListItem["state"], string>> = {
  done: "done",
  active: "in progress",
  open: "to do",
  dropped: "dropped",
};

/** Things to do, and which of them are done. */
export function ListView({ block }: { readonly block: ListBlock }): JSX.Element {
  const { items, left } = block;
  const done = items.filter(({ state }) => state === "done").length;
  return (
    <div class="blocks-todo">
      <p class="blocks-todo-head">
        {formatCount(done)} of {formatCount(items.length + left)} done
      </p>
      <ul>
        {items.map((item, index) => (
          // Items of one list never change places.
          <li key={index} class={`blocks-todo-${item.state}`}>
            <span class="blocks-todo-mark" aria-hidden="true" />
            <span class="unseen">{STATES[item.state]}: </span>
            <span class="blocks-todo-text">
              <LineText text={item.text} />
            </span>
            {item.note !== "" && (
              <span class="blocks-todo-note">
                <LineText text={item.note} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p class="blocks-faint">{formatAmount(left, "further item")} not shown here</p>}
    </div>
  );
}
