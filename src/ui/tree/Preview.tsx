import type { JSX } from "preact";
import type { Row } from "../../core/view/row.ts";
import { usePainted } from "../list/painted.ts";

/** Pixels that a row takes at least: only what can be seen is drawn, for reading goes on meanwhile. */
const LEAST = 20;

/** The first entries of a file that is still being read, as a plain list; lines in their place before there are any. */
export function Preview({ rows }: { readonly rows: readonly Row[] }): JSX.Element {
  usePainted("session:rows", rows.length > 0);
  if (rows.length === 0) {
    return (
      <div class="tree-preview" role="status" aria-label="Reading entries">
        {Array.from({ length: 14 }, (_, i) => (
          <div key={i} class="tree-row">
            <span class="tree-waiting" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul class="tree-preview" aria-label="First entries of the file" aria-busy="true">
      {rows.slice(0, Math.ceil(innerHeight / LEAST)).map((row) => (
        <li key={row.row} class="tree-row">
          <span class="tree-text">
            {row.lead !== "" && <b class={`tone-${row.tone}`}>{row.lead} </b>}
            {row.lead === "" ? <code class={`tone-${row.tone}`}>{row.text}</code> : <bdi>{row.text}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}
