import type { JSX } from "preact";
import type { Fate } from "../../core/view/fate.ts";
import { formatCount } from "../../lib/figures.ts";
import { toggleFate } from "../../state/actions.ts";
import { fates } from "../../state/cells.ts";
import { FateMark } from "./FateMark.tsx";

interface FateFilterProps {
  readonly fate: Fate;
  /** Entries of that fate; undefined while that is not known. */
  readonly count: number | undefined;
}

/** A fate with its amount: pressed, the tree shows only its entries. */
export function FateFilter({ fate, count }: FateFilterProps): JSX.Element {
  const amount = count === undefined ? "" : `${formatCount(count)} `;
  return (
    <button
      type="button"
      class="parts-fate"
      aria-pressed={fates.value.includes(fate)}
      title={`${amount}${fate}: show only these in the tree`}
      onClick={() => toggleFate(fate)}
    >
      <FateMark fate={fate} />
      {amount}
      <span class="parts-fate-word">{fate}</span>
    </button>
  );
}
