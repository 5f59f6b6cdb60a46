import { styled } from "../messages/styled.ts";
import { MOST_READ } from "../rich/ansi.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Place } from "../view/block.ts";
import type { StyledSource, StyledText } from "../view/tool-block.ts";
import { readText } from "./place.ts";

/** Units of a text that are read for its end: what is longer is shown from its start, which says so. */
const MOST_FOR_END = 64 << 20;

/**
 * The text at a place with its looks, at most `limit` UTF-16 units: the first, or with `end` the last.
 *
 * @throws RangeError when nothing lies there; DOMException NotReadableError when the file has changed.
 */
export async function readStyled(
  session: OpenedSession,
  place: Place,
  source: StyledSource,
  end: boolean,
  limit: number,
): Promise<StyledText> {
  const text = await readText(session, place, end ? MOST_FOR_END : MOST_READ);
  return styled(source, text, end, limit);
}
