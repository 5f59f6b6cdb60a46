/**
 * Keys and values by their bytes: the first eight as a little-endian number, and for longer ones also the last eight. A key of
 * up to sixteen bytes is known by its length and these.
 */

/** The first eight bytes of a text, zeros behind its end. */
@inline
export function head(at: usize, length: usize): u64 {
  const bytes = load<u64>(at);
  return length >= 8 ? bytes : length == 0 ? 0 : (bytes << ((8 - length) * 8)) >> ((8 - length) * 8);
}

/** The last eight bytes of a text of at least eight. */
@inline
export function tail(at: usize, length: usize): u64 {
  return load<u64>(at + length - 8);
}

export const ID: u64 = 0x6469;
export const COST: u64 = 0x74736f63;
export const DATA: u64 = 0x61746164;
export const NAME: u64 = 0x656d616e;
export const ROLE: u64 = 0x656c6f72;
export const STOP: u64 = 0x706f7473;
export const TEXT: u64 = 0x74786574;
export const TYPE: u64 = 0x65707974;
export const USER: u64 = 0x72657375;
export const ERROR: u64 = 0x726f727265;
export const IMAGE: u64 = 0x6567616d69;
export const MODEL: u64 = 0x6c65646f6d;
export const INPUT: u64 = 0x7475706e69;
export const USAGE: u64 = 0x6567617375;
export const ABORTED: u64 = 0x646574726f6261;
export const CONTENT: u64 = 0x746e65746e6f63;
export const IS_ERROR: u64 = 0x726f7272457369;
export const MESSAGE: u64 = 0x6567617373656d;
export const TOOL_USE: u64 = 0x6573556c6f6f74;
export const TOTAL: u64 = 0x6c61746f74;
export const OUTPUT: u64 = 0x74757074756f;
export const PARENT_ID: u64 = 0x6449746e65726170;
export const PROVIDER: u64 = 0x72656469766f7270;
export const THINKING: u64 = 0x676e696b6e696874;
export const TOOL_CALL: u64 = 0x6c6c61436c6f6f74;
export const TOOL_NAME: u64 = 0x656d614e6c6f6f74;
/** `arguments` */
export const ARGUMENTS: u64 = 0x746e656d75677261;
export const ARGUMENTS_TAIL: u64 = 0x73746e656d756772;
/** `assistant` */
export const ASSISTANT: u64 = 0x6e61747369737361;
export const ASSISTANT_TAIL: u64 = 0x746e617473697373;
/** `timestamp` */
export const TIMESTAMP: u64 = 0x6d617473656d6974;
export const TIMESTAMP_TAIL: u64 = 0x706d617473656d69;
/** `cacheRead` */
export const CACHE_READ: u64 = 0x6165526568636163;
export const CACHE_READ_TAIL: u64 = 0x6461655265686361;
/** `cacheWrite` */
export const CACHE_WRITE: u64 = 0x6972576568636163;
export const CACHE_WRITE_TAIL: u64 = 0x6574697257656863;
/** `totalTokens` */
export const TOTAL_TOKENS: u64 = 0x6b6f546c61746f74;
export const TOTAL_TOKENS_TAIL: u64 = 0x736e656b6f546c61;
/** `toolCallId` */
export const TOOL_CALL_ID: u64 = 0x6c6c61436c6f6f74;
export const TOOL_CALL_ID_TAIL: u64 = 0x64496c6c61436c6f;
/** `toolResult` */
export const TOOL_RESULT: u64 = 0x757365526c6f6f74;
export const TOOL_RESULT_TAIL: u64 = 0x746c757365526c6f;
/** `stopReason` */
export const STOP_REASON: u64 = 0x73616552706f7473;
export const STOP_REASON_TAIL: u64 = 0x6e6f73616552706f;
/** `errorMessage` */
export const ERROR_MESSAGE: u64 = 0x73654d726f727265;
export const ERROR_MESSAGE_TAIL: u64 = 0x6567617373654d72;
/** The end of `thinkingSignature`, `thoughtSignature` and `textSignature`. */
export const SIGNATURE_TAIL: u64 = 0x65727574616e6769;
