import type { JSX } from "preact";
import type { ContextItem, Form } from "../../core/view/context.ts";
import { formatClock, formatIso, formatTokens } from "../../lib/figures.ts";
import { Blocks } from "../blocks/BlockView.tsx";
import { FateMark, fateClass } from "../parts/FateMark.tsx";
import { Words } from "../parts/Words.tsx";

interface ContextItemViewProps {
  readonly item: ContextItem;
  readonly form: Form;
  readonly part: number;
  readonly selected: boolean;
  readonly onSelect: (row: number) => void;
}

/** One message of the context (one entry of the stored form): where it comes from at the left, what it says beside it. */
export function ContextItemView({ item, form, part, selected, onSelect }: ContextItemViewProps): JSX.Element {
  const { title, tone, time, tokens, fate, notes } = item;
  const clock = formatClock(time);
  const weight = tokens > 0 ? `~${formatTokens(tokens)}` : "";
  const outside = form === "stored" && fate !== "in context" && fate !== "checkpoint" && fate !== "replaced";
  const classes = ["context-item"];
  if (selected) classes.push("context-chosen");
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
          <p key={index} class="context-note">
            <Words of={note} />
          </p>
        ))}
        <Blocks scope={`context.${form}.${item.row}.${part}`} blocks={item.blocks} output={tone === "tool"} />
      </div>
    </article>
  );
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
