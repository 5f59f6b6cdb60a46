/** The usage of an answer, where its figures are plain numbers: anything else is left to JSON.parse. */
import { CACHE_READ, CACHE_READ_TAIL, CACHE_WRITE, CACHE_WRITE_TAIL, COST, head, INPUT, OUTPUT, tail, TOTAL, TOTAL_TOKENS, TOTAL_TOKENS_TAIL } from "./names";
import { at, firstMember, goOn, nextMember } from "./members";
import { key, keyLength, keyPlain, valueEnd } from "./value";

/** Figures of the last usage read. */
export let input: f64 = 0;
export let output: f64 = 0;
export let cacheRead: f64 = 0;
export let cacheWrite: f64 = 0;
export let cost: f64 = 0;
/** Context size it states (usageSize in messages/usage.ts). */
export let context: f64 = 0;

/** The number read by plainNumber. */
let number: f64 = 0;

/** Numbers up to this are doubles without a loss. */
const MAX_EXACT: u64 = 1 << 53;

/**
 * Reads a number of digits, with a fraction or without. Returns the position behind it; 0 where it would have to be rounded twice
 * (or is signed, or has an exponent): of whole numbers and powers of ten that doubles hold exactly, the quotient is the nearest.
 */
function plainNumber(start: usize): usize {
  let p = start;
  let whole: u64 = 0;
  let c = <u32>load<u8>(p) - 0x30;
  while (c < 10) {
    whole = whole * 10 + c;
    p += 1;
    c = <u32>load<u8>(p) - 0x30;
  }
  const digits = p - start;
  if (digits == 0 || digits > 15 || (digits > 1 && load<u8>(start) == 0x30)) return 0;
  let scale: f64 = 1;
  if (load<u8>(p) == 0x2e) {
    const fraction = p + 1;
    p = fraction;
    c = <u32>load<u8>(p) - 0x30;
    while (c < 10) {
      if (whole >= MAX_EXACT / 10) return 0;
      whole = whole * 10 + c;
      scale *= 10;
      p += 1;
      c = <u32>load<u8>(p) - 0x30;
    }
    // Powers of ten are exact up to 10 ** 22.
    if (p == fraction || p - fraction > 22) return 0;
  }
  const next = load<u8>(p) | 0x20;
  if (next == 0x65) return 0;
  number = <f64>whole / scale;
  return p;
}

/** Reads the costs. Returns the position behind them; 0 when they have no plain total, or two. */
function costEnd(start: usize): usize {
  let found = false;
  for (let more = firstMember(start); more; more = nextMember(at)) {
    if (!keyPlain) return 0;
    const isTotal = keyLength == 5 && head(key, 5) == TOTAL;
    const p = isTotal ? plainNumber(at) : valueEnd(at);
    if (p == 0 || (isTotal && found)) return 0;
    if (isTotal) cost = number;
    found = found || isTotal;
    goOn(p);
  }
  return found ? at : 0;
}

const FIELD_INPUT: i32 = 0;
const FIELD_OUTPUT: i32 = 1;
const FIELD_CACHE_READ: i32 = 2;
const FIELD_CACHE_WRITE: i32 = 3;
const FIELD_COST: i32 = 4;
const FIELD_TOTAL: i32 = 5;
const FIELD_OTHER: i32 = 6;

function fieldOf(): i32 {
  const name = head(key, keyLength);
  if (keyLength == 4) return name == COST ? FIELD_COST : FIELD_OTHER;
  if (keyLength == 5) return name == INPUT ? FIELD_INPUT : FIELD_OTHER;
  if (keyLength == 6) return name == OUTPUT ? FIELD_OUTPUT : FIELD_OTHER;
  if (keyLength == 9) return name == CACHE_READ && tail(key, 9) == CACHE_READ_TAIL ? FIELD_CACHE_READ : FIELD_OTHER;
  if (keyLength == 10) return name == CACHE_WRITE && tail(key, 10) == CACHE_WRITE_TAIL ? FIELD_CACHE_WRITE : FIELD_OTHER;
  return keyLength == 11 && name == TOTAL_TOKENS && tail(key, 11) == TOTAL_TOKENS_TAIL ? FIELD_TOTAL : FIELD_OTHER;
}

/** Reads a usage. Returns the position behind it; 0 for one that lacks a figure or has one that is no plain number. */
export function usageEnd(start: usize): usize {
  let seen: u32 = 0;
  let total: f64 = 0;
  for (let more = firstMember(start); more; more = nextMember(at)) {
    if (!keyPlain) return 0;
    const field = fieldOf();
    if (field == FIELD_OTHER) {
      goOn(valueEnd(at));
    } else {
      if ((seen & (1 << field)) != 0) return 0;
      seen |= 1 << field;
      goOn(field == FIELD_COST ? costEnd(at) : plainNumber(at));
      if (field == FIELD_INPUT) input = number;
      else if (field == FIELD_OUTPUT) output = number;
      else if (field == FIELD_CACHE_READ) cacheRead = number;
      else if (field == FIELD_CACHE_WRITE) cacheWrite = number;
      else if (field == FIELD_TOTAL) total = number;
    }
    if (at == 0) return 0;
  }
  if (at == 0 || (seen & 31) != 31) return 0;
  context = total != 0 ? total : input + output + cacheRead + cacheWrite;
  return at;
}
