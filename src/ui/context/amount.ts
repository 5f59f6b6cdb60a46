import { PROMPT_PART, type ContextView } from "../../core/view/context.ts";

/** How much a form of the context holds: entries of the path as stored, otherwise messages; the prompt that leads is none. */
export function amountIn({ form, rows, parts }: ContextView): { readonly count: number; readonly word: string } {
  const count = rows.length - (parts[0] === PROMPT_PART ? 1 : 0);
  if (form === "stored") return { count, word: count === 1 ? "entry" : "entries" };
  return { count, word: count === 1 ? "message" : "messages" };
}
