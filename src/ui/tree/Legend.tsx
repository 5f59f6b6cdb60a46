import type { JSX } from "preact";
import { FATES } from "../../core/view/fate.ts";
import { context } from "../../state/cells.ts";
import { FateFilter } from "../parts/FateFilter.tsx";

/** Marks of the map (draw-map.ts), in the colours they are drawn in. */
const marks: readonly (readonly [colour: string, words: string])[] = [
  ["var(--tone-summary)", "compaction, all across"],
  ["var(--text-faint)", "fork"],
  ["var(--tone-system)", "edit"],
  ["var(--ok)", "label"],
  ["color-mix(in srgb, var(--danger) 40%, transparent)", "failed"],
  ["var(--danger)", "problem"],
  ["var(--accent)", "line: the point"],
];

/** What the marks of the rows and the colours of the map mean. */
export function Legend({ map }: { readonly map: boolean }): JSX.Element {
  const counts = context.value?.summary.fates;
  return (
    // A scrolled region must be reachable by key.
    <div class="tree-legend" tabIndex={0} role="group" aria-label="Marks and colours">
      <p>
        What became of an entry at the point{map && "; the map at the left has the same colours"}. Press one to see only
        its entries:
      </p>
      <ul>
        {FATES.toReversed().map((fate) => (
          <li key={fate}>
            <FateFilter fate={fate} count={counts?.[fate]} />
          </li>
        ))}
      </ul>
      {map && (
        <>
          <p>The map is the whole file in file order, its frame what is in view. At its right edge:</p>
          <ul>
            {marks.map(([colour, words]) => (
              <li key={words}>
                <i style={{ color: colour }} />
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
