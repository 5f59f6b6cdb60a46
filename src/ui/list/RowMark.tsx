import type { JSX } from "preact";
import type { Fate } from "../../core/view/fate.ts";
import { fateClass } from "../parts/FateMark.tsx";
import "./marks.css";

/** The mark of a fate in a row of a list, named for those who cannot see it and for those who hover. */
export function RowMark({ fate }: { readonly fate: Fate }): JSX.Element {
  return <span class={`list-mark ${fateClass(fate)}`} role="img" aria-label={fate} title={fate} />;
}
