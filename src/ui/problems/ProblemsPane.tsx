import type { HTMLAttributes, JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { ProblemView } from "../../core/view/context.ts";
import { Heights } from "../../lib/heights.ts";
import { formatAmount } from "../../lib/figures.ts";
import { generation } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { openLine } from "../entry/raw-line.ts";
import { useAnswer } from "../list/use-answer.ts";
import { isPlainKey, listMove, useKeptFocus } from "../list/kept-focus.ts";
import { hasSelectedText } from "../list/selected-text.ts";
import { VirtualList, type ListHandle } from "../list/VirtualList.tsx";
import { Segmented, type Choice } from "../parts/Segmented.tsx";
import { ProblemLine } from "./ProblemLine.tsx";
import { Records } from "./Records.tsx";
import "./problems.css";

const USUAL = 34;

/** Everything that is wrong with the file, in file order. */
export function ProblemsPane(): JSX.Element {
  const opening = generation.value;
  const { value, failed } = useAnswer((signal) => ask("problems", {}, signal), [opening]);
  if (failed !== null) return <p class="parts-nothing">The problems could not be read: {failed}</p>;
  if (value === null) return <div class="problems" aria-busy="true" />;
  if (value.length === 0) {
    return (
      <div class="parts-nothing">
        <p>No problems</p>
        <p>Every line was read, and every entry is where it says it is.</p>
      </div>
    );
  }
  return <Problems problems={value} />;
}

function Problems({ problems: all }: { readonly problems: readonly ProblemView[] }): JSX.Element {
  const [only, setOnly] = useState<Shown>("all");
  const problems = useMemo(() => (only === "all" ? all : all.filter(({ severity }) => severity === only)), [all, only]);
  const list = useRef<ListHandle | null>(null);
  const heights = useMemo(() => new Heights(problems.length, () => USUAL), [problems]);
  const [active, setActive] = useState(0);
  const choices = useMemo(() => severities(all), [all]);
  const show = (next: Shown): void => {
    setOnly(next);
    setActive(0);
  };
  const attributes = useEvents(problems, active, setActive, list);
  return (
    <>
      <div class="problems-summary">
        {choices.length > 2 ? (
          <Segmented label="Severity" choices={choices} value={only} onChange={show} />
        ) : (
          choices.at(-1)?.text
        )}
      </div>
      <VirtualList
        class="problems"
        count={problems.length}
        heights={heights}
        pinned={active}
        handle={list}
        attributes={attributes}
        render={(index, away) => {
          const problem = problems[index];
          return (
            <div
              class={away ? "list-away" : ""}
              role="listitem"
              data-away={away || undefined}
              aria-posinset={index + 1}
              aria-setsize={problems.length}
            >
              <div
                class="problems-row"
                role="button"
                data-row={index}
                aria-current={index === active}
                tabIndex={index === active ? 0 : -1}
              >
                {problem !== undefined && <ProblemLine problem={problem} />}
              </div>
              {problem !== undefined && <Records problem={problem} />}
            </div>
          );
        }}
      />
    </>
  );
}

function useEvents(
  problems: readonly ProblemView[],
  active: number,
  setActive: (index: number) => void,
  list: { readonly current: ListHandle | null },
): HTMLAttributes<HTMLDivElement> {
  const focusRow = useKeptFocus(list);
  const go = (index: number): void => {
    const problem = problems[index];
    setActive(index);
    if (problem !== undefined) openLine(problem.row, problem.line);
  };
  return {
    role: "list",
    "aria-label": `Problems of the file, ${problems.length}`,
    onKeyDown: (event) => {
      if (!isPlainKey(event) || !(event.target instanceof Element && event.target.matches("[data-row]"))) return;
      const next = listMove(event.key, active, problems.length, 10);
      if (next === null && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      if (next === null) return go(active);
      focusRow();
      setActive(next);
      list.current?.scrollTo(next, "nearest");
    },
    onClick: (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
      if (row !== null && !hasSelectedText(event.currentTarget)) go(Number(row.dataset["row"]));
    },
  };
}

type Shown = ProblemView["severity"] | "all";

/** `2 errors`, `1 warning`, worst first: what there is, each to be shown alone. */
function severities(problems: readonly ProblemView[]): Choice<Shown>[] {
  const words = { error: "error", warning: "warning", info: "remark" } as const;
  const choices: Choice<Shown>[] = [{ value: "all", text: "All" }];
  for (const value of ["error", "warning", "info"] as const) {
    const count = problems.filter(({ severity }) => severity === value).length;
    if (count > 0) choices.push({ value, text: formatAmount(count, words[value]) });
  }
  return choices;
}
