import type { JSX } from "preact";
import type { Block, NoticeBlock, TextBlock, ThinkingBlock, UsageBlock } from "../../core/view/block.ts";
import { formatAmount, formatCost, formatTokens } from "../../lib/figures.ts";
import { showThinking, showToolOutput } from "../../state/cells.ts";
import { Disclosure } from "./Disclosure.tsx";
import { FieldsView } from "./FieldsView.tsx";
import { ImageView } from "./ImageView.tsx";
import { Scope } from "./kept.ts";
import { LongText, sizeWords } from "./LongText.tsx";
import { PromptView } from "./PromptView.tsx";
import { ToolCallView } from "./ToolCallView.tsx";
import "./blocks.css";

interface BlocksProps {
  /** Names the item: what is opened in it stays open. */
  readonly scope: string;
  readonly blocks: readonly Block[];
  /** Its text is a tool's output: shown as the page's setting says. */
  readonly output?: boolean;
}

/** The readable content of one entry or message. */
export function Blocks({ scope, blocks, output = false }: BlocksProps): JSX.Element {
  return (
    <Scope.Provider value={scope}>
      <div class="blocks">
        {blocks.map((block, index) => (
          // Blocks of an item never change places.
          <BlockView key={index} name={String(index)} block={block} output={output} />
        ))}
      </div>
    </Scope.Provider>
  );
}

interface BlockViewProps<B extends Block = Block> {
  readonly name: string;
  readonly block: B;
  readonly output: boolean;
}

function BlockView(props: BlockViewProps): JSX.Element {
  const { name, block } = props;
  switch (block.kind) {
    case "text":
      return <TextView {...props} block={block} />;
    case "thinking":
      return <ThinkingView {...props} block={block} />;
    case "toolCall":
      return <ToolCallView name={name} block={block} />;
    case "image":
      return <ImageView block={block} name={name} />;
    case "fields":
      return (
        <FieldsView name={name} {...(block.title !== undefined && { title: block.title })} fields={block.fields} />
      );
    case "json":
      return (
        <div class="blocks-json">
          <div class="blocks-title">{block.title}</div>
          <LongText name={name} text={block} look="mono" saveAs="value.json" />
        </div>
      );
    case "usage":
      return <UsageView block={block} />;
    case "notice":
      return <NoticeView {...props} block={block} />;
    case "prompt":
      return <PromptView name={name} block={block} />;
    default:
      return block satisfies never;
  }
}

function TextView({ name, block, output }: BlockViewProps<TextBlock>): JSX.Element {
  const text = <LongText name={name} text={block} look={block.look} saveAs={output ? "output.txt" : "text.txt"} />;
  if (!output) return text;
  return (
    <Disclosure name={`${name}-output`} title="Output" facts={sizeWords(block)} open={showToolOutput.value}>
      {text}
    </Disclosure>
  );
}

function ThinkingView({ name, block }: BlockViewProps<ThinkingBlock>): JSX.Element {
  const signed = block.signature > 0 ? `signature of ${formatAmount(block.signature, "character")}` : "";
  const empty = block.text === "" && block.more === undefined;
  if (empty) {
    const words = block.redacted ? "hidden by the provider" : "no text";
    return (
      <p class="blocks-thinking-none">
        <b>Thinking</b> {signed === "" ? words : `${words}, ${signed}`}
      </p>
    );
  }
  const size = formatAmount(block.more?.chars ?? block.text.length, "character");
  const facts = [size, block.redacted ? "redacted" : "", signed].filter((fact) => fact !== "").join(", ");
  return (
    <Disclosure name={`${name}-thinking`} title="Thinking" facts={facts} open={showThinking.value}>
      <div class="blocks-thinking">
        <LongText name={name} text={block} look="prose" saveAs="thinking.txt" />
      </div>
    </Disclosure>
  );
}

function NoticeView({ name, block }: BlockViewProps<NoticeBlock>): JSX.Element {
  return (
    <div class={`blocks-notice blocks-notice-${block.tone}`}>
      <LongText name={name} text={block} look="prose" />
    </div>
  );
}

function UsageView({ block }: BlockViewProps<UsageBlock> | { readonly block: UsageBlock }): JSX.Element {
  const { input, output, cacheRead, cacheWrite, total, cost } = block;
  const figures: readonly (readonly [sign: string, words: string, amount: number | null])[] = [
    ["↑", "input", input],
    ["↓", "output", output],
    ["R", "read from cache", cacheRead],
    ["W", "written to cache", cacheWrite],
    ["Σ", "total", total],
  ];
  return (
    <p class="blocks-usage">
      {figures.map(([sign, words, amount]) => {
        if (amount === null) return null;
        return (
          <span key={sign} title={`${amount.toLocaleString("en-US")} tokens ${words}`}>
            <span aria-hidden="true">{sign}</span>
            <span class="unseen">{words} </span>
            {formatTokens(amount)}
          </span>
        );
      })}
      {cost !== null && <span title={`${cost} US dollars`}>{formatCost(cost)}</span>}
    </p>
  );
}
