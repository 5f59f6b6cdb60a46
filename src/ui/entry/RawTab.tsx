import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RawView } from "../../core/view/context.ts";
import { formatBytes, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { announce } from "../../state/actions.ts";
import { generation, selection } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { MOST_SHOWN } from "../blocks/LongText.tsx";
import { useSave } from "../blocks/use-save.ts";
import { VisibleText } from "../blocks/VisibleText.tsx";
import { Button } from "../parts/Button.tsx";
import { Segmented, type Choice } from "../parts/Segmented.tsx";
import { copyText } from "./clipboard.ts";
import { rawLine } from "./raw-line.ts";
import { useAnswer } from "../list/use-answer.ts";

type Look = "exact" | "pretty";
const looks: readonly Choice<Look>[] = [
  { value: "exact", text: "Exact", title: "The line as it is stored" },
  { value: "pretty", text: "Pretty", title: "The same value, a member a line" },
];

/** The line of the selected entry, or a line that is none, as the file has it. */
export function RawTab(): JSX.Element {
  const row = selection.value;
  const opening = generation.value;
  const open = rawLine.value;
  const line = row === null && open !== null && open.generation === opening ? open.line : null;
  const { value, failed } = useAnswer(
    row === null && line === null ? null : (signal) => ask("raw", { row, line: line ?? 0 }, signal),
    [row, line, opening],
  );
  if (row === null && line === null) {
    return (
      <div class="parts-nothing">
        <p>No line is selected</p>
        <p>Select an entry, or a line in file order, to see it as it is stored.</p>
      </div>
    );
  }
  if (failed !== null) return <p class="entry-failed">This line could not be read: {failed}</p>;
  return value === null ? <div class="entry-scroll" aria-busy="true" /> : <Raw raw={value} />;
}

/** UTF-16 units of a line that are shown before a hand asks for more: laid out at once. */
const FIRST_SHOWN = 30_000;

function Raw({ raw }: { readonly raw: RawView }): JSX.Element {
  const look = useSignal<Look>("exact");
  const more = useSignal(-1);
  const most = more.value === raw.offset ? MOST_SHOWN : FIRST_SHOWN;
  const pretty = look.value === "pretty" && raw.pretty !== null ? raw.pretty : null;
  const text = pretty ?? raw.exact;
  const shown = cut(text, most);
  return (
    <>
      <div class="entry-raw-head">
        {raw.pretty === null ? (
          <span class="entry-quiet">{raw.exactWhole ? "Not JSON" : "Too long to be shown pretty"}</span>
        ) : (
          <Segmented
            label="Look of the line"
            choices={looks}
            value={look.value}
            onChange={(next) => (look.value = next)}
          />
        )}
        <Take text={text} whole={pretty !== null || raw.exactWhole} line={raw.line} />
      </div>
      <p class="entry-raw-facts">
        line {formatCount(raw.line)} · {formatBytes(raw.bytes)}
        {raw.bytes >= 1000 && ` (${formatCount(raw.bytes)} bytes)`} at byte {formatCount(raw.offset)}
      </p>
      <pre class="entry-raw" tabIndex={0} aria-label={`Line ${raw.line} as stored`}>
        <VisibleText text={shown} />
      </pre>
      <Rest
        text={text}
        shown={shown.length}
        raw={raw}
        onMore={most < MOST_SHOWN && shown.length < text.length ? () => (more.value = raw.offset) : null}
      />
    </>
  );
}

interface RestProps {
  readonly text: string;
  readonly shown: number;
  readonly raw: RawView;
  readonly onMore: (() => void) | null;
}

/** Says what of the line is not shown, if anything, and offers the rest. */
function Rest({ text, shown, raw, onMore }: RestProps): JSX.Element | null {
  if (shown === text.length && raw.exactWhole) return null;
  return (
    <p class="entry-raw-facts entry-raw-rest">
      <span>
        The first {formatCount(shown)} characters are shown
        {raw.exactWhole ? ` of ${formatCount(text.length)}.` : ` of a line of ${formatBytes(raw.bytes)}.`}
      </span>
      {onMore !== null && (
        <button type="button" class="parts-link" onClick={onMore}>
          Show {formatCount(Math.min(text.length, MOST_SHOWN))}
        </button>
      )}
    </p>
  );
}

interface TakeProps {
  readonly text: string;
  /** `text` is not just the beginning. */
  readonly whole: boolean;
  readonly line: number;
}

/** Copies what is shown, saves the line as stored: whole, whatever its size. */
function Take({ text, whole, line }: TakeProps): JSX.Element {
  const [said, setSaid] = useState("");
  const saving = useSave(`line-${line}.json`, () => ask("line", { row: null, line }));
  const notice = saving.words || said;
  useEffect(() => {
    if (said === "") return undefined;
    const timer = setTimeout(() => setSaid(""), 4000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    void copyText(text).then((done) => {
      const part = whole ? "Copied" : `Copied the first ${formatCount(text.length)} characters`;
      const words = done ? part : "Not copied: the browser does not allow it. Mark the text and copy it by hand";
      setSaid(words);
      announce(words);
    });
  };
  return (
    <span class="entry-copy">
      {notice !== "" && (
        <span class="entry-quiet" role="status">
          {notice}
        </span>
      )}
      <Button onClick={copy}>Copy</Button>
      <Button onClick={saving.save} disabled={saving.busy} title="The whole line as it is stored, byte by byte">
        Save the line
      </Button>
    </span>
  );
}
