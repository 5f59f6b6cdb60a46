import type { JSX } from "preact";
import type { BoundedText } from "../../core/view/block.ts";
import type { CodeRun, Code as CodeText } from "../../core/view/rich.ts";
import { ask } from "../../state/client.ts";
import { useAnswer } from "../list/use-answer.ts";
import { Code } from "./Code.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { cutLines } from "./cut-lines.ts";
import { Kept, useBlockKey, useKept } from "./kept.ts";
import { TextFoot, useText } from "./TextFoot.tsx";
import { Symbols } from "./Words.tsx";
import "./rich.css";

/** Lines shown before a hand asks for more (Pi: renderers of read and write). */
const LINES = 10;

const unwrapped = new Kept<boolean>();

interface CodeViewProps {
  readonly name: string;
  readonly code: CodeText & Pick<BoundedText, "more">;
  /** What the code says it is, beside its tools. */
  readonly info?: string;
  readonly saveAs?: string;
}

/** Code of any length in its colours: some lines first, wrapped or not, to copy as it is. */
export function CodeView({ name, code, info = "", saveAs = "code.txt" }: CodeViewProps): JSX.Element {
  const state = useText(name, code.text);
  const [straight = false, setStraight] = useKept(unwrapped, useBlockKey(`${name}-wrap`));
  const short = cutLines(state.known, LINES);
  const shown = state.open ? state.known : short.text;
  const tokens = useTokens(code, shown, state.longer);
  const words = (
    <Symbols.Provider value={state.symbols}>
      <Code text={shown} tokens={tokens} />
    </Symbols.Provider>
  );
  return (
    <div class="blocks-text blocks-mono blocks-code">
      {straight ? (
        <pre class="blocks-words blocks-straight" tabIndex={0}>
          {words}
        </pre>
      ) : (
        <pre class="blocks-words">{words}</pre>
      )}
      <div class="blocks-corner">
        <button type="button" aria-pressed={!straight} onClick={() => setStraight(!straight)}>
          Wrap
        </button>
        <CopyButton text={state.known} />
        {info !== "" && <span class="blocks-language">{info}</span>}
      </div>
      <TextFoot state={state} more={code.more} short={short} saveAs={saveAs} />
    </div>
  );
}

/** The tokens of what is shown: those that came with the code, asked for anew where they end before it. */
function useTokens(code: CodeText, shown: string, longer: boolean): readonly CodeRun[] | undefined {
  const { language, tokens: given } = code;
  const covered = given !== undefined && !longer && lengthOf(given) >= shown.length;
  const wanted = language !== undefined && !covered;
  const { value } = useAnswer(
    wanted ? (signal) => ask("tokens", { text: shown, language }, signal) : null,
    wanted ? [shown, language] : [null, null],
  );
  return (covered ? undefined : value) ?? given;
}

function lengthOf(tokens: readonly CodeRun[]): number {
  return tokens.reduce((sum, run) => sum + (typeof run === "string" ? run : run[1]).length, 0);
}
