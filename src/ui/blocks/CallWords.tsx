import type { ComponentChildren, JSX } from "preact";
import type { CallWord } from "../../core/view/tool-block.ts";
import { formatSpan } from "../../lib/figures.ts";
import { LineText } from "./VisibleText.tsx";
import "./tools.css";

/** The head of a call as Pi words it: the tool, then what it was called with. */
export function CallWords({ words }: { readonly words: readonly CallWord[] }): JSX.Element {
  return (
    <code class="blocks-call-title">
      {words.map(({ text, look }, index) => (
        // The words of a call never change places. A range stands at its path without a space.
        <span key={index} class={`blocks-word blocks-word-${look}`}>
          {index > 0 && !text.startsWith(":") && " "}
          <LineText text={text} />
        </span>
      ))}
    </code>
  );
}

const SIGNS = { ok: "✓", failed: "✕", open: "○" } as const;

interface StatusProps {
  readonly status: keyof typeof SIGNS;
  /** Instead of `failed` and the like. */
  readonly words: string;
  readonly ms: number | null;
  readonly children?: ComponentChildren;
}

/** How a call went and how long it took. A call that went well says so by its sign alone. */
export function Status({ status, words, ms, children }: StatusProps): JSX.Element {
  return (
    <span class={`blocks-status blocks-status-${status}`}>
      <span aria-hidden="true">{SIGNS[status]}</span>
      {status === "ok" && words === "" && <span class="unseen">went well</span>}
      {words !== "" && <span>{words}</span>}
      {ms !== null && <span class="blocks-status-time">{formatSpan(ms)}</span>}
      {children}
    </span>
  );
}
