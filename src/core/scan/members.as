/** The members of the objects a message is made of, and their plain texts. */
import { nextKey } from "./value";
import { skipSpace, textEnd, units, written } from "./text";

/** A text read by plainText: its first byte and length in bytes. */
export let textAt: usize = 0;
export let textLength: usize = 0;

/** Reads a text of ASCII without escapes, as ids and names are. Returns the position behind it; 0 for anything else. */
export function plainText(p: usize): usize {
  if (load<u8>(p) != 0x22) return 0;
  const close = textEnd(p + 1);
  if (close == 0) return 0;
  textAt = p + 1;
  textLength = close - textAt;
  return <usize>units == textLength && written == units ? close + 1 : 0;
}

/** Where reading goes on: the value of a member, or behind the end of its object. 0 when not sure. */
export let at: usize = 0;

/** Reads the key of the next member of an object; false at the object's end and when not sure. p is behind a value. */
export function nextMember(p: usize): bool {
  const next = skipSpace(p);
  const c = load<u8>(next);
  at = c == 0x2c ? nextKey(next + 1) : c == 0x7d ? next + 1 : 0;
  return c == 0x2c && at != 0;
}

/** As {@link nextMember}, for the first one; p is where the object should open. */
export function firstMember(p: usize): bool {
  at = 0;
  if (load<u8>(p) != 0x7b) return false;
  const next = skipSpace(p + 1);
  const empty = load<u8>(next) == 0x7d;
  at = empty ? next + 1 : nextKey(next);
  return !empty && at != 0;
}

/** Moves on: p is behind the value of a member, 0 when not sure. */
export function goOn(p: usize): void {
  at = p;
}
