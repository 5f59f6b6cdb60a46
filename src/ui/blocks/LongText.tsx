import type { JSX } from "preact";
import type { BoundedText } from "../../core/view/block.ts";
import { formatAmount } from "../../lib/figures.ts";
import { countLines, cutLines } from "./cut-lines.ts";
import { PlainText } from "./PlainText.tsx";
import { TextFoot, useText } from "./TextFoot.tsx";
import { VisibleText } from "./VisibleText.tsx";

export { MOST_SHOWN } from "./TextFoot.tsx";

/** Lines shown before a hand asks for more. */
const LINES = { prose: 40, mono: 12 } as const;

interface LongTextProps {
  readonly name: string;
  readonly text: BoundedText;
  readonly look: "prose" | "mono";
  /** What it is called when it is saved. */
  readonly saveAs?: string;
}

/** Text of any length: first some lines, then as much as a page can hold, the rest to save. */
export function LongText({ name, text, look, saveAs = "text.txt" }: LongTextProps): JSX.Element {
  const state = useText(name, text.text);
  const short = cutLines(state.known, LINES[look]);
  const shown = state.open ? state.known : short.text;
  return (
    <div class={`blocks-text blocks-${look}`}>
      <div dir="auto" class="blocks-words">
        {state.symbols ? <VisibleText text={shown} /> : <PlainText text={shown} />}
      </div>
      <TextFoot state={state} more={text.more} short={short} saveAs={saveAs} />
    </div>
  );
}

/** `61 lines`, `2,340 characters`: how much a text is, for its one-line summary. */
export function sizeWords(text: BoundedText): string {
  if (text.more !== undefined) return formatAmount(text.more.chars, "character");
  const lines = countLines(text.text);
  return lines > 1 ? formatAmount(lines, "line") : formatAmount(text.text.length, "character");
}
