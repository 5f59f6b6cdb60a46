/** The first units of a message's texts, decoded to UTF-8, as a row shows them (contentPreview in messages/content.ts). */
import { hexUnit } from "./text";

/** Most UTF-16 units of a row's text (PREVIEW_UNITS in messages/limits.ts). */
const MAX_UNITS: i32 = 200;

let begin: usize = 0;
let end: usize = 0;
let shown: i32 = 0;
/** No further unit has room: the next character is a pair. */
let full: bool = false;
/** A text goes on behind what was taken of it. */
let more: bool = false;
/** Something in it is not white space. */
let visible: bool = false;

/** Begins a preview at `at`: at most 600 bytes will be written there. */
export function startPreview(at: usize): void {
  begin = at;
  end = at;
  shown = 0;
  full = false;
  more = false;
  visible = false;
}

/** True for white space to JavaScript: what trim takes off and \s matches. */
function isSpace(code: i32): bool {
  if (code < 0x80) return code == 0x20 || (code >= 9 && code <= 13);
  if (code < 0x2000) return code == 0xa0 || code == 0x1680;
  if (code > 0x200a && code < 0x3000) return code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f;
  return code <= 0x200a || code == 0x3000 || code == 0xfeff;
}

/** Writes a code point as UTF-8, a line feed or tab as a space. */
function put(code: i32): void {
  if (code < 0x80) {
    store<u8>(end, code == 9 || code == 10 ? 0x20 : code);
    end += 1;
  } else if (code < 0x800) {
    store<u8>(end, 0xc0 | (code >> 6));
    store<u8>(end, 0x80 | (code & 0x3f), 1);
    end += 2;
  } else if (code < 0x10000) {
    store<u8>(end, 0xe0 | (code >> 12));
    store<u8>(end, 0x80 | ((code >> 6) & 0x3f), 1);
    store<u8>(end, 0x80 | (code & 0x3f), 2);
    end += 3;
  } else {
    store<u8>(end, 0xf0 | (code >> 18));
    store<u8>(end, 0x80 | ((code >> 12) & 0x3f), 1);
    store<u8>(end, 0x80 | ((code >> 6) & 0x3f), 2);
    store<u8>(end, 0x80 | (code & 0x3f), 3);
    end += 4;
  }
}

/** Results of the last decode. */
let code: i32 = 0;
let length: i32 = 0;

/** The character at p of a text that textEnd has accepted. */
function decode(p: usize): void {
  const c = <i32>load<u8>(p);
  length = 1;
  code = c;
  if (c == 0x5c) {
    const escaped = <i32>load<u8>(p, 1);
    length = 2;
    if (escaped == 0x6e) code = 10;
    else if (escaped == 0x74) code = 9;
    else if (escaped == 0x72) code = 13;
    else if (escaped == 0x62) code = 8;
    else if (escaped == 0x66) code = 12;
    else if (escaped == 0x75) {
      length = 6;
      code = hexUnit(p + 2);
      if (code >= 0xd800 && code <= 0xdbff) {
        length = 12;
        code = 0x10000 + ((code - 0xd800) << 10) + (hexUnit(p + 8) - 0xdc00);
      }
    } else code = escaped;
  } else if (c >= 0xf0) {
    length = 4;
    code = ((c & 7) << 18) | ((load<u8>(p, 1) & 0x3f) << 12) | ((load<u8>(p, 2) & 0x3f) << 6) | (load<u8>(p, 3) & 0x3f);
  } else if (c >= 0xe0) {
    length = 3;
    code = ((c & 15) << 12) | ((load<u8>(p, 1) & 0x3f) << 6) | (load<u8>(p, 2) & 0x3f);
  } else if (c >= 0xc0) {
    length = 2;
    code = ((c & 31) << 6) | (load<u8>(p, 1) & 0x3f);
  }
}

/** Adds a text that textEnd has accepted, from `start` to its closing quote, as far as there is room. */
export function addToPreview(start: usize, close: usize): void {
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  let p = start;
  while (p < close) {
    if (full || shown == MAX_UNITS) {
      more = true;
      return;
    }
    if (p + 16 <= close && shown + 16 <= MAX_UNITS) {
      const bytes = v128.load(p);
      if (!v128.any_true(v128.or(i8x16.eq(bytes, backslash), i8x16.lt_s(bytes, space)))) {
        v128.store(end, bytes);
        visible = visible || v128.any_true(i8x16.ne(bytes, space));
        end += 16;
        shown += 16;
        p += 16;
        continue;
      }
    }
    decode(p);
    const width = code >= 0x10000 ? 2 : 1;
    if (shown + width > MAX_UNITS) {
      full = true;
      continue;
    }
    visible = visible || !isSpace(code);
    put(code);
    shown += width;
    p += length;
  }
}

/** True when something can be read in the texts. Only to be trusted where {@link isUndecided} is false. */
export function isVisible(): bool {
  return visible;
}

/** True when all that was taken is white space, and there is more that was not looked at. */
export function isUndecided(): bool {
  return more && !visible;
}

/** Where the white space before position p begins; nothing before `begin` is looked at. */
function trimmedEnd(): usize {
  let p = end;
  while (p > begin) {
    let at = p - 1;
    while ((load<u8>(at) & 0xc0) == 0x80) at -= 1;
    if (load<u8>(at) == 0x5c) break; // a backslash of the text itself: nothing is escaped any more
    decode(at);
    if (!isSpace(code)) break;
    p = at;
  }
  return p;
}

/** The finished preview's first byte and the byte behind its last, without white space around it. */
export let previewStart: usize = 0;
export let previewEnd: usize = 0;

export function endPreview(): void {
  let p = begin;
  const to = trimmedEnd();
  while (p < to) {
    if (load<u8>(p) == 0x5c) break;
    decode(p);
    if (!isSpace(code)) break;
    p += length;
  }
  previewStart = p;
  previewEnd = to;
}
