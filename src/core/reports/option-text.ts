import { cut } from "../../lib/text.ts";
import type { Control } from "../view/report.ts";

/** Most UTF-16 units of an option. */
const UNITS = 400;

/**
 * Control and format characters, line separators, lone surrogates, what is never drawn. Not joiners inside an emoji, or in a script
 * that needs them, and no variation selectors.
 */
const unseen =
  /(?!(?<=[\p{Extended_Pictographic}\p{EMod}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}])[\u200c\u200d])(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu;

/**
 * A text as an option can show it, which is one line without marks of its own: what would not be seen, or would turn around what
 * follows, is written as its number (`U+202E`), tabs and line feeds are spaces.
 */
export function optionText(text: string): string {
  const shown = text.length > UNITS ? `${cut(text, UNITS - 1)}…` : text;
  return shown.replaceAll(/[\t\n]/g, " ").replaceAll(unseen, (found) => {
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${code.padStart(4, "0")}`;
  });
}

/** A control of which every option's text can be seen. */
export function visibleControl(control: Control): Control {
  return { ...control, options: control.options.map(({ value, text }) => ({ value, text: optionText(text) })) };
}
