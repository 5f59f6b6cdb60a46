import { formatSpan } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { refTo } from "../present/refs.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { HistoryChange, MissCause } from "./cache-causes.ts";

/** Most UTF-16 units of a name out of the file, and most parts of a prompt that are named. */
const NAME_UNITS = 80;
const PARTS = 3;

/** What the kinds of causes are called in a list of them; `unknown` for none found. */
export const CAUSE_NAMES: Readonly<Record<MissCause["kind"] | "unknown", string>> = {
  model: "another model",
  idle: "idle for five minutes or more",
  prompt: "prompt or tools changed",
  history: "history changed",
  thinking: "thinking level changed",
  unknown: "not known",
};

/** The causes of one miss as one sentence without a full stop. */
export function causeWords(session: OpenedSession, causes: readonly MissCause[]): Sentence {
  if (causes.length === 0) return ["not known: the file gives no reason"];
  return causes.flatMap((cause, at) => (at === 0 ? words(session, cause) : ["; ", ...words(session, cause)]));
}

function words(session: OpenedSession, cause: MissCause): Sentence {
  switch (cause.kind) {
    case "model":
      return [`another model: ${name(cause.from)}, then ${name(cause.to)}`];
    case "idle":
      return [`idle for ${formatSpan(cause.ms)}`];
    case "prompt": {
      const more = cause.parts.length - PARTS;
      const parts = cause.parts.slice(0, PARTS).map(name).join(", ");
      return [`prompt or tools changed: ${parts}${more > 0 ? ` and ${more} more` : ""}`];
    }
    case "history":
      return ["history changed: ", ...historyWords(session, cause)];
    case "thinking":
      return ["the ", refTo(session, cause.row), " lies between, which some providers’ caches mind"];
  }
}

function historyWords(session: OpenedSession, { row, now, by }: HistoryChange): Sentence {
  const entry = refTo(session, row);
  const decider: Sentence = by === -1 ? [] : [" by the ", refTo(session, by)];
  switch (now) {
    case "replaced":
      return [entry, " was given other content", ...decider];
    case "restored":
      return [entry, " has its own content again"];
    case "added":
      return [entry, " stands where it did not before"];
    case "later":
    case "other branch":
      return ["the request before was on another branch, from ", entry, " on"];
    case "superseded":
      return [entry, " was superseded", ...decider];
    default:
      return [entry, ` was ${now}`, ...decider];
  }
}

function name(text: string): string {
  return cut(text, NAME_UNITS) || "no name";
}
