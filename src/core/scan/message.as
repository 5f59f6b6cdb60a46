/**
 * The facts of an entry that holds a message of user, assistant or toolResult in its usual shape, written as numbers and spans so
 * that nothing has to be made of the line. Every other line is none of these: parsing decides. What is written must be what
 * collecting by entries/message.ts and the roles' own files gives, but for what only the page's side can tell: a call's
 * arguments and an answer's usage come as JSON.
 */
import { any, calls, contentEnd, copyValue, hasThinking, images, isText, json, startContent, textChars, thinkingChars } from "./content";
import { at, firstMember, goOn, nextMember, plainText, textAt, textLength } from "./members";
import {
  ABORTED, ASSISTANT, ASSISTANT_TAIL, CONTENT, ERROR, ERROR_MESSAGE, ERROR_MESSAGE_TAIL, head, ID, IS_ERROR, MESSAGE, MODEL, PARENT_ID, PROVIDER, ROLE,
  STOP, STOP_REASON, STOP_REASON_TAIL, tail, TIMESTAMP, TIMESTAMP_TAIL, TOOL_CALL_ID, TOOL_CALL_ID_TAIL, TOOL_NAME, TOOL_RESULT,
  TOOL_RESULT_TAIL, TOOL_USE, TYPE, USAGE, USER,
} from "./names";
import { endPreview, isUndecided, isVisible, previewEnd, previewStart, startPreview } from "./preview";
import { NULL, skipSpace, TRUE, wordEnd } from "./text";
import { isoTime } from "./time";
import { cacheRead, cacheWrite, context, cost, input, output, usageEnd } from "./usage";
import { key, keyLength, keyPlain, valueEnd } from "./value";

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
/** More in one message are left to JSON.parse: their characters would not fit a number here. */
const MAX_IMAGES: i32 = 100_000;

/** Fields met in one object, so that none counts that comes twice. */
let met: u32 = 0;

/** True the first time a field is met in its object. */
@inline
function isFirst(field: u32): bool {
  const before = met;
  met |= 1 << field;
  return met != before;
}

/** What stands for an answer without text, where the caller has put it. */
const NO_CONTENT: usize = 512;
let noContentLength: usize = 0;

export function setNoContent(length: usize): void {
  noContentLength = length;
}

/** What is known of the message being read. */
let role: u32 = 0;
let flags: u32 = 0;
/** Where the usage is: among the record's numbers, or as JSON before or behind the calls' arguments. */
const USAGE_READ: i32 = 0;
const USAGE_FIRST: i32 = 1;
const USAGE_LAST: i32 = 2;
let usage: i32 = 0;
let callIdAt: usize = 0;
let callIdLength: usize = 0;
let toolAt: usize = 0;
let toolLength: usize = 0;
let providerAt: usize = 0;
let providerLength: usize = 0;
let modelAt: usize = 0;
let modelLength: usize = 0;

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
const FIELD_PROVIDER: u32 = 7;
const FIELD_MODEL: u32 = 8;

/** Reads the value of one member of a message. Returns the position behind it; 0 when not sure. */
function messageMemberEnd(start: usize): usize {
  const name = head(key, keyLength);
  if (keyLength == 4 && name == ROLE) return isFirst(FIELD_ROLE) ? roleEnd(start) : 0;
  if (keyLength == 7 && name == CONTENT) {
    return isFirst(FIELD_CONTENT) ? contentEnd(start) : 0;
  }
  if (keyLength == 5 && name == USAGE) {
    if (!isFirst(FIELD_USAGE) || load<u8>(start) != 0x7b) return 0;
    const end = usageEnd(start);
    if (end != 0) return end;
    usage = calls == 0 ? USAGE_FIRST : USAGE_LAST;
    return copyValue(start);
  }
  if (keyLength == 5 && name == MODEL) {
    const p = isFirst(FIELD_MODEL) ? plainText(start) : 0;
    modelAt = textAt;
    modelLength = textLength;
    return p;
  }
  if (keyLength == 8 && name == PROVIDER) {
    const p = isFirst(FIELD_PROVIDER) ? plainText(start) : 0;
    providerAt = textAt;
    providerLength = textLength;
    return p;
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
  usage = USAGE_READ;
  providerLength = 0;
  modelLength = 0;
  met = 0;
  for (let more = firstMember(start); more; more = nextMember(at)) {
    goOn(keyPlain ? messageMemberEnd(at) : 0);
    if (at == 0) return 0;
  }
  if (at == 0) return 0;
  const always: u32 = (1 << FIELD_ROLE) | (1 << FIELD_CONTENT);
  if (role == ROLE_USER) {
    if (met != always) return 0;
  } else if (role == ROLE_ASSISTANT) {
    const optional: u32 = (1 << FIELD_STOP_REASON) | (1 << FIELD_PROVIDER) | (1 << FIELD_MODEL);
    if ((met & ~optional) != (always | (1 << FIELD_USAGE)) || isText || isUndecided()) return 0;
    if (isVisible()) flags |= FLAG_TEXT;
  } else {
    const result: u32 = always | (1 << FIELD_CALL_ID) | (1 << FIELD_TOOL_NAME);
    if ((met & ~(1 << FIELD_IS_ERROR)) != result) return 0;
  }
  if (images > MAX_IMAGES || (role != ROLE_ASSISTANT && (hasThinking || calls > 0))) return 0;
  if (images > 0) flags |= FLAG_IMAGE;
  return at;
}

/** Characters by which Pi estimates the message's tokens; those of its calls are counted where they are read. */
function estimatedChars(): i32 {
  return role == ROLE_ASSISTANT ? textChars + thinkingChars : textChars + images * IMAGE_CHARS;
}

function storeUsage(record: usize): void {
  store<f64>(record, input, 64);
  store<f64>(record, output, 72);
  store<f64>(record, cacheRead, 80);
  store<f64>(record, cacheWrite, 88);
  store<f64>(record, cost, 96);
  store<f64>(record, context, 104);
}

const ENTRY_TYPE: i32 = 0;
const ENTRY_ID: i32 = 1;
const ENTRY_PARENT: i32 = 2;
const ENTRY_TIME: i32 = 3;
const ENTRY_MESSAGE: i32 = 4;

/** Bytes of one record: fourteen u32, and seven f64. */
export const RECORD_BYTES: i32 = 112;

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
  startContent(callList, to, hasJson);
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
    goOn(p);
  }
  if (at == 0 || seen != 31) return 0;
  const feed = skipSpace(at);
  if (load<u8>(feed) != 0x0a) return 0;
  endPreview();
  let shownLength = previewEnd - previewStart;
  if (shownLength == 0 && role == ROLE_ASSISTANT) {
    memory.copy(previewStart, NO_CONTENT, noContentLength);
    shownLength = noContentLength;
  }
  store<u32>(record, <u32>idAt);
  store<u32>(record, <u32>idLength, 4);
  store<u32>(record, <u32>parentAt, 8);
  store<u32>(record, <u32>parentLength, 12);
  store<u32>(record, role, 16);
  store<u32>(record, flags, 20);
  store<u32>(record, estimatedChars(), 24);
  store<u32>(record, <u32>previewStart, 28);
  store<u32>(record, <u32>shownLength, 32);
  const isAnswer = role == ROLE_ASSISTANT;
  store<u32>(record, <u32>(isAnswer ? providerAt : callIdAt), 36);
  store<u32>(record, <u32>(isAnswer ? providerLength : callIdLength), 40);
  store<u32>(record, <u32>(isAnswer ? modelAt : toolAt), 44);
  store<u32>(record, <u32>(isAnswer ? modelLength : toolLength), 48);
  store<u32>(record, (calls << 2) | usage, 52);
  if (role == ROLE_ASSISTANT && usage == USAGE_READ) storeUsage(record);
  textsEnd = previewStart + shownLength;
  callCount = calls;
  jsonEnd = json;
  jsonAny = any;
  return feed;
}
