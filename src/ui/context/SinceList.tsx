import type { JSX } from "preact";
import { LEFT_ENTRIES, type Since } from "../../core/view/context.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { FateMark } from "../parts/FateMark.tsx";
import { RefLink } from "../parts/Words.tsx";

/** What has come into the context since the last request, and what has gone from it. */
export function SinceList({ since }: { readonly since: Since }): JSX.Element {
  const { request, added, left, leftCount } = since;
  return (
    <div class="context-since">
      <p>
        Since the request answered by <RefLink to={request} />:{" "}
        {formatAmount(added.length, "entry came", "entries came")}, marked below by a line at the left;{" "}
        {leftCount === 0 ? "nothing went." : `${formatAmount(leftCount, "entry", "entries")} went:`}
      </p>
      <ul>
        {left.map(({ entry, fate }) => (
          <li key={entry.row}>
            <FateMark fate={fate} />
            <RefLink to={entry} /> <span class="context-quiet">{fate}</span>
          </li>
        ))}
        {leftCount > LEFT_ENTRIES && <li class="context-quiet">and {formatCount(leftCount - LEFT_ENTRIES)} more</li>}
      </ul>
    </div>
  );
}
