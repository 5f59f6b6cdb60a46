import type { Code, Language } from "../view/rich.ts";
import { highlight } from "./highlight.ts";

/** Lines of code that are shown before a hand asks for more, and some: a rest of a line or two is not cut off. */
const HEAD_LINES = 14;
const HEAD_UNITS = 2_000;

/** Code with the tokens of as much as is shown first. All of it takes a millisecond for every few kilobytes: that is for whoever opens it. */
export function codeHead(text: string, language: Language | undefined): Code {
  if (language === undefined) return { text };
  const tokens = highlight(headOf(text), language);
  return { text, language, ...(tokens !== undefined && { tokens }) };
}

function headOf(text: string): string {
  let at = 0;
  for (let line = 0; line < HEAD_LINES; line++) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed + 1;
    if (end > HEAD_UNITS) return text.slice(0, at);
    at = end;
  }
  return text.slice(0, at);
}
