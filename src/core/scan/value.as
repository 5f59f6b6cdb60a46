/** Any JSON value: its whole grammar checked, and where a copy is wanted, copied with its long texts cut short. */
import { DATA, head, SIGNATURE_TAIL, tail, THINKING } from "./names";
import { extraWritten, hexUnit, numberEnd, skipSpace, textEnd, units, wordEnd, written } from "./text";

/** Memory laid out by scanner.ts: the mark of a cut text at 0, the stack of open brackets behind it. */
const MARK: usize = 0;
const STACK: usize = 1024;
/** Deeper values are left to JSON.parse. */
const MAX_DEPTH: i32 = 512;
const DIGITS: i32 = 12;
/** Texts of more units are cut to a prefix; those that no preview needs are cut earlier, and whole. */
const LONG: i32 = 300;
/** A row shows 200 units; a pair of surrogates at the end may cost one. */
const PREFIX: i32 = 202;
const LONG_BARE: i32 = 64;

let markLength: usize = 0;

/** Tells how long the mark is that stands at 0. */
export function setMark(length: usize): void {
  markLength = length;
}

/** Results of the last prefixEnd: units of the prefix, and units as JSON.stringify writes them. */
let prefixUnits: i32 = 0;
let prefixWritten: i32 = 0;

/** True when the character at p is no white space to JavaScript; false also where that would take a longer look. */
function isVisible(p: usize): bool {
  const c = load<u8>(p);
  if (c == 0x5c) {
    const escaped = load<u8>(p, 1);
    return escaped == 0x22 || escaped == 0x5c || escaped == 0x2f;
  }
  if (c < 0x80) return c > 0x20;
  if (c == 0xe3) return load<u16>(p, 1) != 0x8080;
  return c != 0xc2 && c != 0xe1 && c != 0xe2 && c != 0xef;
}

/**
 * Position behind the first PREFIX units of a text that textEnd has accepted; never inside an escape or a pair. 0 when
 * there may be nothing but white space in it: whether the whole is blank could not be told from the prefix.
 */
function prefixEnd(start: usize): usize {
  let p = start;
  let visible = false;
  prefixUnits = 0;
  prefixWritten = 0;
  while (prefixUnits < PREFIX) {
    const c = <i32>load<u8>(p);
    let length = 1;
    let width = 1;
    let extra = 0;
    if (c == 0x5c) {
      const escaped = <i32>load<u8>(p, 1);
      length = escaped == 0x75 ? 6 : 2;
      extra = escaped == 0x2f ? 0 : 1;
      if (length == 6) {
        const unit = hexUnit(p + 2);
        extra = extraWritten(unit);
        if (unit >= 0xd800 && unit <= 0xdbff) {
          length = 12;
          width = 2;
        }
      }
    } else if (c >= 0xf0) {
      length = 4;
      width = 2;
    } else if (c >= 0xe0) {
      length = 3;
    } else if (c >= 0xc0) {
      length = 2;
    }
    if (prefixUnits + width > PREFIX) break;
    visible = visible || isVisible(p);
    p += length;
    prefixUnits += width;
    prefixWritten += width + extra;
  }
  return visible ? p : 0;
}

/** True for keys whose texts no preview needs: thinking, data, and the three signatures. */
function isBare(key: usize, length: usize): bool {
  if (length == 8) return load<u64>(key) == THINKING;
  if (length == 4) return head(key, 4) == DATA;
  return (length == 17 || length == 16 || length == 13) && tail(key, length) == SIGNATURE_TAIL;
}

function putNumber(at: usize, value: i32): void {
  let rest = value;
  for (let i = DIGITS - 1; i >= 0; i--) {
    store<u8>(at + i, 0x30 + (rest % 10));
    rest /= 10;
  }
}

/** The key that nextKey has read: where it stands, its bytes, and whether they are what it says (no escapes in it). */
export let key: usize = 0;
export let keyLength: usize = 0;
export let keyPlain: bool = false;

/** Reads the key at p or behind space. Returns the position of its value; 0 when not sure. */
export function nextKey(start: usize): usize {
  let p = skipSpace(start);
  if (load<u8>(p) != 0x22) return 0;
  key = p + 1;
  p = textEnd(key);
  if (p == 0) return 0;
  keyLength = p - key;
  keyPlain = <usize>written == keyLength;
  p = skipSpace(p + 1);
  return load<u8>(p) == 0x3a ? skipSpace(p + 1) : 0;
}

/** Where the next bytes of a copy go. */
let out: usize = 0;
/** What is not copied yet starts here. */
let from: usize = 0;

/** Copies what lies between `from` and `to`. */
function flush(to: usize): void {
  memory.copy(out, from, to - from);
  out += to - from;
}

/** Puts a mark in the place of all but the first units of the text from `start` to `close`. False when not sure. */
function cutText(start: usize, close: usize, bare: bool): bool {
  const all = units;
  const allWritten = written;
  prefixUnits = 0;
  prefixWritten = 0;
  const cut = bare ? start : prefixEnd(start);
  if (cut == 0) return false;
  flush(cut);
  memory.copy(out, MARK, markLength);
  out += markLength;
  putNumber(out, all - prefixUnits);
  putNumber(out + DIGITS, allWritten - prefixWritten);
  out += 2 * DIGITS;
  from = close;
  return true;
}

/**
 * Position behind the value at `start`; 0 when not sure. With a `to`, the value is copied there, and {@link copyEnd} is the end
 * of the copy, which is never longer than the value.
 */
export function valueEnd(start: usize, to: usize = 0): usize {
  let p = start;
  let depth: i32 = 0;
  let inObject = false;
  out = to;
  from = start;
  while (true) {
    const c = <i32>load<u8>(p);
    if (c == 0x22) {
      const close = textEnd(p + 1);
      if (close == 0) return 0;
      if (to != 0 && units > LONG_BARE) {
        const bare = inObject && isBare(key, keyLength);
        if ((bare || units > LONG) && !cutText(p + 1, close, bare)) return 0;
      }
      p = close + 1;
    } else if (c == 0x7b || c == 0x5b) {
      if (depth >= MAX_DEPTH) return 0;
      store<u8>(STACK + depth, c);
      depth += 1;
      inObject = c == 0x7b;
      p = skipSpace(p + 1);
      if (load<u8>(p) != c + 2) {
        if (inObject) p = nextKey(p);
        if (p == 0) return 0;
        continue;
      }
    } else {
      p = c == 0x2d || <u32>(c - 0x30) < 10 ? numberEnd(p) : wordEnd(p);
      if (p == 0) return 0;
    }
    // Behind a value, or before the bracket that closes an empty one.
    while (true) {
      if (depth == 0) {
        if (to != 0) flush(p);
        return p;
      }
      p = skipSpace(p);
      const next = load<u8>(p);
      if (next == 0x2c) {
        p = inObject ? nextKey(p + 1) : skipSpace(p + 1);
        if (p == 0) return 0;
        break;
      }
      if (next != (inObject ? 0x7d : 0x5d)) return 0;
      p += 1;
      depth -= 1;
      inObject = depth > 0 && load<u8>(STACK + depth - 1) == 0x7b;
    }
  }
}

/** End of the last copy of {@link valueEnd}. */
export function copyEnd(): usize {
  return out;
}
