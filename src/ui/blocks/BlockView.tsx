import type { JSX } from "preact";
import type { Block, NoticeBlock, TextBlock, ThinkingBlock, UsageBlock } from "../../core/view/block.ts";
import { formatAmount, formatCost, formatCount, formatTokens } from "../../lib/figures.ts";
import { showThinking } from "../../state/cells.ts";
import { AnsiText } from "./AnsiText.tsx";
import { CallsView } from "./CallsView.tsx";
import { DiffView } from "./DiffBlock.tsx";
import { CodeView } from "./CodeView.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { FieldRows } from "./FieldRows.tsx";
import { ImageView } from "./ImageView.tsx";
import { JsonTree } from "./JsonTree.tsx";
import { Scope } from "./kept.ts";
import { ListView } from "./ListView.tsx";
import { LongText } from "./LongText.tsx";
import { RichText } from "./RichText.tsx";
import { PromptView } from "./PromptView.tsx";
import { ParallelCalls, ToolCallView, ToolResultView } from "./ToolCallView.tsx";
import "./blocks.css";

interface BlocksProps {
  /** Names the item: what is opened in it stays open. */
  readonly scope: string;
  readonly blocks: readonly Block[];
  /** In a context, what the model never saw stands back: no figures, and details are folded. */
  readonly look: "context" | "entry";
}

/** The readable content of one entry or message. */
export function Blocks({ scope, blocks, look }: BlocksProps): JSX.Element {
  return (
    <Scope.Provider value={scope}>
      <div class="blocks">
        {grouped(blocks).map((group, index) => {
          // Blocks of an item never change places.
          const drawn = group.map(({ at, block }) => (
            <BlockView key={at} name={String(at)} block={block} look={look} />
          ));
          return drawn.length === 1 ? drawn[0] : <ParallelCalls key={index}>{drawn}</ParallelCalls>;
        })}
      </div>
    </Scope.Provider>
  );
}

interface Placed {
  readonly at: number;
  readonly block: Block;
}

/** Blocks one by one, but for tool calls that follow each other: a model makes them all at once. */
function grouped(blocks: readonly Block[]): Placed[][] {
  const groups: Placed[][] = [];
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1);
    if (block.kind === "toolCall" && last?.[0]?.block.kind === "toolCall") last.push({ at, block });
    else groups.push([{ at, block }]);
  }
  return groups;
}

interface BlockViewProps<B extends Block = Block> {
  readonly name: string;
  readonly block: B;
  readonly look: BlocksProps["look"];
}

function BlockView(props: BlockViewProps): JSX.Element | null {
  const { name, block, look } = props;
  switch (block.kind) {
    case "text":
      return <TextView name={name} block={block} />;
    case "thinking":
      return <ThinkingView {...props} block={block} />;
    case "toolCall":
      return (
        <ToolCallView
          name={name}
          block={block}
          draw={(name, block) => <BlockView key={name} name={name} block={block} look="entry" />}
        />
      );
    case "toolResult":
      return <ToolResultView block={block} />;
    case "styled":
      return <AnsiText name={name} block={block} />;
    case "diff":
      return (
        <Titled name={name} title={block.title} look={look}>
          <DiffView name={name} block={block} />
        </Titled>
      );
    case "list":
      return <ListView block={block} />;
    case "calls":
      return <CallsView name={name} block={block} />;
    case "image":
      return <ImageView block={block} name={name} />;
    case "fields":
      return (
        <Titled name={name} title={block.title} look={look}>
          <FieldRows name={name} fields={block.fields} look="prose" />
        </Titled>
      );
    case "json":
      return (
        <Titled name={name} title={block.title} look={look}>
          <JsonTree name={name} text={block} saveAs="value.json" />
        </Titled>
      );
    case "usage":
      return look === "context" ? null : <UsageView block={block} />;
    case "notice":
      return <NoticeView {...props} block={block} />;
    case "prompt":
      return <PromptView name={name} block={block} />;
    default:
      return block satisfies never;
  }
}

function TextView({ name, block }: { readonly name: string; readonly block: TextBlock }): JSX.Element {
  if (block.look === "prose") return <RichText name={name} text={block} rich={block.rich} />;
  if (block.language !== undefined) return <CodeView name={name} code={block} />;
  return <LongText name={name} text={block} look="mono" />;
}

interface TitledProps {
  readonly name: string;
  readonly title: string | undefined;
  readonly look: BlocksProps["look"];
  readonly children: JSX.Element;
}

function Titled({ name, title, look, children }: TitledProps): JSX.Element {
  if (title === undefined) return children;
  if (look === "context") {
    return (
      <Disclosure name={`${name}-details`} title={title} open={false}>
        {children}
      </Disclosure>
    );
  }
  return (
    <div>
      <div class="blocks-title">{title}</div>
      {children}
    </div>
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
        <RichText name={name} text={block} rich={undefined} saveAs="thinking.txt" />
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

function UsageView({ block }: { readonly block: UsageBlock }): JSX.Element {
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
          <span key={sign} title={`${formatCount(amount)} tokens ${words}`}>
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
