import { isArray, isObject } from "../../../lib/json.ts";
import type { Block, Place } from "../../view/block.ts";
import { jsonBlock, type Look, notice, placeIn, textBlocks } from "../draw.ts";
import { MAX_BLOCKS } from "../limits.ts";
import type { BlockContext } from "../role.ts";
import type { BlockAt } from "./kind.ts";
import { contentKindOf } from "./kinds.ts";
import { unknownBlock } from "./unknown.ts";

/**
 * A message's `content`, whatever it is: text, a list of blocks, nothing, or junk, which is shown raw. `context`
 * knows the results of the tool calls in it, `output` how a tool shows a text of its result.
 */
export function contentBlocks(
  content: unknown,
  place: Place,
  look: Look,
  context: BlockContext,
  output?: BlockAt["output"],
): Block[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string")
    return output === undefined ? textBlocks(content, look, place) : output(content, place);
  let calls = 0;
  const at = (place: Place): BlockAt => ({
    place,
    look,
    ...(output && { output }),
    nextResult: () => context.resultOf(calls++),
  });
  if (isObject(content)) return drawBlock(content, at(place));
  if (!isArray(content)) return [jsonBlock("content", content, place)];
  const blocks = content.slice(0, MAX_BLOCKS).flatMap((block, index) => drawBlock(block, at(placeIn(place, index))));
  const left = content.length - MAX_BLOCKS;
  return left > 0 ? [...blocks, notice("info", `${left} more blocks, not shown here`)] : blocks;
}

function drawBlock(block: unknown, at: BlockAt): Block[] {
  const drawn = isObject(block) ? contentKindOf(block)?.draw(block, at) : undefined;
  return drawn ?? [unknownBlock(block, at.place)];
}
