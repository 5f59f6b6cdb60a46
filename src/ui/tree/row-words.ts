import type { Fate } from "../../core/view/fate.ts";
import type { Row } from "../../core/view/row.ts";
import { formatAmount, formatClock, formatTokens } from "../../lib/figures.ts";

/** Fates that stand beside a row in a word; the others are said by the mark and by the tokens. */
const fateWords: Partial<Record<Fate, string>> = {
  later: "later",
  "other branch": "other",
  omitted: "omitted",
  checkpoint: "checkpoint",
  superseded: "superseded",
  folded: "folded",
  "not sent": "not sent",
  replaced: "replaced",
};

/** The right side of a row: what it weighs in the context, or what became of it. */
export function rowFigure({ fate, tokens, shadowed }: Row): string {
  const word = shadowed ? "duplicate id" : fateWords[fate];
  if (word === undefined) return tokens > 0 ? `~${formatTokens(tokens)}` : "";
  return fate === "omitted" && tokens > 0 ? `~${formatTokens(tokens)} ${word}` : word;
}

const MINUTE = 60_000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The time of a row: empty within the minute of the row above it, the day where a new one begins. */
export function rowTime(time: number | null, above: number | null | undefined): string {
  const clock = formatClock(time);
  if (time === null || clock === "" || above === null || above === undefined) return clock;
  if (Math.floor(time / MINUTE) === Math.floor(above / MINUTE)) return "";
  const [here, there] = [new Date(time), new Date(above)];
  const sameDay = here.toDateString() === there.toDateString();
  return sameDay ? clock : `${here.getDate()} ${months[here.getMonth()] ?? ""}`;
}

/** What is wrong with a row, for whoever cannot see its colour; empty for nothing. */
export function rowTrouble({ error, problems, shadowed }: Row): string {
  const parts: string[] = [];
  if (error) parts.push("failed");
  if (problems > 0) parts.push(formatAmount(problems, "problem"));
  if (shadowed) parts.push("a later line has the same id");
  return parts.join(", ");
}
