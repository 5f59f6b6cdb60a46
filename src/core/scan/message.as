/**
 * The facts of an entry that holds a message of user, assistant or toolResult in its usual shape, written as numbers and spans so
 * that nothing has to be made of the line. Every other line is none of these: parsing decides. What is written must be what
 * collecting by entries/message.ts and the roles' own files gives, but for what only the page's side can tell: a call's
 * arguments and an answer's usage come as JSON.
 */
import {
  ABORTED, ARGUMENTS, ARGUMENTS_TAIL, ASSISTANT, ASSISTANT_TAIL, CONTENT, ERROR, ERROR_MESSAGE, ERROR_MESSAGE_TAIL, head, ID,
  IMAGE, INPUT, IS_ERROR, MESSAGE, NAME, PARENT_ID, ROLE, STOP, STOP_REASON, STOP_REASON_TAIL, tail, TEXT, THINKING, TIMESTAMP,
  TIMESTAMP_TAIL, TOOL_CALL, TOOL_CALL_ID, TOOL_CALL_ID_TAIL, TOOL_NAME, TOOL_RESULT, TOOL_RESULT_TAIL, TOOL_USE, TYPE, USAGE,
  USER,
} from "./names";
import {
  addToPreview, endPreview, isUndecided, isVisible, previewEnd, previewStart, startPreview,
} from "./preview";
import { NULL, skipSpace, textEnd, TRUE, units, wordEnd, written } from "./text";
import { isoTime } from "./time";
import { copyEnd, key, keyLength, keyPlain, nextKey, valueEnd } from "./value";

/** Bits of FLAG (session/facts.ts). */
const FLAG_MESSAGE: u32 = 1;
const FLAG_EDITABLE: u32 = 4;
const FLAG_TEXT: u32 = 16;
const FLAG_STOPPED: u32 = 32;
const FLAG_ERROR: u32 = 64;
const FLAG_IMAGE: u32 = 256;

const ROLE_USER: u32 = 1;
const ROLE_ASSISTANT: u32 = 2;
const ROLE_RESULT: u32 = 3;

/** What Pi counts an image as, in characters (ESTIMATED_IMAGE_CHARS in compaction.js). */
const IMAGE_CHARS: i32 = 4800;

/** Fields met in one object, so that none counts that comes twice. */
let met: u32 = 0;

/** True the first time a field is met in its object. */
// @ts-ignore: decorator
@inline
function isFirst(field: u32): bool {
  const before = met;
  met |= 1 << field;
  return met != before;
}

/** A text read by plainText: its first byte and length in bytes. */
let textAt: usize = 0;
let textLength: usize = 0;

/** Reads a text of ASCII without escapes, as ids and names are. Returns the position behind it; 0 for anything else. */
function plainText(p: usize): usize {
  if (load<u8>(p) != 0x22) return 0;
  const close = textEnd(p + 1);
  if (close == 0) return 0;
  textAt = p + 1;
  textLength = close - textAt;
  return <usize>units == textLength && written == units ? close + 1 : 0;
}

/** Where reading goes on: the value of a member, or behind the end of its object. 0 when not sure. */
let at: usize = 0;

/** Reads the key of the next member of an object; false at the object's end and when not sure. p is behind a value. */
function nextMember(p: usize): bool {
  const next = skipSpace(p);
  const c = load<u8>(next);
  at = c == 0x2c ? nextKey(next + 1) : c == 0x7d ? next + 1 : 0;
  return c == 0x2c && at != 0;
}

/** As {@link nextMember}, for the first one; p is where the object should open. */
function firstMember(p: usize): bool {
  at = 0;
  if (load<u8>(p) != 0x7b) return false;
  const next = skipSpace(p + 1);
  const empty = load<u8>(next) == 0x7d;
  at = empty ? next + 1 : nextKey(next);
  return !empty && at != 0;
}

/** What is known of the message being read. */
let role: u32 = 0;
let flags: u32 = 0;
let textChars: i32 = 0;
let thinkingChars: i32 = 0;
let images: i32 = 0;
let thinking: bool = false;
let isTextContent: bool = false;
let calls: i32 = 0;
/** How many calls were copied before the usage. */
let usageAt: i32 = 0;
let callsAt: usize = 0;
let callIdAt: usize = 0;
let callIdLength: usize = 0;
let toolAt: usize = 0;
let toolLength: usize = 0;

/** Copies of JSON go here, separated by commas; `any` when there is one already. */
let json: usize = 0;
let any: bool = false;

/** Copies a value to the JSON. Returns the position behind it; 0 when not sure. */
function copyValue(p: usize): usize {
  if (any) store<u8>(json, 0x2c);
  const end = valueEnd(p, any ? json + 1 : json);
  if (end == 0) return 0;
  json = copyEnd();
  any = true;
  return end;
}

const BLOCK_TYPE: u32 = 0;
const BLOCK_TEXT: u32 = 1;
const BLOCK_THINKING: u32 = 2;
const BLOCK_ID: u32 = 3;
const BLOCK_NAME: u32 = 4;
const BLOCK_ARGUMENTS: u32 = 5;

/** Reads one content block. Returns the position behind it; 0 for what is not text, thinking, image or toolCall as Pi writes them. */
function blockEnd(start: usize): usize {
  let type: u64 = 0;
  let textStart: usize = 0;
  let textClose: usize = 0;
  let chars: i32 = 0;
  let thinkingUnits: i32 = 0;
  const call = callsAt + calls * 16;
  let seen: u32 = 0;
  for (let more = firstMember(start); more; more = nextMember(at)) {
    if (!keyPlain) return 0;
    const name = head(key, keyLength);
    let p = at;
    let field: i32 = -1;
    if (keyLength == 4 && name == TYPE) {
      p = plainText(p);
      if (p == 0 || textLength > 8) return 0;
      type = head(textAt, textLength);
      field = BLOCK_TYPE;
    } else if (keyLength == 4 && name == TEXT) {
      if (load<u8>(p) != 0x22) return 0;
      textStart = p + 1;
      textClose = textEnd(textStart);
      if (textClose == 0) return 0;
      chars = units;
      p = textClose + 1;
      field = BLOCK_TEXT;
    } else if (keyLength == 8 && name == THINKING) {
      if (load<u8>(p) != 0x22) return 0;
      p = textEnd(p + 1);
      if (p == 0) return 0;
      p += 1;
      thinkingUnits = units;
      field = BLOCK_THINKING;
    } else if (keyLength == 2 && name == ID) {
      p = plainText(p);
      if (p == 0) return 0;
      store<u32>(call, <u32>textAt);
      store<u32>(call, <u32>textLength, 4);
      field = BLOCK_ID;
    } else if (keyLength == 4 && name == NAME) {
      p = plainText(p);
      if (p == 0) return 0;
      store<u32>(call, <u32>textAt, 8);
      store<u32>(call, <u32>textLength, 12);
      field = BLOCK_NAME;
    } else if (keyLength == 9 && name == ARGUMENTS && tail(key, 9) == ARGUMENTS_TAIL) {
      if (load<u8>(p) != 0x7b) return 0;
      p = copyValue(p);
      field = BLOCK_ARGUMENTS;
    } else if (
      (keyLength == 5 && name == INPUT) ||
      (keyLength == 8 && name == TOOL_NAME) ||
      (keyLength == 10 && name == TOOL_CALL_ID)
    ) {
      return 0; // another writer's form of a call
    } else p = valueEnd(p);
    if (p == 0) return 0;
    if (field >= 0) {
      if ((seen & (1 << field)) != 0) return 0;
      seen |= 1 << field;
    }
    at = p;
  }
  if (at == 0) return 0;
  const isCall = type == TOOL_CALL;
  const callFields: u32 = (1 << BLOCK_ID) | (1 << BLOCK_NAME) | (1 << BLOCK_ARGUMENTS);
  if (isCall ? (seen & callFields) != callFields : (seen & (1 << BLOCK_ARGUMENTS)) != 0) return 0;
  if (isCall) calls += 1;
  else if (type == TEXT) {
    if ((seen & (1 << BLOCK_TEXT)) == 0) return 0;
    textChars += chars;
    addToPreview(textStart, textClose);
  } else if (type == THINKING) {
    if ((seen & (1 << BLOCK_THINKING)) == 0) return 0;
    thinkingChars += thinkingUnits;
    thinking = true;
  } else if (type == IMAGE) images += 1;
  else return 0;
  return at;
}

/** Reads a content: a text, or a list of blocks. Returns the position behind it; 0 for anything else. */
function contentEnd(start: usize): usize {
  if (load<u8>(start) == 0x22) {
    const close = textEnd(start + 1);
    if (close == 0) return 0;
    isTextContent = true;
    textChars = units;
    addToPreview(start + 1, close);
    return close + 1;
  }
  if (load<u8>(start) != 0x5b) return 0;
  let p = skipSpace(start + 1);
  if (load<u8>(p) == 0x5d) return p + 1;
  while (true) {
    p = blockEnd(p);
    if (p == 0) return 0;
    p = skipSpace(p);
    const c = load<u8>(p);
    if (c == 0x5d) return p + 1;
    if (c != 0x2c) return 0;
    p = skipSpace(p + 1);
  }
}

/** Reads the value of `role`. */
function roleEnd(start: usize): usize {
  const p = plainText(start);
  if (p == 0) return 0;
  const name = head(textAt, textLength);
  if (textLength == 4 && name == USER) role = ROLE_USER;
  else if (textLength == 9 && name == ASSISTANT && tail(textAt, 9) == ASSISTANT_TAIL) role = ROLE_ASSISTANT;
  else if (textLength == 10 && name == TOOL_RESULT && tail(textAt, 10) == TOOL_RESULT_TAIL) role = ROLE_RESULT;
  else return 0;
  return p;
}

/** Reads the value of `stopReason`. A turn that failed has more to say than fits here. */
function stopReasonEnd(start: usize): usize {
  const p = plainText(start);
  if (p == 0) return 0;
  const name = head(textAt, textLength);
  if ((textLength == 7 && name == ABORTED) || (textLength == 5 && name == ERROR)) return 0;
  const usual = (textLength == 4 && name == STOP) || (textLength == 7 && name == TOOL_USE) || textLength == 0;
  if (!usual) flags |= FLAG_STOPPED;
  return p;
}

const FIELD_ROLE: u32 = 0;
const FIELD_CONTENT: u32 = 1;
const FIELD_USAGE: u32 = 2;
const FIELD_STOP_REASON: u32 = 3;
const FIELD_CALL_ID: u32 = 4;
const FIELD_TOOL_NAME: u32 = 5;
const FIELD_IS_ERROR: u32 = 6;

/** Reads the value of one member of a message. Returns the position behind it; 0 when not sure. */
function messageMemberEnd(start: usize): usize {
  const name = head(key, keyLength);
  if (keyLength == 4 && name == ROLE) return isFirst(FIELD_ROLE) ? roleEnd(start) : 0;
  if (keyLength == 7 && name == CONTENT) {
    return isFirst(FIELD_CONTENT) ? contentEnd(start) : 0;
  }
  if (keyLength == 5 && name == USAGE) {
    usageAt = calls;
    return isFirst(FIELD_USAGE) && load<u8>(start) == 0x7b ? copyValue(start) : 0;
  }
  if (keyLength == 7 && name == IS_ERROR) {
    if (!isFirst(FIELD_IS_ERROR)) return 0;
    const word = load<u32>(start);
    if (word == TRUE) flags |= FLAG_ERROR;
    return word == NULL ? 0 : wordEnd(start);
  }
  if (keyLength == 8 && name == TOOL_NAME) {
    const p = isFirst(FIELD_TOOL_NAME) ? plainText(start) : 0;
    toolAt = textAt;
    toolLength = textLength;
    return p;
  }
  if (keyLength == 10 && name == TOOL_CALL_ID && tail(key, 10) == TOOL_CALL_ID_TAIL) {
    const p = isFirst(FIELD_CALL_ID) ? plainText(start) : 0;
    callIdAt = textAt;
    callIdLength = textLength;
    return p;
  }
  if (keyLength == 10 && name == STOP_REASON && tail(key, 10) == STOP_REASON_TAIL) {
    return isFirst(FIELD_STOP_REASON) ? stopReasonEnd(start) : 0;
  }
  if (keyLength == 12 && name == ERROR_MESSAGE && tail(key, 12) == ERROR_MESSAGE_TAIL) return 0;
  return valueEnd(start);
}

/** Reads a message. Returns the position behind it; 0 for any but those three roles write. */
function messageEnd(start: usize): usize {
  role = 0;
  flags = FLAG_MESSAGE | FLAG_EDITABLE;
  textChars = 0;
  thinkingChars = 0;
  images = 0;
  thinking = false;
  isTextContent = false;
  calls = 0;
  usageAt = 0;
  met = 0;
  for (let more = firstMember(start); more; more = nextMember(at)) {
    at = keyPlain ? messageMemberEnd(at) : 0;
    if (at == 0) return 0;
  }
  if (at == 0) return 0;
  const always: u32 = (1 << FIELD_ROLE) | (1 << FIELD_CONTENT);
  if (role == ROLE_USER) {
    if (met != always) return 0;
  } else if (role == ROLE_ASSISTANT) {
    if ((met & ~(1 << FIELD_STOP_REASON)) != (always | (1 << FIELD_USAGE)) || isTextContent || isUndecided()) return 0;
    if (isVisible()) flags |= FLAG_TEXT;
  } else {
    const result: u32 = always | (1 << FIELD_CALL_ID) | (1 << FIELD_TOOL_NAME);
    if ((met & ~(1 << FIELD_IS_ERROR)) != result) return 0;
  }
  if (role != ROLE_ASSISTANT && (thinking || calls > 0)) return 0;
  if (images > 0) flags |= FLAG_IMAGE;
  return at;
}

/** Characters by which Pi estimates the message's tokens; those of its calls are counted where they are read. */
function estimatedChars(): i32 {
  return role == ROLE_ASSISTANT ? textChars + thinkingChars : textChars + images * IMAGE_CHARS;
}

const ENTRY_TYPE: i32 = 0;
const ENTRY_ID: i32 = 1;
const ENTRY_PARENT: i32 = 2;
const ENTRY_TIME: i32 = 3;
const ENTRY_MESSAGE: i32 = 4;

/** Bytes of one record: fourteen u32, and the time as f64. */
export const RECORD_BYTES: i32 = 64;

/** What scanMessage has written: the end of the preview, the calls, and the end of the JSON. */
export let textsEnd: usize = 0;
export let callCount: i32 = 0;
export let jsonEnd: usize = 0;
export let jsonAny: bool = false;

/**
 * Reads the line at `start` if it is a usual message: a record is written (see scanner.ts for its fields; spans are addresses),
 * its calls behind those at `callList`, its preview to `texts`, its JSON to `to`. Returns the position of its line feed; 0 for any
 * other line: then nothing counts as written.
 */
export function scanMessage(
  start: usize,
  record: usize,
  callList: usize,
  texts: usize,
  to: usize,
  hasJson: bool,
): usize {
  let idAt: usize = 0;
  let idLength: usize = 0;
  let parentAt: usize = 0;
  let parentLength: usize = 0;
  let seen: u32 = 0;
  callsAt = callList;
  json = to;
  any = hasJson;
  startPreview(texts);
  for (let more = firstMember(skipSpace(start)); more; more = nextMember(at)) {
    if (!keyPlain) return 0;
    const name = head(key, keyLength);
    let p = at;
    let field: i32 = -1;
    if (keyLength == 4 && name == TYPE) {
      p = plainText(p);
      if (p == 0 || textLength != 7 || head(textAt, 7) != MESSAGE) return 0;
      field = ENTRY_TYPE;
    } else if (keyLength == 2 && name == ID) {
      p = plainText(p);
      idAt = textAt;
      idLength = textLength;
      field = ENTRY_ID;
    } else if (keyLength == 8 && name == PARENT_ID) {
      if (load<u32>(p) == NULL) p += 4;
      else {
        p = plainText(p);
        if (textLength == 0) return 0;
        parentAt = textAt;
        parentLength = textLength;
      }
      field = ENTRY_PARENT;
    } else if (keyLength == 9 && name == TIMESTAMP && tail(key, 9) == TIMESTAMP_TAIL) {
      p = plainText(p);
      if (p == 0 || textLength != 24) return 0;
      const time = isoTime(textAt);
      if (isNaN(time)) return 0;
      store<f64>(record, time, 56);
      field = ENTRY_TIME;
    } else if (keyLength == 7 && name == MESSAGE) {
      p = messageEnd(p);
      field = ENTRY_MESSAGE;
    } else p = valueEnd(p);
    if (p == 0) return 0;
    if (field >= 0) {
      if ((seen & (1 << field)) != 0) return 0;
      seen |= 1 << field;
    }
    at = p;
  }
  if (at == 0 || seen != 31) return 0;
  const feed = skipSpace(at);
  if (load<u8>(feed) != 0x0a) return 0;
  endPreview();
  store<u32>(record, <u32>idAt);
  store<u32>(record, <u32>idLength, 4);
  store<u32>(record, <u32>parentAt, 8);
  store<u32>(record, <u32>parentLength, 12);
  store<u32>(record, role, 16);
  store<u32>(record, flags, 20);
  store<u32>(record, estimatedChars(), 24);
  store<u32>(record, <u32>previewStart, 28);
  store<u32>(record, <u32>(previewEnd - previewStart), 32);
  store<u32>(record, <u32>callIdAt, 36);
  store<u32>(record, <u32>callIdLength, 40);
  store<u32>(record, <u32>toolAt, 44);
  store<u32>(record, <u32>toolLength, 48);
  store<u32>(record, (calls << 1) | <i32>(calls > 0 && usageAt == 0), 52);
  textsEnd = previewEnd;
  callCount = calls;
  jsonEnd = json;
  jsonAny = any;
  return feed;
}
