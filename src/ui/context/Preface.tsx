import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Block } from "../../core/view/block.ts";
import type { ContextView } from "../../core/view/context.ts";
import { formatAmount, formatTokens } from "../../lib/figures.ts";
import { generation } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { Blocks } from "../blocks/BlockView.tsx";
import { Disclosure } from "../blocks/Disclosure.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Words } from "../parts/Words.tsx";
import { FateCounts } from "./ContextHead.tsx";

/** What is to be known before the first message: remarks, fates in figures, and the effective prompt and tools. */
export function Preface({ view }: { readonly view: ContextView }): JSX.Element {
  const { notices, fates, prompt } = view.summary;
  return (
    <div class="context-preface">
      <FateCounts fates={fates} />
      {notices.map(({ tone, text }, index) => (
        // Notices of a context never change places.
        <p key={index} class={`context-notice context-notice-${tone}`}>
          <Icon name={tone} />
          <span>
            <Words of={text} />
          </span>
        </p>
      ))}
      {/* The sent form is led by the prompt itself. */}
      {view.form !== "sent" && prompt !== null && (
        <Disclosure name="effective-prompt" title="Effective prompt" facts={promptFacts(prompt)} open={false}>
          <EffectivePrompt point={view.point} />
        </Disclosure>
      )}
    </div>
  );
}

function promptFacts(prompt: NonNullable<ContextView["summary"]["prompt"]>): string {
  const sections = formatAmount(prompt.sections, "section");
  const tools = formatAmount(prompt.tools, "tool");
  return `${sections}, ~${formatTokens(prompt.tokens)} · ${tools}, ~${formatTokens(prompt.toolTokens)}`;
}

/** Fetched when it is opened. */
function EffectivePrompt({ point }: { readonly point: number | null }): JSX.Element {
  const opening = generation.value;
  const [block, setBlock] = useState<Block | null | "failed" | undefined>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    ask("prompt", { point }, abort.signal).then(setBlock, () => {
      if (!abort.signal.aborted) setBlock("failed");
    });
    return () => abort.abort();
  }, [point, opening]);
  if (block === undefined) return <p class="context-quiet">Reading the prompt…</p>;
  if (block === "failed") return <p class="context-quiet">The prompt could not be read.</p>;
  if (block === null) return <p class="context-quiet">There is none at this point.</p>;
  return (
    <div class="context-prompt">
      <Blocks scope={`prompt.${point ?? "none"}`} blocks={[block]} look="context" />
    </div>
  );
}
