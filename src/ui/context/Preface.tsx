import type { JSX } from "preact";
import type { ContextView } from "../../core/view/context.ts";
import { Icon } from "../parts/Icon.tsx";
import { Words } from "../parts/Words.tsx";

/** What is to be known before the first message. */
export function Preface({ view }: { readonly view: ContextView }): JSX.Element | null {
  const { notices } = view.summary;
  if (notices.length === 0) return null;
  return (
    <div class="context-preface">
      {notices.map(({ tone, text }, index) => (
        // Notices of a context never change places.
        <p key={index} class={`context-notice context-notice-${tone}`}>
          <Icon name={tone} />
          <span>
            <Words of={text} />
          </span>
        </p>
      ))}
    </div>
  );
}
