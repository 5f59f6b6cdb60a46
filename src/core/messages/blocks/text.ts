import { asString } from "../../../lib/json.ts";
import { placeIn, textBlocks } from "../draw.ts";
import type { ContentKind } from "./kind.ts";

/** `{type: "text", text}` (Pi: TextContent). `textSignature` is opaque and not shown. */
export const textKind: ContentKind = {
  types: ["text"],
  draw(block, { place, look, output }) {
    const text = asString(block["text"]);
    const at = placeIn(place, "text");
    if (text === undefined) return undefined;
    return output === undefined ? textBlocks(text, look, at) : output(text, at);
  },
};
