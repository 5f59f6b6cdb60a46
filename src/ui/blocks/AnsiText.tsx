import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Run, StyledBlock, StyledText } from "../../core/view/tool-block.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { ask } from "../../state/client.ts";
import { CopyButton } from "./CopyButton.tsx";
import { countLines, cutLines } from "./cut-lines.ts";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { LongText, MOST_SHOWN } from "./LongText.tsx";
import { PlainText } from "./PlainText.tsx";
import { type StyledPiece, startOfLast, styledPieces } from "./styled-pieces.ts";
import { useSave } from "./use-save.ts";
import { VisibleText } from "./VisibleText.tsx";
import { countHidden } from "./visible-text.ts";
import "./tools.css";

const opened = new Kept<boolean>();
const asStored = new Kept<boolean>();
const unwrapped = new Kept<boolean>();
/** Texts whose hidden characters are shown. */
const uncovered = new Kept<boolean>();
/** Texts that were asked for: few, for each may be long. */
const fetched = new Kept<StyledText>(8);

/** Lines that most panes have no room for. */
const LONG_LINE = /[^\n]{80}/;

interface AnsiTextProps {
  readonly name: string;
  readonly block: StyledBlock;
}

/** Output in its colours: some lines of it, all of it on request, or as the file has it. */
export function AnsiText({ name, block }: AnsiTextProps): JSX.Element {
  const key = useBlockKey(`${name}-styled`);
  const [raw = false, setRaw] = useKept(asStored, key);
  const stored = block.controls && (
    <button type="button" aria-pressed={raw} onClick={() => setRaw(!raw)}>
      {raw ? "As shown" : "As stored"}
    </button>
  );
  if (!raw) return <Shown name={name} block={block} stored={stored} />;
  return (
    <div class="blocks-stored">
      <LongText name={`${name}-raw`} text={block.raw} look="mono" saveAs="output.txt" />
      <div class="blocks-foot">{stored}</div>
    </div>
  );
}

function Shown({ name, block, stored }: AnsiTextProps & { readonly stored: JSX.Element | false }): JSX.Element {
  const key = useBlockKey(`${name}-styled`);
  const [open = false, setOpen] = useKept(opened, key);
  const [whole, setWhole] = useKept(fetched, key);
  const [symbols = false, setSymbols] = useKept(uncovered, key);
  const [wide = false, setWide] = useKept(unwrapped, key);
  const { text, runs, left } = whole ?? block;
  const { from, to, hidden } = open ? { from: 0, to: text.length, hidden: 0 } : previewOf(text, block);
  const unseen = useMemo(() => countHidden(text), [text]);
  const more = hidden > 0 || (!open && left > 0);
  const rest = more ? restWords(hidden, left, block.end) : "";
  // A foot with nothing to say but how to copy takes no room of its own.
  const isQuiet = (!more || block.end) && !open && unseen === 0 && stored === false && block.raw.more === undefined;
  const expand = more && (
    <button type="button" onClick={() => setOpen(true)}>
      {rest}
    </button>
  );
  return (
    <div class="blocks-text blocks-mono blocks-styled">
      {expand !== false && block.end && <div class="blocks-foot blocks-foot-top">{expand}</div>}
      <div
        dir="auto"
        class={wide ? "blocks-words blocks-words-wide" : "blocks-words"}
        // What scrolls must be reachable by key.
        {...(wide && { tabIndex: 0, role: "group", "aria-label": "Output" })}
      >
        {symbols ? (
          <VisibleText text={text.slice(from, to)} />
        ) : (
          styledPieces(text, runs, from, to).map((piece, index) => (
            // Pieces of one text never change places.
            <Piece key={index} piece={piece} />
          ))
        )}
      </div>
      <div class={isQuiet ? "blocks-foot blocks-foot-quiet" : "blocks-foot"}>
        {!block.end && expand}
        {open && left > 0 && <More block={block} known={text.length} left={left} onText={setWhole} />}
        {open && (
          <button type="button" onClick={() => setOpen(false)}>
            Show less
          </button>
        )}
        {unseen > 0 && <Hidden count={unseen} shown={symbols} onShow={setSymbols} />}
        <span class="blocks-tools">
          {stored}
          {LONG_LINE.test(text) && (
            <button type="button" aria-pressed={!wide} onClick={() => setWide(!wide)}>
              Wrap
            </button>
          )}
          <CopyButton text={text} />
          {block.raw.more !== undefined && <SaveRaw block={block} />}
        </span>
      </div>
    </div>
  );
}

interface HiddenProps {
  readonly count: number;
  readonly shown: boolean;
  readonly onShow: (shown: boolean) => void;
}

/** How many characters cannot be seen, and the way to see them. */
function Hidden({ count, shown, onShow }: HiddenProps): JSX.Element {
  return (
    <span class="blocks-hidden">
      {formatAmount(count, "hidden character")}{" "}
      <button type="button" aria-label={`${shown ? "Hide" : "Show"} hidden characters`} onClick={() => onShow(!shown)}>
        {shown ? "Hide" : "Show"}
      </button>
    </span>
  );
}

/** What of a text is shown unasked; `hidden`: lines that are not. */
function previewOf(text: string, { lines, end }: StyledBlock): { from: number; to: number; hidden: number } {
  if (end) {
    // Empty lines at the end say nothing.
    const to = text.trimEnd().length || text.length;
    const from = startOfLast(text.slice(0, to), lines);
    return { from, to, hidden: from === 0 ? 0 : Math.max(1, countLines(text.slice(0, from))) };
  }
  const short = cutLines(text, lines);
  return { from: 0, to: short.text.length, hidden: short.chars === 0 ? 0 : Math.max(1, short.lines) };
}

function restWords(lines: number, chars: number, end: boolean): string {
  const which = end ? "earlier" : "more";
  if (chars > 0) return `… ${formatCount(lines)} ${which} lines and ${formatAmount(chars, "character")}`;
  return `… ${formatCount(lines)} ${which} ${lines === 1 ? "line" : "lines"}`;
}

function Piece({ piece }: { readonly piece: StyledPiece }): JSX.Element {
  const { text, run } = piece;
  if (run === undefined || (run.fg === undefined && run.bg === undefined && run.marks === undefined)) {
    return <PlainText text={text} />;
  }
  const look = lookOf(run);
  return (
    <span class={look.names} style={look.style}>
      <PlainText text={text} />
    </span>
  );
}

/** Class names of a run, and its colours as custom properties: the style sheet fits them to the theme. */
export function lookOf({ fg, bg, marks = [] }: Run): { names: string; style: Record<string, string> } {
  const inverse = marks.includes("inverse");
  const [front, back] = inverse ? [bg, fg] : [fg, bg];
  const names = marks.map((mark) => `blocks-run-${mark}`);
  const style: Record<string, string> = {};
  if (front !== undefined) {
    names.push("blocks-run-fg");
    style["--fg"] = colour(front);
  }
  if (back !== undefined) {
    names.push("blocks-run-bg");
    style["--on"] = colour(back);
  }
  return { names: names.join(" "), style };
}

function colour(of: number | string): string {
  return typeof of === "number" ? `var(--ansi-${of})` : of;
}

interface MoreProps {
  readonly block: StyledBlock;
  readonly known: number;
  readonly left: number;
  readonly onText: (text: StyledText) => void;
}

/** Fetches more of an output, up to what a page can hold. */
function More({ block, known, left, onText }: MoreProps): JSX.Element {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const place = block.raw.more?.place;
  const amount = `${formatCount(left)} characters ${block.end ? "before" : "after"} these are not shown`;
  if (place === undefined || known >= MOST_SHOWN / 2) return <span>{amount}</span>;
  const load = (): void => {
    setState("busy");
    ask("styled", { place, source: block.source, end: block.end, limit: MOST_SHOWN }).then(
      (text) => {
        setState("idle");
        onText(text);
      },
      () => setState("failed"),
    );
  };
  return (
    <>
      <span>{state === "failed" ? `${amount}; they could not be read` : amount}</span>
      <button type="button" disabled={state === "busy"} onClick={load}>
        {state === "busy" ? "Reading…" : "Show more"}
      </button>
    </>
  );
}

function SaveRaw({ block }: { readonly block: StyledBlock }): JSX.Element | null {
  const { more } = block.raw;
  const { words, busy, save } = useSave("output.txt", () =>
    more === undefined ? Promise.reject(new Error("nothing to save")) : ask("blob", { place: more.place }),
  );
  if (more === undefined) return null;
  return (
    <>
      <button type="button" onClick={save} disabled={busy}>
        Save all {formatCount(more.chars)} characters
      </button>
      {words !== "" && <span role="status">{words}</span>}
    </>
  );
}
