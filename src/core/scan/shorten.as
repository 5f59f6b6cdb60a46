/**
 * The byte scanner, in AssemblyScript: compiled to WebAssembly by the build (vite.config.ts), used by shorten.ts alone.
 *
 * It reads lines of JSON, checks the whole grammar, and copies each line with its long texts cut short. What is left is a
 * fraction of the bytes and parses to the same value but for those texts. It never guesses: a line that is not plainly an
 * object as JSON.parse would read it (not JSON, not UTF-8, a lone surrogate, very deep) is left to JSON.parse.
 *
 * A long text becomes: its first PREFIX units, the mark, and what was left out: UTF-16 units, and units as JSON.stringify
 * would write them, both as DIGITS decimal digits.
 *
 * Memory is laid out by the caller: the mark at 0, the stack of open brackets at STACK, then three regions it hands in.
 */

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

/** Status of a line: nothing on it; shortened; left to JSON.parse. */
const BLANK: u32 = 0;
const SHORTENED: u32 = 1;
const UNSURE: u32 = 2;

let markLength: usize = 0;

/** Results of the last scanString: UTF-16 units, and units as JSON.stringify writes them, without quotes. */
let units: i32 = 0;
let written: i32 = 0;

/** Results of the last scan: bytes of input used up, bytes of output. */
export let consumed: usize = 0;
export let produced: usize = 0;

export function setMark(length: usize): void {
  markLength = length;
}

// @ts-ignore: decorator
@inline
function hexDigit(byte: i32): i32 {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** The code unit of the four hex digits at p, or -1. */
function hexUnit(p: usize): i32 {
  const a = hexDigit(load<u8>(p));
  const b = hexDigit(load<u8>(p, 1));
  const c = hexDigit(load<u8>(p, 2));
  const d = hexDigit(load<u8>(p, 3));
  return (a | b | c | d) < 0 ? -1 : (a << 12) | (b << 8) | (c << 4) | d;
}

/** Units JSON.stringify needs beyond one for a code unit below 0x80. */
function extraWritten(unit: i32): i32 {
  if (unit == 0x22 || unit == 0x5c) return 1;
  if (unit >= 0x20) return 0;
  return unit == 8 || unit == 9 || unit == 10 || unit == 12 || unit == 13 ? 1 : 5;
}

/** Length of the escape at p, which is a backslash; 0 when not sure. Counts into units and written. */
function scanEscape(p: usize, end: usize): usize {
  if (p + 1 >= end) return 0;
  const c = <i32>load<u8>(p, 1);
  if (c == 0x75) {
    if (p + 6 > end) return 0;
    const unit = hexUnit(p + 2);
    if (unit < 0) return 0;
    if (unit < 0xd800 || unit > 0xdfff) {
      units += 1;
      written += 1 + extraWritten(unit);
      return 6;
    }
    // A pair of surrogates; a lone one is left to JSON.parse.
    if (unit > 0xdbff || p + 12 > end || load<u16>(p, 6) != 0x755c) return 0;
    const low = hexUnit(p + 8);
    if (low < 0xdc00 || low > 0xdfff) return 0;
    units += 2;
    written += 2;
    return 12;
  }
  // \" \\ \b \f \n \r \t are written as they came; \/ is written without its backslash.
  const plain = c == 0x22 || c == 0x5c || c == 0x62 || c == 0x66 || c == 0x6e || c == 0x72 || c == 0x74;
  if (!plain && c != 0x2f) return 0;
  units += 1;
  written += plain ? 2 : 1;
  return 2;
}

/** Length of the UTF-8 sequence of two to four bytes at p; 0 when it is none. */
function scanSequence(p: usize, end: usize): usize {
  const a = <i32>load<u8>(p);
  if (a < 0xe0) return a >= 0xc2 && p + 2 <= end && (load<u8>(p, 1) & 0xc0) == 0x80 ? 2 : 0;
  if (p + 3 > end) return 0;
  const b = <i32>load<u8>(p, 1);
  if ((b & 0xc0) != 0x80 || (load<u8>(p, 2) & 0xc0) != 0x80) return 0;
  if (a < 0xf0) return (a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) ? 0 : 3;
  if (a > 0xf4 || p + 4 > end || (load<u8>(p, 3) & 0xc0) != 0x80) return 0;
  return (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f) ? 0 : 4;
}

/** Position of the closing quote of the text that starts at p, behind its opening quote; 0 when not sure. */
function scanString(start: usize, end: usize): usize {
  const quote = i8x16.splat(0x22);
  const backslash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  let p = start;
  units = 0;
  written = 0;
  while (p < end) {
    while (p + 16 <= end) {
      const bytes = v128.load(p);
      // Compared as signed: bytes from 0x80 on are negative, so "below space" finds them with the control characters.
      const stops = v128.or(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)), i8x16.lt_s(bytes, space));
      const mask = i8x16.bitmask(stops);
      const run = mask == 0 ? 16 : ctz(mask);
      p += run;
      units += run;
      written += run;
      if (mask != 0) break;
    }
    if (p >= end) return 0;
    let c = <i32>load<u8>(p);
    if (c == 0x22) return p;
    if (c == 0x5c) {
      const length = scanEscape(p, end);
      if (length == 0) return 0;
      p += length;
    } else if (c < 0x20) {
      return 0;
    } else if (c < 0x80) {
      p += 1;
      units += 1;
      written += 1;
    } else {
      do {
        const length = scanSequence(p, end);
        if (length == 0) return 0;
        p += length;
        const count = length == 4 ? 2 : 1;
        units += count;
        written += count;
        if (p >= end) return 0;
        c = <i32>load<u8>(p);
      } while (c >= 0x80);
    }
  }
  return 0;
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
 * Position behind the first PREFIX units of a text that scanString has accepted; never inside an escape or a pair. 0 when
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

// @ts-ignore: decorator
@inline
function isDigit(p: usize, end: usize): bool {
  return p < end && load<u8>(p) >= 0x30 && load<u8>(p) <= 0x39;
}

/** Position behind the digits at p; p itself when there are none. */
function digitsEnd(start: usize, end: usize): usize {
  let p = start;
  while (isDigit(p, end)) p += 1;
  return p;
}

/** Position behind the number at p; 0 when it is none. */
function numberEnd(start: usize, end: usize): usize {
  let p = load<u8>(start) == 0x2d ? start + 1 : start;
  if (!isDigit(p, end)) return 0;
  p = load<u8>(p) == 0x30 ? p + 1 : digitsEnd(p, end);
  if (p < end && load<u8>(p) == 0x2e) {
    const fraction = p + 1;
    p = digitsEnd(fraction, end);
    if (p == fraction) return 0;
  }
  if (p < end && (load<u8>(p) | 0x20) == 0x65) {
    let exponent = p + 1;
    if (exponent < end && (load<u8>(exponent) == 0x2b || load<u8>(exponent) == 0x2d)) exponent += 1;
    p = digitsEnd(exponent, end);
    if (p == exponent) return 0;
  }
  return p;
}

/** Position behind `true`, `false` or `null` at p; 0 when it is none of them. */
function wordEnd(p: usize, end: usize): usize {
  if (p + 4 > end) return 0;
  const word = load<u32>(p);
  if (word == 0x65757274 || word == 0x6c6c756e) return p + 4;
  return word == 0x736c6166 && p + 5 <= end && load<u8>(p, 4) == 0x65 ? p + 5 : 0;
}

// @ts-ignore: decorator
@inline
function skipSpace(start: usize, end: usize): usize {
  let p = start;
  while (p < end) {
    const c = load<u8>(p);
    if (c != 0x20 && c != 0x09 && c != 0x0d) break;
    p += 1;
  }
  return p;
}

/** True for keys whose texts no preview needs: thinking, data, and the three signatures. */
function isBare(key: usize, length: usize): bool {
  if (length == 8) return load<u64>(key) == 0x676e696b6e696874; // thinking
  if (length == 4) return load<u32>(key) == 0x61746164; // data
  // thinkingSignature, thoughtSignature, textSignature
  if (length == 17 || length == 16 || length == 13) return load<u64>(key + length - 9) == 0x727574616e676953;
  return false;
}

function putNumber(at: usize, value: i32): void {
  let rest = value;
  for (let i = DIGITS - 1; i >= 0; i--) {
    store<u8>(at + i, 0x30 + (rest % 10));
    rest /= 10;
  }
}

function copy(out: usize, from: usize, to: usize): usize {
  memory.copy(out, from, to - from);
  return out + (to - from);
}

/** Copies the line's object to `out` with long texts cut. Returns the end of the copy; 0 when not sure. */
function shortenLine(start: usize, end: usize, to: usize): usize {
  let p = skipSpace(start, end);
  if (p >= end || load<u8>(p) != 0x7b) return 0;
  let out = to;
  /** What is not copied yet starts here. */
  let from = p;
  store<u8>(STACK, 0x7b);
  let depth = 1;
  p += 1;
  let key: usize = 0;
  let keyLength: usize = 0;
  let afterValue = false;
  let inObject = true;
  let first = true;
  while (depth > 0) {
    p = skipSpace(p, end);
    if (p >= end) return 0;
    let c = <i32>load<u8>(p);
    if (c == (inObject ? 0x7d : 0x5d) && (afterValue || first)) {
      p += 1;
      depth -= 1;
      if (depth > 0) inObject = load<u8>(STACK + depth - 1) == 0x7b;
      afterValue = true;
      first = false;
      continue;
    }
    if (afterValue) {
      if (c != 0x2c) return 0;
      p = skipSpace(p + 1, end);
      if (p >= end) return 0;
      c = load<u8>(p);
      afterValue = false;
    }
    first = false;
    if (inObject) {
      if (c != 0x22) return 0;
      key = p + 1;
      const close = scanString(key, end);
      if (close == 0) return 0;
      keyLength = close - key;
      p = skipSpace(close + 1, end);
      if (p >= end || load<u8>(p) != 0x3a) return 0;
      p = skipSpace(p + 1, end);
      if (p >= end) return 0;
      c = load<u8>(p);
    }
    if (c == 0x22) {
      const close = scanString(p + 1, end);
      if (close == 0) return 0;
      const bare = inObject && isBare(key, keyLength);
      if (units > (bare ? LONG_BARE : LONG)) {
        prefixUnits = 0;
        prefixWritten = 0;
        const cut = bare ? p + 1 : prefixEnd(p + 1);
        if (cut == 0) return 0;
        out = copy(out, from, cut);
        out = copy(out, MARK, MARK + markLength);
        putNumber(out, units - prefixUnits);
        putNumber(out + DIGITS, written - prefixWritten);
        out += 2 * DIGITS;
        from = close;
      }
      p = close + 1;
      afterValue = true;
    } else if (c == 0x7b || c == 0x5b) {
      if (depth >= MAX_DEPTH) return 0;
      store<u8>(STACK + depth, c);
      depth += 1;
      p += 1;
      inObject = c == 0x7b;
      first = true;
    } else {
      p = c == 0x2d || (c >= 0x30 && c <= 0x39) ? numberEnd(p, end) : wordEnd(p, end);
      if (p == 0) return 0;
      afterValue = true;
    }
  }
  out = copy(out, from, p);
  return skipSpace(p, end) == end ? out : 0;
}

function newline(start: usize, end: usize): usize {
  const feed = i8x16.splat(0x0a);
  let p = start;
  while (p + 16 <= end) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(p), feed));
    if (mask != 0) return p + ctz(mask);
    p += 16;
  }
  while (p < end && load<u8>(p) != 0x0a) p += 1;
  return p;
}

/**
 * Reads whole lines from `input`, at most `maxLines`. Writes three u32 a line to `lines` (start within the input, length
 * without the line feed, status) and to `out` one JSON array of the shortened lines. A rest without a line feed is left.
 * `out` must have room for `length` + 2 bytes: a cut text is always shorter than it was.
 */
export function scan(input: usize, length: usize, lines: usize, maxLines: i32, out: usize): i32 {
  const end = input + length;
  let p = input;
  let o = out;
  let count = 0;
  let any = false;
  store<u8>(o, 0x5b);
  o += 1;
  while (p < end && count < maxLines) {
    const feed = newline(p, end);
    if (feed == end) break;
    let status = UNSURE;
    if (skipSpace(p, feed) == feed) {
      status = BLANK;
    } else {
      const to = shortenLine(p, feed, any ? o + 1 : o);
      if (to != 0) {
        if (any) store<u8>(o, 0x2c);
        any = true;
        o = to;
        status = SHORTENED;
      }
    }
    const line = lines + count * 12;
    store<u32>(line, <u32>(p - input));
    store<u32>(line, <u32>(feed - p), 4);
    store<u32>(line, status, 8);
    count += 1;
    p = feed + 1;
  }
  store<u8>(o, 0x5d);
  consumed = p - input;
  produced = o + 1 - out;
  return count;
}
