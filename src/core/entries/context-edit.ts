import { field, isObject } from "../../lib/json.ts";
import { contentBlocks } from "../messages/blocks/draw-content.ts";
import { fact, jsonBlock, notice, placeIn } from "../messages/draw.ts";
import { FLAG } from "../session/facts.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, plain, printed } from "./words.ts";

/** `{targetId, replacement: null | {content}}` (Pi: ContextEditEntry): leaves a target out of the context or gives it other content. */
export const contextEditKind: EntryKind = {
  type: "context_edit",
  bookkeeping: true,
  tone: "setting",
  lead: "",
  collect(entry, facts) {
    const replacement = field(entry, "replacement");
    if (replacement === null) facts.flags |= FLAG.omits;
    if (replacement === undefined) facts.flags |= FLAG.brokenEdit;
    facts.target = field(entry, "targetId");
    facts.preview = bracket(replacement === null ? "context omit" : "context replace", facts.target);
  },
  messages: () => [],
  blocks(entry, context) {
    const replacement = field(entry, "replacement");
    const place = placeIn(context.place, "replacement");
    if (replacement === null) return [notice("info", "Leaves its target out of the context from here on.")];
    if (replacement === undefined) {
      return [notice("warning", "This edit has no replacement. Pi fails on it; here it changes nothing.")];
    }
    const content = field(replacement, "content");
    const empty = content === undefined || content === null || content === "";
    return [
      notice("info", `Replaces the content of its target from here on${empty ? ", with nothing" : ""}.`),
      ...contentBlocks(content, placeIn(place, "content"), "prose", context),
      ...(isObject(replacement) && content !== undefined
        ? []
        : [jsonBlock("malformed replacement", replacement, place)]),
    ];
  },
  fields: (entry) => [
    ...fact("Target", field(entry, "targetId")),
    ...fact("Effect", field(entry, "replacement") === null ? "omit" : "replace content"),
  ],
  print: (entry) =>
    printed(
      entry,
      `Context edit for ${plain(field(entry, "targetId"))}: ${field(entry, "replacement") === null ? "omit" : "replace content"}`,
    ),
};
