import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Control, Report, ReportName } from "../../core/view/report.ts";
import { choose } from "../../state/actions.ts";
import { choices, generation, point, selection } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { Disclosure } from "../blocks/Disclosure.tsx";
import { Scope } from "../blocks/kept.ts";
import { useAnswer } from "../list/use-answer.ts";
import { Words } from "../parts/Words.tsx";
import { arriving } from "./arrival.ts";
import { PartView } from "./PartView.tsx";
import "./report.css";

/** One of the questions about the context, answered. */
export function ReportPane({ name }: { readonly name: ReportName }): JSX.Element {
  const at = point.value;
  const opening = generation.value;
  const chosen = choices.value[name];
  const { value, failed, waiting, cancel } = useAnswer(
    // What is read meanwhile does not make it another report: its links lead through the session.
    (signal) => ask("report", { name, point: at, selection: selection.peek(), choices: chosen ?? {} }, signal),
    [name, at, opening, chosen],
  );
  const box = useRef<HTMLDivElement>(null);
  useFollowedFocus(box, value !== null);
  return (
    <div class="report-frame" data-waiting={waiting}>
      {/* A scrolled region must be reachable by key. */}
      <div
        class="report"
        tabIndex={0}
        role="region"
        aria-label="Report"
        aria-busy={waiting || (value === null && failed === null)}
        ref={box}
      >
        {waiting && (
          <p class="report-waiting" role="status">
            Reading the entries this needs…
            <button type="button" class="parts-link" onClick={cancel}>
              Stop
            </button>
          </p>
        )}
        {failed !== null && <p class="report-failed">This could not be worked out: {failed}</p>}
        {value !== null && <Answer name={name} report={value} />}
      </div>
    </div>
  );
}

/** Takes the focus that was led here: into the field that waits for a text, else to the report. */
function useFollowedFocus(box: { readonly current: HTMLElement | null }, isThere: boolean): void {
  const wanted = arriving.value;
  useEffect(() => {
    if (!wanted || box.current === null) return;
    const field = box.current.querySelector<HTMLElement>('input[type="search"]');
    (field ?? box.current).focus();
    if (isThere) arriving.value = false;
  }, [wanted, isThere]);
}

function Answer({ name, report }: { readonly name: ReportName; readonly report: Report }): JSX.Element {
  const { lead, controls, sections } = report;
  return (
    <Scope.Provider value={`report.${name}`}>
      <p class="report-lead">
        <Words of={lead} />
      </p>
      {controls.length > 0 && (
        <div class="report-controls">
          {controls.map((control) => (
            <ControlView key={control.name} report={name} control={control} />
          ))}
        </div>
      )}
      {sections.map(({ title, fact, folded, parts }, index) => {
        const shown = parts.map((part, at) => (
          // The parts of a section never change places.
          <PartView key={at} name={`${title}.${at}`} part={part} />
        ));
        if (folded === true) {
          return (
            <section key={index} class="report-section">
              <Disclosure name={`section.${title}`} title={title} facts={fact} open={false}>
                <div class="report-parts">{shown}</div>
              </Disclosure>
            </section>
          );
        }
        return (
          <section key={index} class="report-section" aria-label={title}>
            <h3>
              {title} {fact !== undefined && <span class="report-fact">{fact}</span>}
            </h3>
            <div class="report-parts">{shown}</div>
          </section>
        );
      })}
    </Scope.Provider>
  );
}

function ControlView({ report, control }: { readonly report: ReportName; readonly control: Control }): JSX.Element {
  const { name, label, options, value } = control;
  if (options.length === 0) return <TextControl report={report} control={control} />;
  return (
    <label class="report-control">
      {label}
      <select value={value} onChange={(event) => choose(report, name, event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A text that is asked about when it is entered: each letter of it may cost the reading of a file. */
function TextControl({ report, control }: { readonly report: ReportName; readonly control: Control }): JSX.Element {
  const { name, label, value } = control;
  const [typed, setTyped] = useState(value);
  return (
    <form
      class="report-control report-control-text"
      onSubmit={(event) => {
        event.preventDefault();
        choose(report, name, typed);
      }}
    >
      <label>
        <span class="unseen">{label}</span>
        <input
          type="search"
          class="parts-field"
          placeholder={label}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="parts-button">
        Find
      </button>
    </form>
  );
}
