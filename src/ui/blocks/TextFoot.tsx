import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoundedText, Place } from "../../core/view/block.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { ask } from "../../state/client.ts";
import type { CutText } from "./cut-lines.ts";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { useSave } from "./use-save.ts";
import { countHidden } from "./visible-text.ts";

/** Most UTF-16 units of one text that are ever put in the document. */
export const MOST_SHOWN = 200_000;

const opened = new Kept<boolean>();
/** Texts whose hidden characters are shown. */
const uncovered = new Kept<boolean>();
/** Texts that were asked for: few, for each may be long. */
const fetched = new Kept<string>(16);

/** What a reader has done with a text, whatever form it is shown in. */
export interface TextState {
  /** The text as far as it is here. */
  readonly known: string;
  /** More of it was asked for. */
  readonly longer: boolean;
  readonly open: boolean;
  /** Hidden characters are shown. */
  readonly symbols: boolean;
  readonly hidden: number;
  readonly setOpen: (open: boolean) => void;
  readonly setWhole: (text: string) => void;
  readonly setSymbols: (symbols: boolean) => void;
}

/** The state of a text by the name of its block. */
export function useText(name: string, text: string): TextState {
  const key = useBlockKey(name);
  const [open = false, setOpen] = useKept(opened, key);
  const [whole, setWhole] = useKept(fetched, key);
  const [symbols = false, setSymbols] = useKept(uncovered, key);
  const known = whole ?? text;
  const hidden = useMemo(() => countHidden(known), [known]);
  return { known, longer: whole !== undefined, open, symbols, hidden, setOpen, setWhole, setSymbols };
}

interface TextFootProps {
  readonly state: TextState;
  readonly more: BoundedText["more"];
  /** What of the text that is here is not shown while it is folded. */
  readonly short: Pick<CutText, "lines" | "chars">;
  /** What it is called when it is saved. */
  readonly saveAs: string;
  readonly children?: ComponentChildren;
}

/** Below a text: what is not shown of it, and the ways to see that. Nothing for a text that is all there. */
export function TextFoot({ state, more, short, saveAs, children }: TextFootProps): JSX.Element | null {
  const { known, open, symbols, hidden, setOpen } = state;
  const rest = (more?.chars ?? known.length) - known.length;
  if (short.chars === 0 && more === undefined && hidden === 0 && children === undefined) return null;
  return (
    <div class="blocks-foot">
      {!open && (short.chars > 0 || rest > 0) && (
        <button type="button" onClick={() => setOpen(true)}>
          {restWords(short, rest)}
        </button>
      )}
      {open && rest > 0 && more !== undefined && (
        <MoreText place={more.place} known={known.length} chars={more.chars} onText={state.setWhole} />
      )}
      {more !== undefined && <SaveText place={more.place} chars={more.chars} saveAs={saveAs} />}
      {open && (
        <button type="button" onClick={() => setOpen(false)}>
          Show less
        </button>
      )}
      {children}
      {hidden > 0 && (
        <span class="blocks-hidden">
          {rest > 0 && "at least "}
          {formatAmount(hidden, "hidden character")}{" "}
          <button
            type="button"
            aria-label={`${symbols ? "Hide" : "Show"} hidden characters`}
            onClick={() => state.setSymbols(!symbols)}
          >
            {symbols ? "Hide" : "Show"}
          </button>
        </span>
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
