import type { JSX } from "preact";
import { GROWTH_KINDS } from "../../core/view/growth.ts";
import type { Shown } from "./series.ts";
import { KIND_NAMES, MARK_LOOKS } from "./look.ts";

/** What the marks of the chart mean, and where the head has no room for them its colours: those that this branch has. */
export function Legend({ shown: { growth, series } }: { readonly shown: Shown }): JSX.Element {
  const marks = growth.marks.reduce((all, marks) => all | marks, 0);
  return (
    <ul class="growth-legend" aria-label="Legend">
      {GROWTH_KINDS.map(
        (kind, i) =>
          series.present[i] === true && (
            <li class="growth-legend-layer" key={kind} title={KIND_NAMES[kind][1]}>
              <i class={`growth-swatch growth-${kind}`} />
              {KIND_NAMES[kind][0]}
            </li>
          ),
      )}
      {series.provider.some((tokens) => tokens > 0) && (
        <li class="growth-legend-layer" title="Prompt by the provider’s count">
          <i class="growth-swatch growth-line" />
          provider
        </li>
      )}
      {series.compactions.length > 0 && (
        <li title="The context before and after it is said beside its line">
          <i class="growth-swatch growth-dashes" />
          compaction
        </li>
      )}
      {MARK_LOOKS.map(
        ({ mark, name, about, ink, path, filled }) =>
          (marks & mark) !== 0 && (
            <li key={name} title={about}>
              <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true" style={{ color: `var(${ink})` }}>
                <path
                  d={path}
                  fill={filled ? "currentColor" : "none"}
                  stroke={filled ? "none" : "currentColor"}
                  stroke-width="1.3"
                  stroke-linecap="round"
                />
              </svg>
              {name}
            </li>
          ),
      )}
    </ul>
  );
}
