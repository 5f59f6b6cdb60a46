import { field } from "../../lib/json.ts";
import { toText } from "../../lib/text.ts";
import type { Block, Place } from "../view/block.ts";
import { jsonBlock, notice, placeIn, textBlocks } from "./draw.ts";

/** A summary as user text between Pi's fixed words. */
export function summaryToLlm(message: unknown, before: string, after: string): unknown {
  const text = before + toText(field(message, "summary")) + after;
  return { role: "user", content: [{ type: "text", text }], timestamp: field(message, "timestamp") };
}

/** The summary of a message or entry, to read. */
export function summaryBlocks(holder: unknown, place: Place): Block[] {
  const summary = field(holder, "summary");
  if (summary === undefined || summary === null || summary === "") return [notice("warning", "There is no summary.")];
  const at = placeIn(place, "summary");
  return typeof summary === "string" ? textBlocks(summary, "prose", at) : [jsonBlock("summary", summary, at)];
}
