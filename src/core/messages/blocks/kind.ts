import type { JsonObject } from "../../../lib/json.ts";
import type { Block, Place } from "../../view/block.ts";
import type { Look } from "../draw.ts";
import type { CallResult } from "../role.ts";

/** What drawing a content block needs to know. */
export interface BlockAt {
  /** Where the block lies. */
  readonly place: Place;
  /** How running text looks here: `mono` in a tool result. */
  readonly look: Look;
  /** A text in the form of the tool whose result it is in; undefined for none. */
  readonly output?: (text: string, place: Place) => Block[];
  /** The result paired with the next tool call of the message: each call asks once, in order. */
  nextResult(): CallResult | null;
}

/** One kind of content block, whatever names writers give it. */
export interface ContentKind {
  /** Values of `type` it answers to. */
  readonly types: readonly string[];
  /** Readable form, tolerant of anything in any field; undefined when the block does not hold what its type says. */
  draw(block: JsonObject, at: BlockAt): Block[] | undefined;
}
