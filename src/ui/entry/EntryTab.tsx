import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { EntryView } from "../../core/view/context.ts";
import { formatAmount, formatBytes, formatCount, formatIso, formatTime, formatTokens } from "../../lib/figures.ts";
import { setPoint, showNarrow } from "../../state/actions.ts";
import { generation, point, pointRow, selection } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { Blocks } from "../blocks/BlockView.tsx";
import { LineText } from "../blocks/VisibleText.tsx";
import { Button } from "../parts/Button.tsx";
import { FateMark, fateClass } from "../parts/FateMark.tsx";
import { InspectLink } from "../parts/InspectLink.tsx";
import { RefLink, Words } from "../parts/Words.tsx";
import { ProblemLine } from "../problems/ProblemLine.tsx";
import { gapWords } from "./gap-words.ts";
import { useAnswer } from "../list/use-answer.ts";

/** Everything about the entry that is selected. */
export function EntryTab(): JSX.Element {
  const row = selection.value;
  const at = point.value;
  const opening = generation.value;
  const { value, failed } = useAnswer(row === null ? null : (signal) => ask("entry", { row, point: at }, signal), [
    row,
    at,
    opening,
  ]);
  const box = useRef<HTMLDivElement>(null);
  const shown = value?.row;
  const before = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    // What comes first stands at the top already: saying so would lay the page out once more.
    if (box.current !== null && before.current !== undefined) box.current.scrollTop = 0;
    before.current = shown;
  }, [shown]);
  if (row === null) {
    return (
      <div class="parts-nothing">
        <p>Nothing is selected</p>
        <p>Select an entry in the tree or in the context to read it and to see what became of it.</p>
      </div>
    );
  }
  return (
    // A scrolled region must be reachable by key.
    <div class="entry-scroll" ref={box} tabIndex={0} role="group" aria-label="The entry" aria-busy={shown !== row}>
      {failed !== null && <p class="entry-failed">This entry could not be read: {failed}</p>}
      {value !== null && <Entry entry={value} isPoint={value.row === at} />}
    </div>
  );
}

function Entry({ entry, isPoint }: { readonly entry: EntryView; readonly isPoint: boolean }): JSX.Element {
  const { fate, why, blocks, problems } = entry;
  const contextHere = (): void => {
    setPoint(entry.row);
    showNarrow("context");
  };
  return (
    <>
      <div class={`entry-fate ${fateClass(fate)}`}>
        <h3>
          <FateMark fate={fate} />
          <span>{fate.charAt(0).toUpperCase() + fate.slice(1)}</span>
        </h3>
        <p>
          <Words of={why} />
        </p>
        <Story row={entry.row} />
        {(entry.type === "compaction" || entry.type === "branch_summary") && <InspectLink row={entry.row} />}
        {isPoint ? (
          <p class="entry-quiet">The context is shown at this entry.</p>
        ) : (
          <Button onClick={contextHere} title="Show the context at this entry (Enter)">
            Context here
          </Button>
        )}
      </div>
      {problems.length > 0 && (
        <ul class="entry-problems">
          {problems.map((problem) => (
            <li key={`${problem.line}.${problem.code}.${problem.message}`}>
              <ProblemLine problem={problem} />
            </li>
          ))}
        </ul>
      )}
      <FieldTable entry={entry} />
      {blocks.length > 0 && (
        <div class="entry-blocks">
          <Blocks scope={`entry.${entry.row}`} blocks={blocks} look="entry" />
        </div>
      )}
    </>
  );
}

/** ms that an entry is read before its story is asked for. */
const STORY_WAIT = 200;

/** What it was in the course of the session: it comes after the entry, which nothing waits for. */
function Story({ row }: { readonly row: number }): JSX.Element {
  const at = point.value;
  const { value } = useAnswer(
    async (signal) => {
      // A context that was asked for by the same hand comes first: the worker does one thing at a time.
      await new Promise((resolve) => setTimeout(resolve, STORY_WAIT));
      signal.throwIfAborted();
      return ask("story", { row, point: at }, signal);
    },
    [row, at, generation.value],
  );
  return (
    <>
      {value?.map((sentence, index) => (
        // The sentences of an entry never change places.
        <p key={index} class="entry-quiet">
          <Words of={sentence} />
        </p>
      ))}
    </>
  );
}

function Field({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FieldTable({ entry }: { readonly entry: EntryView }): JSX.Element {
  const { type, role, time, line, offset, bytes, label, tokens, fields } = entry;
  return (
    <dl class="entry-fields">
      <Field name="Type">
        <bdi>{type || "none"}</bdi>
        {role !== undefined && (
          <>
            {" · "}
            <bdi>{role}</bdi>
          </>
        )}
      </Field>
      <Field name="Time">{time === null ? "none that can be read" : <Time time={time} />}</Field>
      {label !== undefined && (
        <Field name="Label">
          <span class="entry-label">
            <LineText text={label} />
          </span>
        </Field>
      )}
      {tokens > 0 && <Field name="Tokens">~{formatTokens(tokens)}</Field>}
      {fields.map(({ name, value }, index) => (
        // The fields of an entry never change places.
        <Field key={index} name={name}>
          <Words of={value} />
        </Field>
      ))}
      <Family entry={entry} />
      <Field name="Line">{formatCount(line)}</Field>
      <Field name="Size">
        {formatBytes(bytes)} <span class="entry-quiet">at byte {formatCount(offset)}</span>
      </Field>
    </dl>
  );
}

function Time({ time }: { readonly time: number }): JSX.Element {
  const there = pointRow.value?.time ?? null;
  const gap = there === null ? "" : gapWords(time - there);
  return (
    <>
      <time dateTime={formatIso(time)} title={formatIso(time)}>
        {formatTime(time)}
      </time>
      {gap !== "" && <span class="entry-quiet"> {gap} the point</span>}
    </>
  );
}

function Family({ entry }: { readonly entry: EntryView }): JSX.Element {
  const { parent, children, childCount } = entry;
  return (
    <>
      <Field name="Parent">
        {parent === null ? (
          "none: a root"
        ) : "missing" in parent ? (
          <span class="entry-missing">
            <bdi>{parent.missing}</bdi>, which is not in the file
          </span>
        ) : (
          <RefLink to={parent} />
        )}
      </Field>
      <Field name={childCount === 1 ? "Child" : "Children"}>
        {childCount === 0 ? (
          "none"
        ) : (
          <ul class="entry-children">
            {children.map((child) => (
              <li key={child.row}>
                <RefLink to={child} />
              </li>
            ))}
            {childCount > children.length && (
              <li class="entry-quiet">and {formatAmount(childCount - children.length, "more", "more")}</li>
            )}
          </ul>
        )}
      </Field>
    </>
  );
}
