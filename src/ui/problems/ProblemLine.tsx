import type { JSX } from "preact";
import type { ProblemView } from "../../core/view/context.ts";
import { formatCount } from "../../lib/figures.ts";
import { Icon } from "../parts/Icon.tsx";
import "./problems.css";

/** One problem: how bad, what, where. */
export function ProblemLine({ problem }: { readonly problem: ProblemView }): JSX.Element {
  const { severity, message, line } = problem;
  return (
    <span class={`problems-line problems-${severity}`}>
      <Icon name={severity === "info" ? "info" : "warning"} />
      <span class="problems-words">
        <span class="unseen">{severity}: </span>
        <bdi>{message}</bdi>
        <span class="problems-where"> line {formatCount(line)}</span>
      </span>
    </span>
  );
}
