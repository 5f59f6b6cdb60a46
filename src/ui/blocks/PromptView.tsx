import type { JSX } from "preact";
import type { PromptBlock, PromptPiece, PromptSection, PromptTool } from "../../core/view/block.ts";
import { formatAmount, formatTokens } from "../../lib/figures.ts";
import { RefLink } from "../parts/Words.tsx";
import { Disclosure } from "./Disclosure.tsx";
import { LongText, sizeWords } from "./LongText.tsx";

/** A system message or an effective prompt: its base text, its sections and its tools, each to be opened. */
export function PromptView({ name, block }: { readonly name: string; readonly block: PromptBlock }): JSX.Element {
  const { content, sections, toolsAdded, toolsRemoved } = block;
  return (
    <div class="blocks-prompt">
      {content.map((piece, index) => (
        // Pieces keep their places, like sections.
        <Piece
          key={index}
          name={index === 0 ? `${name}-base` : `${name}-base${index}`}
          title={content.length === 1 ? "Base text" : `Base text ${index + 1} of ${content.length}`}
          piece={piece}
          open={sections.length === 0}
        />
      ))}
      {sections.map((section, index) => (
        // Sections keep their places.
        <Section key={index} name={`${name}-s${index}`} section={section} />
      ))}
      {toolsAdded.length > 0 && (
        <Disclosure
          name={`${name}-tools`}
          title={formatAmount(toolsAdded.length, "tool")}
          facts={`~${formatTokens(toolsAdded.reduce((sum, tool) => sum + tool.tokens, 0))}`}
          open={false}
        >
          <div class="blocks-prompt-tools">
            {toolsAdded.map((tool, index) => (
              <Tool key={index} name={`${name}-t${index}`} tool={tool} />
            ))}
          </div>
        </Disclosure>
      )}
      {toolsRemoved.length > 0 && (
        <p class="blocks-faint">
          Tools removed: <code>{toolsRemoved.join(", ")}</code>
        </p>
      )}
    </div>
  );
}

function SetBy({ by }: { readonly by: PromptSection["setBy"] }): JSX.Element | null {
  if (by === null) return null;
  return (
    <>
      set by <RefLink to={by} />
    </>
  );
}

interface PieceProps {
  readonly name: string;
  readonly title: string;
  readonly piece: PromptPiece;
  readonly open: boolean;
}

function Piece({ name, title, piece, open }: PieceProps): JSX.Element {
  const { body, setBy } = piece;
  return (
    <Disclosure name={name} title={title} facts={sizeWords(body)} open={open} aside={<SetBy by={setBy} />}>
      <LongText name={name} text={body} look="prose" saveAs="prompt.txt" />
    </Disclosure>
  );
}

function Section({ name, section }: { readonly name: string; readonly section: PromptSection }): JSX.Element {
  const aside = <SetBy by={section.setBy} />;
  if (section.body === null) {
    return (
      <p class="blocks-faint">
        <s>{section.name}</s> removed {aside}
      </p>
    );
  }
  return (
    <Disclosure name={name} title={section.name} facts={`~${formatTokens(section.tokens)}`} open={false} aside={aside}>
      <LongText name={name} text={section.body} look="prose" saveAs={`${section.name}.txt`} />
    </Disclosure>
  );
}

function Tool({ name, tool }: { readonly name: string; readonly tool: PromptTool }): JSX.Element {
  return (
    <Disclosure
      name={name}
      title={<code>{tool.name}</code>}
      facts={`~${formatTokens(tool.tokens)}`}
      open={false}
      aside={<SetBy by={tool.setBy} />}
    >
      <LongText name={`${name}-d`} text={tool.description} look="prose" saveAs={`${tool.name}.txt`} />
      <LongText name={`${name}-p`} text={tool.parameters} look="mono" saveAs={`${tool.name}.json`} />
    </Disclosure>
  );
}
