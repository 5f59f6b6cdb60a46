import type { JSX } from "preact";
import type { Ref, Sentence } from "../../core/view/ref.ts";
import { select } from "../../state/actions.ts";
import "./parts.css";

/** A link to an entry of the session: it selects the entry. */
export function RefLink({ to }: { readonly to: Ref }): JSX.Element {
  return (
    <button type="button" class="parts-link" title={to.id} onClick={() => select(to.row)}>
      {to.text}
    </button>
  );
}

/** Words with links in them. */
export function Words({ of }: { readonly of: Sentence }): JSX.Element {
  // The words of a sentence never change places, so their position is their key.
  return <>{of.map((part, index) => (typeof part === "string" ? part : <RefLink key={index} to={part} />))}</>;
}
