import { Fragment, type JSX } from "preact";
import type { CodeRun } from "../../core/view/rich.ts";
import { Words } from "./Words.tsx";
import "./rich.css";

interface CodeProps {
  readonly text: string;
  /** Stretches of the text from its start; what follows them is plain. */
  readonly tokens: readonly CodeRun[] | undefined;
}

/** Code in its colours. What is marked and copied is the text itself. */
export function Code({ text, tokens = [] }: CodeProps): JSX.Element {
  const pieces: JSX.Element[] = [];
  let at = 0;
  for (const run of tokens) {
    const [kind, words] = typeof run === "string" ? [undefined, run] : run;
    if (at >= text.length) break;
    const shown = words.slice(0, text.length - at);
    pieces.push(
      kind === undefined ? (
        <Fragment key={at}>
          <Words text={shown} />
        </Fragment>
      ) : (
        <span key={at} class={`rich-token-${kind}`}>
          <Words text={shown} />
        </span>
      ),
    );
    at += words.length;
  }
  return (
    <>
      {pieces}
      {at < text.length && <Words key="rest" text={text.slice(at)} />}
    </>
  );
}
