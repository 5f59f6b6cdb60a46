import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { BoundedText } from "../../core/view/block.ts";
import type { Rich } from "../../core/view/rich.ts";
import { showSource } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { useAnswer } from "../list/use-answer.ts";
import { cutRich } from "./cut-rich.ts";
import { Kept, useBlockKey } from "./kept.ts";
import { LongText } from "./LongText.tsx";
import { RichBlocks } from "./RichBlocks.tsx";
import { TextFoot, useText } from "./TextFoot.tsx";
import { Symbols } from "./Words.tsx";
import "./rich.css";

/** Lines shown before a hand asks for more, about. */
const LINES = 40;

/** What was asked for, with the text it is of: a text that comes back into view is as it was. */
const readings = new Kept<{ readonly of: string; readonly rich: Rich | null }>(64);

interface RichTextProps {
  readonly name: string;
  readonly text: BoundedText;
  /** The text as Markdown: null where it is better shown plain, undefined where nobody has looked yet. */
  readonly rich: Rich | null | undefined;
  readonly saveAs?: string;
}

/** Running text as the Markdown it is; as it was written while that is not known, where there is none, and where the reader wants it so. */
export function RichText({ name, text, rich, saveAs = "text.txt" }: RichTextProps): JSX.Element {
  const state = useText(name, text.text);
  const source = showSource.value;
  const { known } = state;
  const key = useBlockKey(`${name}-rich`);
  const kept = readings.get(key);
  const given = state.longer || rich === undefined ? (kept?.of === known ? kept.rich : undefined) : rich;
  const wanted = given === undefined && !source;
  const { value } = useAnswer(
    wanted
      ? async (signal) => {
          const reading = { of: known, rich: await ask("rich", { text: known }, signal) };
          readings.set(key, reading);
          return reading;
        }
      : null,
    wanted ? [known] : [null],
  );
  const read = given === undefined && value?.of === known ? value.rich : given;
  const short = useMemo(() => (read === undefined || read === null ? undefined : cutRich(read, LINES)), [read]);
  if (source || read === undefined || read === null || short === undefined) {
    return <LongText name={name} text={text} look="prose" saveAs={saveAs} />;
  }
  return (
    <div class="blocks-text blocks-rich">
      <Symbols.Provider value={state.symbols}>
        <RichBlocks name={name} blocks={state.open ? read : short.blocks} />
      </Symbols.Provider>
      {/* Lines are what is counted: characters of marks are not seen. */}
      <TextFoot state={state} more={text.more} short={{ lines: short.lines, chars: short.lines }} saveAs={saveAs} />
    </div>
  );
}
