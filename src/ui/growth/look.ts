import { GROWTH_KINDS, GROWTH_MARK, type GrowthKind } from "../../core/view/growth.ts";

/** What people read for the layers of the chart, and what is in them. */
export const KIND_NAMES: Readonly<Record<GrowthKind, readonly [name: string, about: string]>> = {
  prompt: ["prompt", "System prompt and tools"],
  summary: ["summaries", "Summaries of compactions and branches"],
  user: ["user", "What the user wrote"],
  assistant: ["assistant", "Answers, thinking and tool calls"],
  tool: ["tools", "Tool results and commands"],
  other: ["other", "What extensions put in"],
};

/** Of the layers, from below: the variables with their colours (growth.css). */
export const KIND_INKS: readonly string[] = GROWTH_KINDS.map((kind) => `--growth-${kind}`);

export interface MarkLook {
  readonly mark: number;
  readonly name: string;
  readonly about: string;
  /** Its colour. */
  readonly ink: string;
  /** Its shape on a grid of 8 by 8. */
  readonly path: string;
  readonly filled: boolean;
}

/** What stands below the columns, from what matters most: it has the place where several would share one. */
export const MARK_LOOKS: readonly MarkLook[] = [
  {
    mark: GROWTH_MARK.error,
    name: "failed",
    about: "The answer failed or was aborted",
    ink: "--danger",
    path: "M1.4 1.4l5.2 5.2M6.6 1.4l-5.2 5.2",
    filled: false,
  },
  {
    mark: GROWTH_MARK.edit,
    name: "context edit",
    about: "A context edit changes something from here on",
    ink: "--tone-system",
    path: "M4 .4L7.6 4 4 7.6.4 4z",
    filled: true,
  },
  {
    mark: GROWTH_MARK.model,
    name: "model change",
    about: "Another model than before",
    ink: "--text",
    path: "M1.2 1.2h5.6v5.6H1.2z",
    filled: true,
  },
  {
    mark: GROWTH_MARK.thinking,
    name: "thinking level change",
    about: "Another thinking level than before",
    ink: "--text",
    path: "M4 1.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
    filled: false,
  },
  {
    mark: GROWTH_MARK.idle,
    name: "idle",
    about: "More than five minutes since the answer before: a prompt cache may have ended",
    ink: "--text-muted",
    path: "M2.4 1v6M5.6 1v6",
    filled: false,
  },
];

/** The marks of a request in words, the compaction first; empty for none. */
export function markWords(marks: number): string {
  const names = MARK_LOOKS.filter(({ mark }) => (marks & mark) !== 0).map(({ name }) => name);
  if ((marks & GROWTH_MARK.compaction) !== 0) names.unshift("compaction");
  return names.join(", ");
}
