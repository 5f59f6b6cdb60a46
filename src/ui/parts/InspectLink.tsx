import type { JSX } from "preact";
import { arriving } from "../report/arrival.ts";
import { choose } from "../../state/actions.ts";

/** From a compaction or a branch summary to what it kept, said and lost. */
export function InspectLink({ row }: { readonly row: number }): JSX.Element {
  const inspect = (): void => {
    arriving.value = true;
    choose("compactions", "compaction", String(row));
  };
  return (
    <button type="button" class="parts-link" onClick={inspect}>
      Inspect
    </button>
  );
}
