import type { JSX } from "preact";
import type { Field, ToolCallBlock } from "../../core/view/block.ts";
import { RefLink } from "../parts/Words.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { FieldRows } from "./FieldRows.tsx";
import { LineText } from "./VisibleText.tsx";

/** A tool call in Pi's wording; its arguments below where the wording does not say them all. */
export function ToolCallView({ name, block }: { readonly name: string; readonly block: ToolCallBlock }): JSX.Element {
  const result =
    block.result === null ? (
      <span class="blocks-faint">no result</span>
    ) : (
      <RefLink to={{ ...block.result, text: "result" }} />
    );
  if (block.args.length === 0) {
    return (
      <div class="blocks-call">
        <div class="blocks-line">
          <code class="blocks-call-title">
            <LineText text={block.title} />
          </code>
          <span class="blocks-aside">{result}</span>
        </div>
      </div>
    );
  }
  return (
    <div class="blocks-call">
      <Disclosure
        name={`${name}-call`}
        title={
          <code class="blocks-call-title">
            <LineText text={block.title} />
          </code>
        }
        open={!block.args.every((arg) => isSaid(arg, block.title))}
        aside={result}
      >
        <FieldRows name={name} fields={block.args} look="mono" />
      </Disclosure>
    </div>
  );
}

function isSaid({ text, more }: Field, title: string): boolean {
  return more === undefined && title.includes(text);
}
