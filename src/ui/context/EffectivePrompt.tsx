import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Block } from "../../core/view/block.ts";
import { generation } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { Blocks } from "../blocks/BlockView.tsx";

/** The effective prompt and tools at a point, fetched when they are opened. */
export function EffectivePrompt({ point }: { readonly point: number | null }): JSX.Element {
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
  return <Blocks scope={`prompt.${point ?? "none"}`} blocks={[block]} look="context" />;
}
