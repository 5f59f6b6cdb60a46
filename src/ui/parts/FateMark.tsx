import type { JSX } from "preact";
import type { Fate } from "../../core/view/fate.ts";
import "./marks.css";

/** `fate-other-branch` for `other branch`: the class that colours a fate (theme/base.css). */
export function fateClass(fate: Fate): string {
  return `fate-${fate.replace(" ", "-")}`;
}

interface FateMarkProps {
  readonly fate: Fate;
  /** Read out as the fate, and shown on hovering; leave it out where the fate stands beside the mark in words. */
  readonly named?: boolean;
}

/** The mark of a fate: its shape and its colour are those of its class (marks.css, theme/base.css). */
export function FateMark({ fate, named = false }: FateMarkProps): JSX.Element {
  const name = named ? ({ role: "img", "aria-label": fate, title: fate } as const) : ({ "aria-hidden": true } as const);
  return <span class={`parts-mark ${fateClass(fate)}`} {...name} />;
}
