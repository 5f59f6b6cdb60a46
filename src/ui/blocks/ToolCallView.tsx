import type { JSX } from "preact";
import type { Block } from "../../core/view/block.ts";
import type { ToolCallBlock, ToolResultBlock } from "../../core/view/tool-block.ts";
import { formatAmount } from "../../lib/figures.ts";
import { RefLink } from "../parts/Words.tsx";
import { CallWords, Status } from "./CallWords.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { FieldRows } from "./FieldRows.tsx";
import "./tools.css";

interface ToolCallProps {
  readonly name: string;
  readonly block: ToolCallBlock;
  /** Draws a block of the call's body. */
  readonly draw: (name: string, block: Block) => JSX.Element | null;
}

/** A tool call as Pi words it, and how it went; what it was called with below, in the tool's own form. */
export function ToolCallView({ name, block, draw }: ToolCallProps): JSX.Element {
  const { words, body, args, status, ms, result } = block;
  const said = { ok: "", failed: "failed", open: "no result" }[status];
  const aside = (
    <Status status={status} words={said} ms={ms}>
      {result !== null && <RefLink to={{ ...result, text: "result" }} />}
    </Status>
  );
  if (args.length === 0 && body.length === 0) {
    return (
      <div class="blocks-call">
        <div class="blocks-line">
          <CallWords words={words} />
          <span class="blocks-aside">{aside}</span>
        </div>
      </div>
    );
  }
  return (
    <div class="blocks-call">
      <Disclosure name={`${name}-call`} title={<CallWords words={words} />} open aside={aside}>
        <div class="blocks-call-body">
          {body.map((part, index) => draw(`${name}.${index}`, part))}
          {args.length > 0 && <FieldRows name={name} fields={args} look="mono" />}
        </div>
      </Disclosure>
    </div>
  );
}

/** Several calls of one answer, which the tools ran at the same time. */
export function ParallelCalls({ children }: { readonly children: readonly JSX.Element[] }): JSX.Element {
  const words = `${formatAmount(children.length, "call")} in parallel`;
  return (
    <div class="blocks-parallel" role="group" aria-label={words}>
      <p class="blocks-parallel-head">{words}</p>
      {children}
    </div>
  );
}

/** What leads a result: the call it answers, and how that went. */
export function ToolResultView({ block }: { readonly block: ToolResultBlock }): JSX.Element {
  return (
    <div class="blocks-call blocks-result">
      <div class="blocks-line">
        <CallWords words={block.words} />
        <span class="blocks-aside">
          <ResultStatus block={block} />
        </span>
      </div>
    </div>
  );
}

/** How the call of a result went, with the way to it; a result without a call says so. */
export function ResultStatus({ block }: { readonly block: ToolResultBlock }): JSX.Element {
  const { status, ms, outcome, call, orphan } = block;
  return (
    <Status status={status} words={outcome !== "" ? outcome : status === "failed" ? "failed" : ""} ms={ms}>
      {orphan && <span class="blocks-orphan">answers no call</span>}
      {call !== null && <RefLink to={{ ...call, text: "call" }} />}
    </Status>
  );
}
