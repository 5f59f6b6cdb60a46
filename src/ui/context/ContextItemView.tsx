import type { JSX } from "preact";
import type { ContextItem, Form } from "../../core/view/context.ts";
import { formatClock, formatIso, formatTokens } from "../../lib/figures.ts";
import type { Sentence } from "../../core/view/ref.ts";
import type { Row } from "../../core/view/row.ts";
import { FateMark, fateClass } from "../parts/FateMark.tsx";
import { Words } from "../parts/Words.tsx";
import { ItemContent } from "./ItemContent.tsx";

interface ContextItemViewProps {
  readonly item: ContextItem;
  /** Its source in the words of the tree. */
  readonly source: Row | undefined;
  readonly form: Form;
  readonly part: number;
  /** It came since the last request. */
  readonly fresh: boolean;
  readonly selected: boolean;
  readonly onSelect: (row: number) => void;
}

/** One message of the context (one entry of the stored form): where it comes from at the left, what it says beside it. */
export function ContextItemView(props: ContextItemViewProps): JSX.Element {
  const { item, source, form, part, fresh, selected, onSelect } = props;
  const { title, tone, time, tokens, fate, notes } = item;
  const clock = formatClock(time);
  const weight = tokens > 0 ? `~${formatTokens(tokens)}` : "";
  const outside = form === "stored" && fate !== "in context" && fate !== "checkpoint" && fate !== "replaced";
  const classes = ["context-item"];
  if (selected) classes.push("context-chosen");
  if (fresh) classes.push("context-fresh");
  if (outside) classes.push("context-outside");
  return (
    <article class={classes.join(" ")} data-source-id={item.id} data-row={item.row} data-fate={fate}>
      <button
        type="button"
        class="context-margin"
        aria-pressed={selected}
        title={`${item.id}${time === null ? "" : ` · ${formatIso(time)}`}`}
        onClick={() => onSelect(item.row)}
      >
        <span class={`context-title tone-${tone}`}>{title}</span>
        {fresh && <span class="unseen">new since the last request</span>}
        <span class="context-when">{[clock, weight].filter((word) => word !== "").join(" · ")}</span>
        {fate !== "in context" && (
          <span class={`context-fate ${fateClass(fate)}`}>
            <FateMark fate={fate} />
            {fate}
          </span>
        )}
      </button>
      <div class="context-body">
        {notes.map((note, index) => (
          // The notes of an item never change places.
          <p key={index} class={isMark(note) ? "context-note context-note-mark" : "context-note"}>
            <Words of={note} />
          </p>
        ))}
        <ItemContent item={item} source={source} scope={`context.${form}.${item.row}.${part}`} />
      </div>
    </article>
  );
}

/** `edited by …`: no sentence, but a mark. */
function isMark(note: Sentence): boolean {
  return note.length === 2 && typeof note[0] === "string" && note[0].length < 16 && typeof note[1] === "object";
}

/** Stands where an item will be, as tall as it is thought to be. */
export function WaitingItem({ height, failed }: { readonly height: number; readonly failed: boolean }): JSX.Element {
  return (
    <div class="context-item context-waiting" style={{ height: `${height}px` }} aria-busy={!failed}>
      <span class="context-margin" />
      <span class="context-body">{failed ? "This message could not be read." : <i />}</span>
    </div>
  );
}
