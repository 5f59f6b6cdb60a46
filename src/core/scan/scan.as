/**
 * The byte scanner, in AssemblyScript: compiled to WebAssembly by the build (vite.config.ts), used by scanner.ts alone.
 *
 * It reads lines of JSON and checks the whole grammar. Of a usual message it writes what the index keeps (message.as); any other
 * line is copied with its long texts cut short (value.as), a fraction of the bytes that parses to the same value but for those
 * texts. It never guesses: a line that is not plainly an object as JSON.parse would read it (not JSON, not UTF-8, a lone
 * surrogate, very deep) is left to JSON.parse.
 *
 * A long text becomes: its first units, the mark, and what was left out: UTF-16 units, and units as JSON.stringify would write
 * them, both as twelve decimal digits.
 */
import { callCount, jsonAny, jsonEnd, RECORD_BYTES, scanMessage, setNoContent, textsEnd } from "./message";
import { lineEnd, skipSpace } from "./text";
import { copyEnd, setMark, valueEnd } from "./value";

export { setMark, setNoContent };

/** Status of a line: nothing on it; shortened; left to JSON.parse; a message, of which there is a record. */
const BLANK: u32 = 0;
const SHORTENED: u32 = 1;
const UNSURE: u32 = 2;
const MESSAGE: u32 = 3;

/** Results of the last scan: bytes of input used up, bytes of JSON. */
export let consumed: usize = 0;
export let produced: usize = 0;

/** Position of the line feed of the line at `start`, whose object is copied to `to`; 0 when not sure. */
function shorten(start: usize, to: usize): usize {
  const p = skipSpace(start);
  if (load<u8>(p) != 0x7b) return 0;
  const end = valueEnd(p, to);
  if (end == 0) return 0;
  const feed = skipSpace(end);
  return load<u8>(feed) == 0x0a ? feed : 0;
}

/**
 * Reads the lines from `input` on, at most `maxLines`; the last of its `length` bytes must be a line feed. Writes three u32 a line to
 * `lines` (start, length without the line feed, status), records, calls and previews of messages one behind the other, and to
 * `json` one array: of each shortened line its value, of each message its calls' arguments and its usage. What stands behind
 * an address needs as much room as the input, `json` two bytes more; `records` and `lines` need it for `maxLines`.
 */
export function scan(
  input: usize,
  length: usize,
  lines: usize,
  maxLines: i32,
  messages: bool,
  records: usize,
  calls: usize,
  texts: usize,
  json: usize,
): i32 {
  const end = input + length;
  let p = input;
  let to = json;
  let record = records;
  let call = calls;
  let text = texts;
  let count = 0;
  let any = false;
  store<u8>(to, 0x5b);
  to += 1;
  while (p < end && count < maxLines) {
    let status = MESSAGE;
    let feed = messages ? scanMessage(p, record, call, text, to, any) : 0;
    if (feed != 0) {
      record += RECORD_BYTES;
      call += callCount * 16;
      text = textsEnd;
      to = jsonEnd;
      any = jsonAny;
    } else {
      status = SHORTENED;
      feed = shorten(p, any ? to + 1 : to);
      if (feed != 0) {
        if (any) store<u8>(to, 0x2c);
        any = true;
        to = copyEnd();
      } else {
        feed = lineEnd(p);
        status = skipSpace(p) == feed ? BLANK : UNSURE;
      }
    }
    const line = lines + count * 12;
    store<u32>(line, <u32>p);
    store<u32>(line, <u32>(feed - p), 4);
    store<u32>(line, status, 8);
    count += 1;
    p = feed + 1;
  }
  store<u8>(to, 0x5d);
  consumed = p - input;
  produced = to + 1 - json;
  return count;
}
