import type { JSX } from "preact";
import type { Block } from "../../core/view/block.ts";
import type { ToolResultBlock } from "../../core/view/tool-block.ts";
import type { ContextItem } from "../../core/view/context.ts";
import type { Row } from "../../core/view/row.ts";
import { formatAmount, formatTokens } from "../../lib/figures.ts";
import { showHidden, showToolOutput } from "../../state/cells.ts";
import { Blocks } from "../blocks/BlockView.tsx";
import { CallWords } from "../blocks/CallWords.tsx";
import { Disclosure } from "../blocks/Disclosure.tsx";
import { Scope } from "../blocks/kept.ts";
import { InspectLink } from "../parts/InspectLink.tsx";
import { sizeWords } from "../blocks/LongText.tsx";
import { ResultStatus } from "../blocks/ToolCallView.tsx";

interface ItemContentProps {
  readonly item: ContextItem;
  readonly source: Row | undefined;
  readonly scope: string;
}

/**
 * What an item says: a message hidden in Pi's terminal is one line until it is opened, results of tools and summaries stand in a
 * box under what they answer, all else stands free.
 */
export function ItemContent({ item, source, scope }: ItemContentProps): JSX.Element {
  const head = source === undefined ? null : boxTitle(item, source);
  const [first] = item.blocks;
  const result = first?.kind === "toolResult" ? first : null;
  // In its box, what leads a result is the head of the box.
  const inside = head !== null && result !== null ? bodyOf(result, item.blocks) : item.blocks;
  const blocks = <Blocks scope={scope} blocks={inside} look="context" />;
  if (item.hidden) {
    return (
      <Scope.Provider value={scope}>
        <Disclosure
          name="hidden"
          title={
            <span class="context-hidden">
              hidden in Pi’s terminal: <bdi>{item.customType ?? "custom message"}</bdi>
            </span>
          }
          facts={`~${formatTokens(item.tokens)} tokens`}
          open={showHidden.value}
        >
          {blocks}
        </Disclosure>
      </Scope.Provider>
    );
  }
  if (head === null) return blocks;
  const output = item.tone === "tool";
  // A result of a line says itself how long it is.
  const facts = result !== null && isLine(inside) ? undefined : amount(inside);
  return (
    <Scope.Provider value={scope}>
      <div class={`context-box context-box-${item.tone}`}>
        <Disclosure
          name="box"
          title={result !== null ? <CallWords words={result.words} /> : output ? <code>{head}</code> : head}
          facts={result === null && source?.error === true ? <span class="context-failed">failed</span> : facts}
          open={output ? showToolOutput.value : true}
          aside={
            result !== null ? (
              <ResultStatus block={result} />
            ) : (
              item.tone === "summary" && <InspectLink row={item.row} />
            )
          }
        >
          <div class="context-box-body">{blocks}</div>
        </Disclosure>
      </div>
    </Scope.Provider>
  );
}

/** The blocks of a result without what leads it, and without a diff that stands at its call already. */
function bodyOf({ call }: ToolResultBlock, blocks: readonly Block[]): Block[] {
  return blocks.filter(({ kind }) => kind !== "toolResult" && (kind !== "diff" || call === null));
}

/** The head of an item's box, in the words of the tree without their brackets; null for an item that stands free. */
function boxTitle({ tone }: ContextItem, { lead, text, tone: source }: Row): string | null {
  if (tone !== source) return null;
  const bare = /^\[([\s\S]*)\]$/.exec(text)?.[1];
  if (tone === "tool" && lead === "" && bare !== undefined) return bare;
  if (tone !== "summary") return null;
  return bare ?? lead.replace(/[[\]:]/g, "");
}

function isLine([only, ...others]: readonly Block[]): boolean {
  return only?.kind === "text" && others.length === 0 && only.text.length < 160 && !only.text.includes("\n");
}

function amount(blocks: readonly Block[]): string {
  const texts = blocks.filter((block) => block.kind === "text" || block.kind === "styled");
  const [first] = texts;
  if (first === undefined) return formatAmount(blocks.length, "part");
  if (texts.length > 1) return formatAmount(texts.length, "text");
  return sizeWords(first.kind === "styled" ? first.raw : first);
}
