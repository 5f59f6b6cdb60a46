import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoundedText, Place } from "../../core/view/block.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { ask } from "../../state/client.ts";
import { countLines, cutLines } from "./cut-lines.ts";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { PlainText } from "./PlainText.tsx";
import { useSave } from "./use-save.ts";
import { VisibleText } from "./VisibleText.tsx";
import { countHidden } from "./visible-text.ts";

/** Most UTF-16 units of one text that are ever put in the document. */
export const MOST_SHOWN = 200_000;

/** Lines shown before a hand asks for more. */
const LINES = { prose: 40, mono: 12 } as const;

const opened = new Kept<boolean>();
/** Texts whose hidden characters are shown. */
const uncovered = new Kept<boolean>();
/** Texts that were asked for: few, for each may be long. */
const fetched = new Kept<string>(16);

interface LongTextProps {
  readonly name: string;
  readonly text: BoundedText;
  readonly look: "prose" | "mono";
  /** What it is called when it is saved. */
  readonly saveAs?: string;
}

/** Text of any length: first some lines, then as much as a page can hold, the rest to save. */
export function LongText({ name, text, look, saveAs = "text.txt" }: LongTextProps): JSX.Element {
  const key = useBlockKey(name);
  const [open = false, setOpen] = useKept(opened, key);
  const [whole, setWhole] = useKept(fetched, key);
  const [symbols = false, setSymbols] = useKept(uncovered, key);
  const known = whole ?? text.text;
  const hidden = useMemo(() => countHidden(known), [known]);
  const short = cutLines(known, LINES[look]);
  const shown = open ? known : short.text;
  const chars = text.more?.chars ?? known.length;
  const rest = chars - known.length;
  const cutOff = short.chars > 0 || text.more !== undefined;
  return (
    <div class={`blocks-text blocks-${look}`}>
      <div dir="auto" class="blocks-words">
        {symbols ? <VisibleText text={shown} /> : <PlainText text={shown} />}
      </div>
      {(cutOff || hidden > 0) && (
        <div class="blocks-foot">
          {!open && (short.chars > 0 || rest > 0) && (
            <button type="button" onClick={() => setOpen(true)}>
              {restWords(short, rest)}
            </button>
          )}
          {open && rest > 0 && text.more !== undefined && (
            <MoreText place={text.more.place} known={known.length} chars={chars} onText={setWhole} />
          )}
          {text.more !== undefined && <SaveText place={text.more.place} chars={chars} saveAs={saveAs} />}
          {open && (
            <button type="button" onClick={() => setOpen(false)}>
              Show less
            </button>
          )}
          {hidden > 0 && (
            <span class="blocks-hidden">
              {rest > 0 && "at least "}
              {formatAmount(hidden, "hidden character")}{" "}
              <button
                type="button"
                aria-label={`${symbols ? "Hide" : "Show"} hidden characters`}
                onClick={() => setSymbols(!symbols)}
              >
                {symbols ? "Hide" : "Show"}
              </button>
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** What is not shown yet, in words. `beyond`: characters that are not even here. */
function restWords({ lines, chars }: { readonly lines: number; readonly chars: number }, beyond: number): string {
  if (beyond > 0) return `… ${formatCount(chars + beyond)} more characters`;
  if (lines > 1) return `… ${formatCount(lines)} more lines`;
  return `… ${formatAmount(chars, "more character")}`;
}

interface MoreTextProps {
  readonly place: Place;
  readonly known: number;
  readonly chars: number;
  readonly onText: (text: string) => void;
}

/** Fetches more of a text, up to what a page can hold; says how much of it that is. */
function MoreText({ place, known, chars, onText }: MoreTextProps): JSX.Element {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const amount = `${formatCount(known)} of ${formatCount(chars)} characters shown`;
  if (known >= MOST_SHOWN - 1) return <span>{amount}</span>;
  const load = (): void => {
    const asked = (abort.current = new AbortController());
    setState("busy");
    ask("text", { place, limit: MOST_SHOWN }, asked.signal).then(
      (text) => {
        setState("idle");
        onText(text.slice(0, MOST_SHOWN));
      },
      () => {
        if (!asked.signal.aborted) setState("failed");
      },
    );
  };
  return (
    <>
      <span>{state === "failed" ? `${amount}. More could not be read` : amount}</span>
      <button type="button" disabled={state === "busy"} onClick={load}>
        {state === "busy" ? "Reading…" : `Show ${chars > MOST_SHOWN ? formatCount(MOST_SHOWN) : "all"}`}
      </button>
    </>
  );
}

interface SaveTextProps {
  readonly place: Place;
  readonly chars: number;
  readonly saveAs: string;
}

function SaveText({ place, chars, saveAs }: SaveTextProps): JSX.Element {
  const { words, busy, save } = useSave(saveAs, () => ask("blob", { place }));
  return (
    <>
      <button type="button" onClick={save} disabled={busy}>
        Save all {formatCount(chars)} characters
      </button>
      {words !== "" && <span role="status">{words}</span>}
    </>
  );
}

/** `61 lines`, `2,340 characters`: how much a text is, for its one-line summary. */
export function sizeWords(text: BoundedText): string {
  if (text.more !== undefined) return formatAmount(text.more.chars, "character");
  const lines = countLines(text.text);
  return lines > 1 ? formatAmount(lines, "line") : formatAmount(text.text.length, "character");
}
