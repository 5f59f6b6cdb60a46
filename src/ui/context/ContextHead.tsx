import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { FATES, type Fate } from "../../core/view/fate.ts";
import { FORMS, type ContextSummary, type ContextView, type Form, type Since } from "../../core/view/context.ts";
import { formatAmount, formatCount, formatTokens } from "../../lib/figures.ts";
import { setForm } from "../../state/actions.ts";
import { form } from "../../state/cells.ts";
import { FateFilter } from "../parts/FateFilter.tsx";
import { FORM_NAMES } from "../parts/names.ts";
import { Segmented, type Choice } from "../parts/Segmented.tsx";
import { amountIn } from "./amount.ts";
import { EffectivePrompt } from "./EffectivePrompt.tsx";
import { SinceList } from "./SinceList.tsx";

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
  const [open, setOpen] = useState<"prompt" | "since" | null>(null);
  const prompt = view?.summary.prompt ?? null;
  const since = view?.summary.since ?? null;
  const toggle = (what: "prompt" | "since") => (): void => setOpen(open === what ? null : what);
  return (
    <>
      <div class="context-top">
        <header class="context-head">
          <h2>
            <span class="context-chip">point</span>
            {view !== null && <span class="context-where">{view.summary.title}</span>}
            {view !== null && view.pointId !== null && <code class="context-id">{view.pointId}</code>}
          </h2>
          <Segmented label="Form" choices={choices} value={form.value} onChange={setForm} />
        </header>
        <div class="context-facts">
          {view !== null && (
            <>
              <dl>
                <Facts view={view} />
              </dl>
              {prompt !== null && <PromptToggle prompt={prompt} open={open === "prompt"} onToggle={toggle("prompt")} />}
              {since !== null && <SinceToggle since={since} open={open === "since"} onToggle={toggle("since")} />}
              <FateCounts fates={view.summary.fates} />
            </>
          )}
        </div>
      </div>
      {view !== null && prompt !== null && open === "prompt" && (
        <Drawer id="context-prompt" label="Effective prompt and tools">
          <EffectivePrompt point={view.point} />
        </Drawer>
      )}
      {since !== null && open === "since" && (
        <Drawer id="context-since" label="What came and went since the last request">
          <SinceList since={since} />
        </Drawer>
      )}
      {form.value === "sent" && (
        <p class="context-honest">
          This is the session’s own projection. Extensions’ context handlers, request hooks, image blocking and provider
          conversion run later and are not recorded in the file.
        </p>
      )}
    </>
  );
}

interface DrawerProps {
  readonly id: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** What a toggle of the head opens below it. */
function Drawer({ id, label, children }: DrawerProps): JSX.Element {
  return (
    // A scrolled region must be reachable by key.
    <div class="context-drawer" id={id} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface SinceToggleProps {
  readonly since: Since;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Opens what came and went since the last request; how much it is stands here. */
function SinceToggle({ since, open, onToggle }: SinceToggleProps): JSX.Element {
  const { added, addedTokens, leftCount, leftTokens } = since;
  const came = `${formatAmount(added.length, "entry", "entries")} came since the last request`;
  return (
    <button
      type="button"
      class="blocks-toggle context-toggle"
      aria-expanded={open}
      aria-controls={open ? "context-since" : undefined}
      title={`${came}, ${formatAmount(leftCount, "entry", "entries")} went`}
      onClick={onToggle}
    >
      since last request <b class="context-came">+{formatCount(added.length)}</b> ~{formatTokens(addedTokens)}
      {leftCount > 0 && (
        <>
          {" "}
          <b class="context-went">−{formatCount(leftCount)}</b> ~{formatTokens(leftTokens)}
        </>
      )}
    </button>
  );
}

interface PromptToggleProps {
  readonly prompt: NonNullable<ContextSummary["prompt"]>;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Opens the effective prompt and tools below the head: what they weigh is said before. */
function PromptToggle({ prompt, open, onToggle }: PromptToggleProps): JSX.Element {
  const { sections, tokens, tools, toolTokens } = prompt;
  return (
    <button
      type="button"
      class="blocks-toggle context-toggle"
      aria-expanded={open}
      aria-controls={open ? "context-prompt" : undefined}
      title={`Effective system prompt (${formatAmount(sections, "section")}) and tools`}
      onClick={onToggle}
    >
      prompt <b>~{formatTokens(tokens)}</b> · {formatAmount(tools, "tool")} <b>~{formatTokens(toolTokens)}</b>
    </button>
  );
}

interface FactProps {
  readonly name: string;
  /** The value stands before its name: `1 message`. */
  readonly first?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, first = false, children }: FactProps): JSX.Element {
  return (
    <div class={first ? "context-fact-first" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ view }: { readonly view: ContextView }): JSX.Element {
  const { summary } = view;
  const { thinkingLevel, tokens, providerTokens, prompt } = summary;
  const { count, word } = amountIn(view);
  return (
    <>
      <Models summary={summary} />
      <Fact name="thinking">{thinkingLevel}</Fact>
      <Fact name={word} first={count === 1}>
        {formatCount(count)}
      </Fact>
      <Fact name="tokens">
        <span title="Pi’s own estimate">~{formatTokens(tokens)}</span>
        {providerTokens !== null && (
          <span class="context-quiet" title="By the provider’s figures in the last answer of this context">
            {" "}
            provider {formatTokens(providerTokens)}
          </span>
        )}
      </Fact>
      {prompt === null && <Fact name="prompt">none</Fact>}
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
/** So many fates are named in words where there is little room. */
const FEW = 3;

/** How many entries of the file have which fate here. */
function FateCounts({ fates }: { readonly fates: Readonly<Record<Fate, number>> }): JSX.Element {
  const shown = order.filter((fate) => fates[fate] > 0);
  return (
    // Many words would take the place of what is read: then the marks speak, and the words where they are asked for.
    <ul
      class={shown.length > FEW ? "context-fates context-fates-many" : "context-fates"}
      aria-label="Entries of the file by their fate at this point"
    >
      {shown.map((fate) => (
        <li key={fate}>
          <FateFilter fate={fate} count={fates[fate]} />
        </li>
      ))}
    </ul>
  );
}
