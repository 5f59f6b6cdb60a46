/** The content of a message: a text, or a list of blocks as Pi writes them. */
import {
  ARGUMENTS, ARGUMENTS_TAIL, head, ID, IMAGE, INPUT, NAME, tail, TEXT, THINKING, TOOL_CALL, TOOL_CALL_ID, TOOL_NAME, TYPE,
} from "./names";
import { at, firstMember, goOn, nextMember, plainText, textAt, textLength } from "./members";
import { addToPreview } from "./preview";
import { skipSpace, textEnd, units } from "./text";
import { copyEnd, key, keyLength, keyPlain, valueEnd } from "./value";

/** What has been read of the content. */
export let textChars: i32 = 0;
export let thinkingChars: i32 = 0;
export let images: i32 = 0;
export let hasThinking: bool = false;
/** It is a text, not a list. */
export let isText: bool = false;
export let calls: i32 = 0;
/** Records of its calls go here: address and length of the id, and of the name. */
let callsAt: usize = 0;

/** Copies of JSON go here, separated by commas; `any` when there is one already. */
export let json: usize = 0;
export let any: bool = false;

/** Copies a value to the JSON. Returns the position behind it; 0 when not sure. */
export function copyValue(p: usize): usize {
  if (any) store<u8>(json, 0x2c);
  const end = valueEnd(p, any ? json + 1 : json);
  if (end == 0) return 0;
  json = copyEnd();
  any = true;
  return end;
}

/** Before a line is read: where its calls and its JSON go. */
export function startContent(callList: usize, to: usize, hasJson: bool): void {
  callsAt = callList;
  json = to;
  any = hasJson;
  textChars = 0;
  thinkingChars = 0;
  images = 0;
  hasThinking = false;
  isText = false;
  calls = 0;
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
    goOn(p);
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
    hasThinking = true;
  } else if (type == IMAGE) images += 1;
  else return 0;
  return at;
}

/** Reads a content: a text, or a list of blocks. Returns the position behind it; 0 for anything else. */
export function contentEnd(start: usize): usize {
  if (load<u8>(start) == 0x22) {
    const close = textEnd(start + 1);
    if (close == 0) return 0;
    isText = true;
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

