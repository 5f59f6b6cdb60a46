import { asString } from "../../../lib/json.ts";
import { bounded, placeIn } from "../draw.ts";
import type { ContentKind } from "./kind.ts";

/**
 * `{type: "thinking", thinking, thinkingSignature?, redacted?}` (Pi: ThinkingContent); by other writers also `signature`, and
 * `{type: "redacted_thinking", data}`. Of a signature only the length is told: it is opaque and can be huge.
 */
export const thinkingKind: ContentKind = {
  types: ["thinking", "redacted_thinking"],
  draw(block, { place }) {
    const thinking = block["thinking"] ?? "";
    if (typeof thinking !== "string") return undefined;
    const signature =
      asString(block["thinkingSignature"]) ?? asString(block["signature"]) ?? asString(block["data"]) ?? "";
    const redacted = Boolean(block["redacted"]) || block["type"] === "redacted_thinking";
    const text = bounded(thinking, placeIn(place, "thinking"));
    return [{ kind: "thinking", redacted, signature: signature.length, ...text }];
  },
};
