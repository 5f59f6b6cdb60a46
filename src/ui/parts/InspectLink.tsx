import type { JSX } from "preact";
import { choose } from "../../state/actions.ts";

/** From a compaction or a branch summary to what it kept, said and lost. */
export function InspectLink({ row }: { readonly row: number }): JSX.Element {
  return (
    <button type="button" class="parts-link" onClick={() => choose("compactions", "compaction", String(row))}>
      Inspect
    </button>
  );
}
