/**
 * Where values lie in the bytes of a line, found without decoding it: one text of a line of 60 MB costs that text, not the
 * line. For lines JSON.parse takes; of any other a span says nothing.
 */

/** The bytes of a value, from its first to the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Keys and positions from the line's value down, as in `["message", "content", 0, "data"]`. */
export type Path = readonly (string | number)[];

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** An object or array that is open, and into which some path leads. */
interface Open {
  readonly start: number;
  readonly close: number;
  /** Paths that end here, and paths that lead on. */
  readonly here: readonly number[];
  readonly inner: readonly number[];
  /** Position of the member that was read last; -1 before the first. */
  member: number;
}

/**
 * The spans of the values at some paths, as JSON.parse reads the line: the last of members with the same name counts, names
 * are compared without their escapes. Undefined where a path leads to nothing. One pass, no recursion.
 *
 * @throws SyntaxError when a name on the way is no JSON
 */
export function valueSpans(bytes: Uint8Array, paths: readonly Path[]): readonly (Span | undefined)[] {
  const none: readonly undefined[] = paths.map(() => undefined);
  const found: (Span | undefined)[] = [...none];
  const open: Open[] = [];
  let wanted = paths.map((_, path) => path);
  let at = 0;
  for (;;) {
    const start = (at = afterSpace(bytes, at));
    const here = wanted.filter((path) => paths[path]!.length === open.length);
    const inner = wanted.filter((path) => paths[path]!.length > open.length);
    const close = inner.length === 0 ? undefined : closing(bytes[at]);
    if (close === undefined) {
      at = afterValue(bytes, at);
      if (at === start) return none;
      for (const path of here) found[path] = { start, end: at };
    } else {
      open.push({ start, close, here, inner, member: -1 });
      at++;
    }
    let holder = open.at(-1);
    for (at = afterSpace(bytes, at); holder !== undefined && bytes[at] === holder.close; at = afterSpace(bytes, at)) {
      at++;
      for (const path of holder.here) found[path] = { start: holder.start, end: at };
      open.pop();
      holder = open.at(-1);
    }
    if (holder === undefined) return at === bytes.length ? found : none;
    if (++holder.member > 0 && bytes[at++] !== COMMA) return none;
    const depth = open.length - 1;
    if (holder.close === CLOSE_BRACKET) {
      const position = holder.member;
      wanted = holder.inner.filter((path) => paths[path]![depth] === position);
      continue;
    }
    const name = afterSpace(bytes, at);
    if (bytes[name] !== QUOTE) return none;
    at = afterString(bytes, name);
    const key = stringText(bytes, { start: name, end: at });
    wanted = holder.inner.filter((path) => String(paths[path]![depth]) === key);
    for (const path of wanted) found[path] = undefined;
    if (bytes[(at = afterSpace(bytes, at))] !== COLON) return none;
    at++;
  }
}

/** True for the span of a string. */
export function isString(bytes: Uint8Array, { start }: Span): boolean {
  return bytes[start] === QUOTE;
}

/** The text of a string's span. @throws SyntaxError when JSON.parse does not take it */
export function stringText(bytes: Uint8Array, { start, end }: Span): string {
  return unescaped(bytes, start + 1, end - 1);
}

/**
 * The text of a string's span in pieces of about `size` bytes: whole characters, surrogates together. A text in which no
 * place is free of escapes is one piece.
 *
 * @throws SyntaxError when JSON.parse does not take it
 */
export function* stringPieces(bytes: Uint8Array, span: Span, size: number): Generator<string, void> {
  const end = span.end - 1;
  for (let at = span.start + 1; at < end;) {
    const next = safeCut(bytes, at + size, end);
    yield unescaped(bytes, at, next);
    at = next;
  }
}

function unescaped(bytes: Uint8Array, start: number, end: number): string {
  const text: unknown = JSON.parse(`"${decoder.decode(bytes.subarray(start, end))}"`);
  return String(text);
}

/** The first place from `at` on that is inside of no character, no escape, and no pair of escapes. */
function safeCut(bytes: Uint8Array, at: number, end: number): number {
  // An escape is at most six bytes long.
  for (let cut = at, plain = 0; cut < end; cut++, plain++) {
    if (cut === at) while (plain < 5 && bytes[cut - 1 - plain] !== BACKSLASH) plain++;
    if (bytes[cut] === BACKSLASH) plain = -1;
    else if (plain >= 5 && bytes[cut]! < 0x80) return cut;
  }
  return end;
}

function closing(byte: number | undefined): number | undefined {
  if (byte === OPEN_BRACE) return CLOSE_BRACE;
  return byte === OPEN_BRACKET ? CLOSE_BRACKET : undefined;
}

function afterSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  // What else is below a space in JSON outside of strings is a tab or a line break.
  while (at < bytes.length && bytes[at]! <= SPACE) at++;
  return at;
}

/** Where a value ends. Brackets are counted, not matched: the line is known to be JSON. */
function afterValue(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const byte = bytes[at];
    if (byte === QUOTE) at = afterString(bytes, at);
    else if (closing(byte) !== undefined) {
      depth++;
      at++;
    } else if (depth === 0) return afterScalar(bytes, at);
    else {
      if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
      at++;
    }
  } while (depth > 0 && at < bytes.length);
  return at;
}

/** Where a number, `true`, `false` or `null` ends. */
function afterScalar(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) break;
  }
  return at;
}

/** Where a string ends, its closing quote included. */
function afterString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; ;) {
    // The engine's own search: texts make up nearly all of a long line.
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    at = quote + 1;
    if (slashes % 2 === 0) return at;
  }
}
