import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { signal } from "@preact/signals";
import type { DiffBlock, DiffLine } from "../../core/view/tool-block.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { CopyButton } from "./CopyButton.tsx";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { PlainText } from "./PlainText.tsx";
import { splitDiff } from "./split-diff.ts";
import "./tools.css";

/** Lines shown before a hand asks for more; a few more are not worth a button. */
const LINES = 24;
const SPARE = 4;
/** Two columns need so many pixels. */
const TWO_COLUMNS = 760;

const opened = new Kept<boolean>();
/** One choice for all diffs. */
const beside = signal(false);

const SIGNS = { same: " ", added: "+", removed: "-", gap: " " } as const;
const NAMES = { same: "", added: "added: ", removed: "removed: ", gap: "" } as const;

/** What became of a text: lines removed and added, the changed words in them marked. */
export function DiffView({ name, block }: { readonly name: string; readonly block: DiffBlock }): JSX.Element {
  const [open = false, setOpen] = useKept(opened, useBlockKey(`${name}-diff`));
  const box = useRef<HTMLDivElement>(null);
  const wide = useWide(box);
  const { lines, added, removed, left } = block;
  const isLong = lines.length > LINES + SPARE;
  const shown = open || !isLong ? lines : lines.slice(0, LINES);
  const split = wide && beside.value && added > 0 && removed > 0;
  return (
    <div class="blocks-diff" ref={box}>
      {split ? <Columns lines={shown} /> : <Unified lines={shown} />}
      <div class="blocks-foot">
        <span class="blocks-diff-amount">
          <span class="blocks-diff-plus">+{formatCount(added)}</span>{" "}
          <span class="blocks-diff-minus">−{formatCount(removed)}</span>
          <span class="unseen"> lines</span>
        </span>
        {isLong && (
          <button type="button" onClick={() => setOpen(!open)}>
            {open ? "Show less" : `… ${formatCount(lines.length - LINES)} more lines`}
          </button>
        )}
        {left > 0 && (open || !isLong) && <span>{formatAmount(left, "further line")} not shown here</span>}
        <span class="blocks-tools">
          {wide && added > 0 && removed > 0 && (
            <button type="button" aria-pressed={split} onClick={() => (beside.value = !beside.value)}>
              {split ? "One column" : "Side by side"}
            </button>
          )}
          <CopyButton text={asText(lines)} what="the diff" />
        </span>
      </div>
    </div>
  );
}

/** The diff as a text, as `diff -u` marks its lines. */
export function asText(lines: readonly DiffLine[]): string {
  return lines.map(({ mark, text }) => `${mark === "gap" ? "@@ " : SIGNS[mark]}${text}`).join("\n");
}

function Unified({ lines }: { readonly lines: readonly DiffLine[] }): JSX.Element {
  const numbered = lines.some((line) => line.old !== undefined || line.new !== undefined);
  return (
    <div class={numbered ? "blocks-diff-lines blocks-diff-numbered" : "blocks-diff-lines"}>
      {lines.map((line, index) => (
        // Lines of one diff never change places.
        <div key={index} class={`blocks-diff-line blocks-diff-${line.mark}`}>
          {numbered && <LineNumber of={line.new ?? line.old} />}
          <Line line={line} />
        </div>
      ))}
    </div>
  );
}

function Columns({ lines }: { readonly lines: readonly DiffLine[] }): JSX.Element {
  return (
    <div class="blocks-diff-lines blocks-diff-columns">
      {splitDiff(lines).map(({ before, after }, index) => (
        // Rows of one diff never change places.
        <div key={index} class="blocks-diff-row">
          {before?.mark === "gap" ? (
            <div class="blocks-diff-line blocks-diff-gap blocks-diff-across">
              <Line line={before} />
            </div>
          ) : (
            <>
              <Side line={before} number={before?.old} />
              <Side line={after} number={after?.new} />
            </>
          )}
        </div>
      ))}
    </div>
  );
}

function Side({ line, number }: { readonly line: DiffLine | undefined; readonly number: number | undefined }) {
  if (line === undefined) return <div class="blocks-diff-line blocks-diff-nothing" />;
  return (
    <div class={`blocks-diff-line blocks-diff-${line.mark}`}>
      <LineNumber of={number} />
      <Line line={line} />
    </div>
  );
}

function LineNumber({ of }: { readonly of: number | undefined }): JSX.Element {
  return <span class="blocks-diff-number">{of ?? ""}</span>;
}

/** Signs are drawn by the style sheet: what is marked and copied is the text alone. */
function Line({ line }: { readonly line: DiffLine }): JSX.Element {
  return (
    <span class="blocks-diff-text" dir="auto">
      {NAMES[line.mark] !== "" && <span class="unseen">{NAMES[line.mark]}</span>}
      {marked(line)}
      {line.text === "" && "\u200b"}
    </span>
  );
}

function marked({ text, words = [] }: DiffLine): ComponentChildren {
  if (words.length === 0) return <PlainText text={text} />;
  const pieces: ComponentChildren[] = [];
  let at = 0;
  for (const [from, to] of words) {
    if (from > at) pieces.push(<PlainText key={at} text={text.slice(at, from)} />);
    pieces.push(
      <mark key={`${from}!`}>
        <PlainText text={text.slice(from, to)} />
      </mark>,
    );
    at = to;
  }
  if (at < text.length) pieces.push(<PlainText key={at} text={text.slice(at)} />);
  return pieces;
}

/** True while an element has room for two columns. */
function useWide(box: { readonly current: HTMLElement | null }): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver !== "function") return undefined;
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= TWO_COLUMNS));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return wide;
}
