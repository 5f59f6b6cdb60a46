/** Text helpers: copies that keep nothing else alive, cuts, and JSON text of values too deep or too large to print whole. */
import { isCut, jsonTextLength } from "./cut-text.ts";
import { isArray, isObject, type JsonObject } from "./json.ts";

/**
 * The same text in memory of its own. V8 keeps a slice as a view of the string it was cut from, so a short preview would
 * hold a line of megabytes; joining one character and dropping it again makes V8 write the text anew.
 */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}

/** The first `max` UTF-16 units, one less where that would split a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? max - 1 : max);
}

/** First `max` UTF-16 units with line feeds and tabs as spaces, trimmed, as an own copy: what rows and lists keep. */
export function preview(text: string, max: number): string {
  return ownCopy(
    cut(text, max)
      .replaceAll(/[\n\t]/g, " ")
      .trim(),
  );
}

/** String(value), and empty for the values JavaScript cannot convert (an own `toString`, nesting beyond the stack). */
export function toText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "";
  }
}

/**
 * UTF-16 length of JSON.stringify(value); 0 for undefined. Counted, not printed: every tool call of a file is measured, and
 * counting is quicker, takes no memory, and needs no recursion.
 */
export function jsonLength(root: unknown): number {
  if (root === undefined) return 0;
  let length = 0;
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string") length += quotedLength(value);
    else if (isArray(value)) {
      // Two brackets, and a comma between any two members.
      length += 1 + Math.max(1, value.length);
      for (const member of value) open.push(member === undefined ? null : member);
    } else if (isObject(value)) {
      let members = 0;
      for (const key of Object.keys(value)) {
        const member = value[key];
        if (member === undefined) continue;
        members += 1;
        length += quotedLength(key) + 1;
        open.push(member);
      }
      length += 1 + Math.max(1, members);
    } else length += JSON.stringify(value)?.length ?? 0;
  }
  return length;
}

/** Length of a text as JSON writes it: quotes around it, escapes in it. */
function quotedLength(text: string): number {
  if (isCut(text)) return jsonTextLength(JSON.stringify(text));
  let length = text.length + 2;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) length += escapes[unit] ?? 0;
    else if (unit >= 0xd800 && unit < 0xe000) {
      const next = unit < 0xdc00 ? text.charCodeAt(i + 1) : 0;
      if (next >= 0xdc00 && next < 0xe000) i++;
      else length += 5;
    }
  }
  return length;
}

/** How many units longer JSON writes each ASCII character: `\n` and the like in two, other control characters in six. */
const escapes = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  if (unit === 0x22 || unit === 0x5c || [0x08, 0x09, 0x0a, 0x0c, 0x0d].includes(unit)) return 1;
  return unit < 0x20 ? 5 : 0;
});

/** The first `max` UTF-16 units of JSON.stringify(value); stops reading there, whatever the value holds. Empty for undefined. */
export function jsonPrefix(value: unknown, max: number): string {
  if (value === undefined) return "";
  let text = "";
  for (const piece of jsonPieces(value, max)) {
    text += piece;
    if (text.length >= max) return cut(text, max);
  }
  return text;
}

/** JSON.stringify(value, null, 2), or undefined when it is nested too deep (or too long) to print. */
export function prettyJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, null, 2) ?? "undefined";
  } catch {
    return undefined;
  }
}

/** A container being printed: `keys` is null for arrays, `next` the member to print next. */
interface Frame {
  readonly value: readonly unknown[] | JsonObject;
  readonly keys: readonly string[] | null;
  next: number;
  empty: boolean;
}

/** JSON.stringify(root) in pieces. A string longer than `limit` is cut, since the caller stops before its end. */
function* jsonPieces(root: unknown, limit: number): Generator<string, void> {
  const open: Frame[] = [];
  let value = root;
  for (;;) {
    if (isArray(value)) {
      open.push({ value, keys: null, next: 0, empty: true });
      yield "[";
    } else if (isObject(value)) {
      open.push({ value, keys: Object.keys(value), next: 0, empty: true });
      yield "{";
    } else {
      yield JSON.stringify(typeof value === "string" ? value.slice(0, limit) : value) ?? "null";
    }
    let member: { lead: string; value: unknown } | undefined;
    for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
      member = nextMember(frame, limit);
      if (member !== undefined) break;
      open.pop();
      yield frame.keys === null ? "]" : "}";
    }
    if (member === undefined) return;
    yield member.lead;
    value = member.value;
  }
}

/** The next member of a container with the comma and key before it; undefined at its end. */
function nextMember(frame: Frame, limit: number): { lead: string; value: unknown } | undefined {
  const { value: container, keys } = frame;
  if (isArray(container)) {
    if (frame.next >= container.length) return undefined;
    const index = frame.next++;
    return { lead: index === 0 ? "" : ",", value: container[index] };
  }
  for (;;) {
    const key = keys?.[frame.next++];
    if (key === undefined) return undefined;
    const value = container[key];
    // JSON has no undefined: such a member is left out of an object, and null in an array.
    if (value === undefined) continue;
    const lead = `${frame.empty ? "" : ","}${JSON.stringify(key.slice(0, limit))}:`;
    frame.empty = false;
    return { lead, value };
  }
}
