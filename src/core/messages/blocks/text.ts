import { asString } from "../../../lib/json.ts";
import { placeIn, textBlocks } from "../draw.ts";
import type { ContentKind } from "./kind.ts";

/** `{type: "text", text}` (Pi: TextContent). `textSignature` is opaque and not shown. */
export const textKind: ContentKind = {
  types: ["text"],
  draw(block, { place, look }) {
    const text = asString(block["text"]);
    return text === undefined ? undefined : textBlocks(text, look, placeIn(place, "text"));
  },
};
