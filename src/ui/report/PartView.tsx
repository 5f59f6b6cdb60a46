import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { BesidePart, DiffPart, ReportPart } from "../../core/view/report.ts";
import { formatAmount } from "../../lib/figures.ts";
import { Blocks } from "../blocks/BlockView.tsx";
import { LineText } from "../blocks/VisibleText.tsx";
import { Words } from "../parts/Words.tsx";
import { TableView } from "./TableView.tsx";

/** One part of a report. `name` is unlike that of any other part of it. */
export function PartView({ name, part }: { readonly name: string; readonly part: ReportPart }): JSX.Element {
  switch (part.kind) {
    case "words":
      return (
        <p class={`report-words report-words-${part.tone}`}>
          <Words of={part.text} />
        </p>
      );
    case "facts":
      return (
        <dl class="report-facts">
          {part.facts.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>
                <Words of={fact.value} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case "table":
      return <TableView part={part} />;
    case "blocks":
      return <Blocks scope={`report.${part.scope}`} blocks={part.blocks} look="context" />;
    case "diff":
      return <DiffView part={part} />;
    case "beside":
      return <BesideView name={name} part={part} />;
    default:
      return part satisfies never;
  }
}

const signs = { same: " ", added: "+", removed: "−", gap: "⋯" } as const;
const words = { same: "", added: "added: ", removed: "removed: ", gap: "" } as const;

/** Lines drawn before more are asked for: each is an element or two, and a report may hold thousands. */
const FIRST_LINES = 80;

function DiffView({ part }: { readonly part: DiffPart }): JSX.Element {
  const [most, setMost] = useState(FIRST_LINES);
  const rest = part.lines.length - most;
  return (
    <div class="report-diff" dir="auto">
      {part.lines.slice(0, most).map(({ mark, text }, index) => (
        // The lines of a diff never change places.
        <div key={index} class={`report-line report-line-${mark}`}>
          <span aria-hidden="true">{signs[mark]}</span>
          <code>
            <span class="unseen">{words[mark]}</span>
            <LineText text={text} />
          </code>
        </div>
      ))}
      {rest > 0 && (
        <p class="report-left">
          <button type="button" class="parts-link" onClick={() => setMost(part.lines.length)}>
            Show {formatAmount(rest, "more line")}
          </button>
        </p>
      )}
      {rest <= 0 && part.left !== undefined && (
        <p class="report-left">{formatAmount(part.left, "more line")} not shown</p>
      )}
    </div>
  );
}

function BesideView({ name, part }: { readonly name: string; readonly part: BesidePart }): JSX.Element {
  return (
    <div class="report-beside">
      {part.sides.map(({ title, fact, parts }, side) => (
        // Sides never change places.
        <section key={side} aria-label={title}>
          <h4>
            {title} {fact !== undefined && <span class="report-fact">{fact}</span>}
          </h4>
          <div class="report-parts">
            {parts.map((one, at) => (
              // Nor do the parts of a side.
              <PartView key={at} name={`${name}.${side}.${at}`} part={one} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
