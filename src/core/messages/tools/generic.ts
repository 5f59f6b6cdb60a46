import { jsonPrefix } from "../../../lib/text.ts";

/** Pi cuts the arguments of a tool it does not know here. */
const ARGS_CHARS = 40;

/** Arguments that tools of all kinds take as running text. */
export const genericProse = [
  "prompt",
  "task",
  "message",
  "description",
  "question",
  "summary",
  "thought",
  "reason",
  "text",
];

/** The arguments as JSON, cut: what Pi shows for a tool it does not know. Works for any value. */
export function genericTitle(args: unknown): string {
  const start = jsonPrefix(args, ARGS_CHARS + 1);
  return start.length > ARGS_CHARS ? `${start.slice(0, ARGS_CHARS)}...` : start;
}
