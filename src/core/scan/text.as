/**
 * Texts, numbers and words of one line, byte by byte. Every line ends in a line feed, which stands nowhere inside JSON text: no
 * loop here runs past it, and loads of sixteen bytes may read behind it but never act on what they find there.
 */

/** Results of the last textEnd: UTF-16 units, and units as JSON.stringify writes them, without quotes. */
export let units: i32 = 0;
export let written: i32 = 0;

@inline
function hexDigit(byte: i32): i32 {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The code unit of the four hex digits at p, or -1. */
export function hexUnit(p: usize): i32 {
  const a = hexDigit(load<u8>(p));
  if (a < 0) return -1;
  const b = hexDigit(load<u8>(p, 1));
  if (b < 0) return -1;
  const c = hexDigit(load<u8>(p, 2));
  if (c < 0) return -1;
  const d = hexDigit(load<u8>(p, 3));
  return d < 0 ? -1 : (a << 12) | (b << 8) | (c << 4) | d;
}

/** Units JSON.stringify needs beyond one for a code unit below 0x80. */
export function extraWritten(unit: i32): i32 {
  if (unit == 0x22 || unit == 0x5c) return 1;
  if (unit >= 0x20) return 0;
  return unit == 8 || unit == 9 || unit == 10 || unit == 12 || unit == 13 ? 1 : 5;
}

/** True behind a backslash for what JSON.stringify escapes in the same way: \" \\ \b \f \n \r \t. */
@inline
function isShortEscape(c: i32): bool {
  return c == 0x6e || c == 0x22 || c == 0x5c || c == 0x74 || c == 0x72 || c == 0x62 || c == 0x66;
}

/** Length of the escape \u at p, with the second half of a pair; 0 for a lone surrogate, and where it is no escape. */
function unicodeEscapeLength(p: usize): usize {
  const unit = hexUnit(p + 2);
  if (unit < 0) return 0;
  if (unit < 0xd800 || unit > 0xdfff) return 6;
  if (unit > 0xdbff || load<u16>(p, 6) != 0x755c) return 0;
  const low = hexUnit(p + 8);
  return low < 0xdc00 || low > 0xdfff ? 0 : 12;
}

/** Length of the UTF-8 sequence of two to four bytes at p; 0 when it is none. */
function sequenceLength(p: usize): usize {
  const a = <i32>load<u8>(p);
  const b = <i32>load<u8>(p, 1);
  if (a < 0xc2 || a > 0xf4 || (b & 0xc0) != 0x80) return 0;
  if (a < 0xe0) return 2;
  if ((load<u8>(p, 2) & 0xc0) != 0x80) return 0;
  if (a < 0xf0) return (a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) ? 0 : 3;
  if ((load<u8>(p, 3) & 0xc0) != 0x80) return 0;
  return (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f) ? 0 : 4;
}

/** Of the text being read: bytes that are no unit of their own, and units that are written longer. */
let joined: usize = 0;
let longer: i32 = 0;

/**
 * Reads on one character at a time, from p to `until` or a little beyond it, or to the closing quote. Returns where it stands; 0
 * when not sure.
 */
function stepTo(start: usize, until: usize): usize {
  let p = start;
  while (p < until) {
    let c = <i32>load<u8>(p);
    if (c == 0x22) return p;
    if (c == 0x5c) {
      c = <i32>load<u8>(p, 1);
      if (isShortEscape(c) || c == 0x2f) {
        p += 2;
        joined += 1;
        longer += <i32>(c != 0x2f);
        continue;
      }
      const length = c == 0x75 ? unicodeEscapeLength(p) : 0;
      if (length == 0) return 0;
      joined += length - (length == 12 ? 2 : 1);
      if (length == 6) longer += extraWritten(hexUnit(p + 2));
      p += length;
    } else if (c < 0x80) {
      if (c < 0x20) return 0;
      p += 1;
    } else {
      // Three bytes of which neither the first nor the second needs a closer look: most of Chinese and Japanese.
      if ((load<u32>(p) & 0xc0c0f0) == 0x8080e0 && c != 0xe0 && c != 0xed) {
        p += 3;
        joined += 2;
        continue;
      }
      const length = sequenceLength(p);
      if (length == 0) return 0;
      p += length;
      joined += length == 2 ? 1 : 2;
    }
  }
  return p;
}

/** One bit for each of the 64 bytes that equals `byte`. */
@inline
function bitsOf(a: v128, b: v128, c: v128, d: v128, byte: v128): u64 {
  return (
    <u64>i8x16.bitmask(i8x16.eq(a, byte)) |
    (<u64>i8x16.bitmask(i8x16.eq(b, byte)) << 16) |
    (<u64>i8x16.bitmask(i8x16.eq(c, byte)) << 32) |
    (<u64>i8x16.bitmask(i8x16.eq(d, byte)) << 48)
  );
}

/** One bit for each of the 64 bytes that is below a space or beyond ASCII. */
@inline
function oddBits(a: v128, b: v128, c: v128, d: v128, space: v128): u64 {
  // Compared as signed: bytes from 0x80 on are negative, so "below space" finds them with the control characters.
  return (
    <u64>i8x16.bitmask(i8x16.lt_s(a, space)) |
    (<u64>i8x16.bitmask(i8x16.lt_s(b, space)) << 16) |
    (<u64>i8x16.bitmask(i8x16.lt_s(c, space)) << 32) |
    (<u64>i8x16.bitmask(i8x16.lt_s(d, space)) << 48)
  );
}

/**
 * The bytes that a backslash before them escapes, given the backslashes of 64 bytes of which the first is not escaped: in a run
 * of them every second one is escaped, and what follows the run if it is of odd length. (The method of simdjson.)
 */
@inline
function escapedBits(backslashes: u64): u64 {
  const even: u64 = 0x5555555555555555;
  const follows = backslashes << 1;
  const oddStarts = backslashes & ~even & ~follows;
  return (even ^ ((oddStarts + backslashes) << 1)) & follows;
}

/** Position of the closing quote of the text that starts at `start`, behind its opening quote; 0 when not sure. */
export function textEnd(start: usize): usize {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  const first = v128.load(start);
  // Most texts are keys and ids: they end within sixteen bytes.
  const stops = i8x16.bitmask(v128.or(v128.or(i8x16.eq(first, quote), i8x16.eq(first, backslash)), i8x16.lt_s(first, space)));
  let p = start + ctz(stops | 0x10000);
  if (load<u8>(p) == 0x22) {
    units = <i32>(p - start);
    written = units;
    return p;
  }
  joined = 0;
  longer = 0;
  do {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    const quotes = bitsOf(a, b, c, d, quote);
    const odd = oddBits(a, b, c, d, space);
    const backslashes = bitsOf(a, b, c, d, backslash);
    if (backslashes == 0) {
      const end = ctz(quotes);
      if (ctz(odd) < end) {
        p = stepTo(p + <usize>ctz(odd), p + 64);
        if (p == 0) return 0;
      } else p += <usize>end; // 64 when there is none
      continue;
    }
    const escaped = escapedBits(backslashes);
    const end = ctz(quotes & ~escaped);
    // The last of the bytes may escape what comes behind them: it is looked at again then.
    const taken: u64 = end < 64 ? ((<u64>1) << end) - 1 : (backslashes & ~escaped) >> 63 != 0 ? <u64>-1 >> 1 : <u64>-1;
    const escapes = escaped & taken;
    const slashes = bitsOf(a, b, c, d, i8x16.splat(0x2f));
    const plain =
      backslashes |
      quotes |
      slashes |
      bitsOf(a, b, c, d, i8x16.splat(0x6e)) |
      bitsOf(a, b, c, d, i8x16.splat(0x74)) |
      bitsOf(a, b, c, d, i8x16.splat(0x72)) |
      bitsOf(a, b, c, d, i8x16.splat(0x62)) |
      bitsOf(a, b, c, d, i8x16.splat(0x66));
    if ((odd & taken) != 0 || (escapes & ~plain) != 0) {
      p = stepTo(p, p + 64);
      if (p == 0) return 0;
      continue;
    }
    const count = <i32>popcnt(escapes);
    joined += <usize>count;
    longer += count - <i32>popcnt(escapes & slashes);
    p += <usize>popcnt(taken);
  } while (load<u8>(p) != 0x22);
  units = <i32>(p - start - joined);
  written = units + longer;
  return p;
}

@inline
function isDigit(p: usize): bool {
  return <u32>(<i32>load<u8>(p) - 0x30) < 10;
}

/** Position behind the digits at p; p itself when there are none. */
function digitsEnd(start: usize): usize {
  let p = start;
  while (isDigit(p)) p += 1;
  return p;
}

/** Position behind the number at p; 0 when it is none. */
export function numberEnd(start: usize): usize {
  let p = load<u8>(start) == 0x2d ? start + 1 : start;
  if (!isDigit(p)) return 0;
  p = load<u8>(p) == 0x30 ? p + 1 : digitsEnd(p);
  if (load<u8>(p) == 0x2e) {
    const fraction = p + 1;
    p = digitsEnd(fraction);
    if (p == fraction) return 0;
  }
  if ((load<u8>(p) | 0x20) == 0x65) {
    let exponent = p + 1;
    if (load<u8>(exponent) == 0x2b || load<u8>(exponent) == 0x2d) exponent += 1;
    p = digitsEnd(exponent);
    if (p == exponent) return 0;
  }
  return p;
}

export const TRUE: u32 = 0x65757274;
export const NULL: u32 = 0x6c6c756e;

/** Position behind `true`, `false` or `null` at p; 0 when it is none of them. */
export function wordEnd(p: usize): usize {
  const word = load<u32>(p);
  if (word == TRUE || word == NULL) return p + 4;
  return word == 0x736c6166 && load<u8>(p, 4) == 0x65 ? p + 5 : 0;
}

@inline
export function skipSpace(start: usize): usize {
  let p = start;
  while (true) {
    const c = load<u8>(p);
    if (c != 0x20 && c != 0x09 && c != 0x0d) return p;
    p += 1;
  }
}

/** Position of the first line feed from `start` on. There must be one. */
export function lineEnd(start: usize): usize {
  const feed = i8x16.splat(0x0a);
  let p = start;
  while (true) {
    const found = i8x16.eq(v128.load(p), feed);
    if (v128.any_true(found)) return p + ctz(i8x16.bitmask(found));
    p += 16;
  }
}
