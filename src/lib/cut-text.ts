/**
 * Texts that the byte scanner has cut short (core/scan): the first characters, a mark, and how much was left out. The mark
 * holds a number drawn anew at each start, so that no text of a file can be taken for one.
 */

const NONCE = Math.trunc(Math.random() * 36 ** 7)
  .toString(36)
  .padStart(7, "0");

/** In a cut text, before two numbers of 12 digits: units left out, and units left out as JSON.stringify writes them. */
export const CUT_MARK = `\0${NONCE}`;
const DIGITS = 12;
const TAIL = CUT_MARK.length + 2 * DIGITS;
/** The tail inside JSON text, where its NUL is written as an escape. */
const TAIL_IN_JSON = new RegExp(`\\\\u0000${NONCE}\\d{${DIGITS}}(\\d{${DIGITS}})"`, "g");
const TAIL_IN_JSON_LENGTH = TAIL + 5;

/** True for a text the scanner has cut. */
export function isCut(text: string): boolean {
  return text.length >= TAIL && text.startsWith(CUT_MARK, text.length - TAIL);
}

/** The length of a text in UTF-16 units, cut or not. */
export function textLength(text: string): number {
  if (!isCut(text)) return text.length;
  return text.length - TAIL + Number(text.slice(-2 * DIGITS, -DIGITS));
}

/** The length JSON text would have, had none of its texts been cut. */
export function jsonTextLength(json: string): number {
  let length = json.length;
  if (!json.includes(NONCE)) return length;
  for (const [, leftOut] of json.matchAll(TAIL_IN_JSON)) length += Number(leftOut) - TAIL_IN_JSON_LENGTH;
  return length;
}
