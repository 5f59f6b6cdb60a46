import type { JSX } from "preact";
import type { Ref, Sentence } from "../../core/view/ref.ts";
import { select } from "../../state/actions.ts";
import { LineText } from "../blocks/VisibleText.tsx";
import { isPlainKey } from "../list/kept-focus.ts";
import "./parts.css";

/**
 * A link to an entry of the session: it selects the entry. No button, since that does not break over lines like the words
 * around it, and no address, which would hold words of the file.
 */
export function RefLink({ to }: { readonly to: Ref }): JSX.Element {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isPlainKey(event) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    select(to.row);
  };
  return (
    <span
      class="parts-link"
      role="link"
      tabIndex={0}
      title={to.id}
      onClick={() => select(to.row)}
      onKeyDown={onKeyDown}
    >
      <LineText text={to.text} />
    </span>
  );
}

/** Words with links in them: each piece keeps its direction to itself. */
export function Words({ of }: { readonly of: Sentence }): JSX.Element {
  // The words of a sentence never change places, so their position is their key.
  return (
    <>
      {of.map((part, index) =>
        typeof part === "string" ? <LineText key={index} text={part} /> : <RefLink key={index} to={part} />,
      )}
    </>
  );
}
