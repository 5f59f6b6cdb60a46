import type { ComponentChildren, JSX } from "preact";
import { FATES, type Fate } from "../../core/view/fate.ts";
import { FORMS, type ContextSummary, type ContextView, type Form } from "../../core/view/context.ts";
import { formatCount, formatTokens } from "../../lib/figures.ts";
import { setForm } from "../../state/actions.ts";
import { form } from "../../state/cells.ts";
import { FateMark } from "../parts/FateMark.tsx";
import { FORM_NAMES } from "../parts/names.ts";
import { Segmented, type Choice } from "../parts/Segmented.tsx";

const titles: Readonly<Record<Form, string>> = {
  stored: "The path to the point as the file has it, with the fate of each entry",
  projected: "The messages the session makes of it: compactions, edits and summaries applied",
  sent: "The same after Pi's conversion to plain messages, led by the effective prompt and tools",
};
const choices: readonly Choice<Form>[] = FORMS.map((value) => ({
  value,
  text: FORM_NAMES[value],
  title: titles[value],
}));

/** Where the point is, in which form its context is shown, and the facts about it. */
export function ContextHead({ view }: { readonly view: ContextView | null }): JSX.Element {
  return (
    <>
      <header class="context-head">
        <h2>
          <span class="context-chip">point</span>
          {view !== null && <span class="context-where">{view.summary.title}</span>}
          {view !== null && view.pointId !== null && <code class="context-id">{view.pointId}</code>}
        </h2>
        <Segmented label="Form" choices={choices} value={form.value} onChange={setForm} />
      </header>
      <dl class="context-facts">{view !== null && <Facts summary={view.summary} />}</dl>
      {form.value === "sent" && (
        <p class="context-honest">
          This is the session’s own projection. Extensions’ context handlers, request hooks, image blocking and provider
          conversion run later and are not recorded in the file.
        </p>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ summary }: { readonly summary: ContextSummary }): JSX.Element {
  const { thinkingLevel, messages, tokens, providerTokens } = summary;
  return (
    <>
      <Models summary={summary} />
      <Fact name="thinking">{thinkingLevel}</Fact>
      <Fact name="messages">{formatCount(messages)}</Fact>
      <Fact name="tokens">
        <span title="Pi’s own estimate">~{formatTokens(tokens)}</span>
        {providerTokens !== null && (
          <span class="context-quiet" title="By the provider’s figures in the last answer of this context">
            {" "}
            provider {formatTokens(providerTokens)}
          </span>
        )}
      </Fact>
    </>
  );
}

/** Three models: one was selected, one was asked, one answered. Each is named where it differs from the one before. */
function Models({ summary }: { readonly summary: ContextSummary }): JSX.Element {
  const { selected, requested, answering } = summary;
  const first = selected ?? requested ?? answering;
  if (first === null) return <Fact name="model">none</Fact>;
  const name = (model: string): string => model.slice(model.indexOf("/") + 1);
  const asked = requested !== null && requested !== first ? requested : null;
  const answered = answering !== null && answering !== name(requested ?? first) && answering !== requested;
  return (
    <>
      <Fact name="model">{first}</Fact>
      {asked !== null && (
        <Fact name="last asked">
          <span title="The model named by the last answer on the path">{asked}</span>
        </Fact>
      )}
      {answered && (
        <Fact name="answering">
          <span title="The model the provider says has answered">{answering}</span>
        </Fact>
      )}
    </>
  );
}

/** Fates from what counts most here to what counts least. */
const order: readonly Fate[] = [...FATES].toReversed();

/** How many entries of the file have which fate here. */
export function FateCounts({ fates }: { readonly fates: Readonly<Record<Fate, number>> }): JSX.Element {
  return (
    <ul class="context-fates" aria-label="Entries of the file by their fate at this point">
      {order
        .filter((fate) => fates[fate] > 0)
        .map((fate) => (
          <li key={fate}>
            <FateMark fate={fate} />
            {formatCount(fates[fate])} {fate}
          </li>
        ))}
    </ul>
  );
}
