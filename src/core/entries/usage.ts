import { field, isObject } from "../../lib/json.ts";
import { modelName } from "../messages/assistant.ts";
import { fact, jsonBlock, notice, placeIn } from "../messages/draw.ts";
import { usageBlocks } from "../messages/usage.ts";
import type { Block, Place } from "../view/block.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, plain, printed } from "./words.ts";

/** `{kind, provider, model, usage}` (Pi: UsageEntry): tokens spent outside the conversation. Any `kind` counts. */
export const usageKind: EntryKind = {
  type: "usage",
  bookkeeping: false,
  tone: "setting",
  lead: "",
  collect(entry, facts) {
    const usage = field(entry, "usage");
    if (isObject(usage)) facts.usage = usage;
    facts.model = modelName(field(entry, "provider"), field(entry, "model"));
    facts.preview = bracket("usage", field(entry, "kind"));
  },
  messages: () => [],
  blocks: (entry, { place }) => figures(entry, place),
  fields: (entry) => [
    ...fact("Kind", field(entry, "kind")),
    ...fact("Model", modelName(field(entry, "provider"), field(entry, "model"))),
    ...fact("Note", field(entry, "note")),
  ],
  print: (entry) =>
    printed(
      entry,
      `Usage (${plain(field(entry, "kind"))}): ${plain(field(field(entry, "usage"), "totalTokens"))} tokens`,
    ),
};

function figures(entry: unknown, place: Place): Block[] {
  const usage = field(entry, "usage");
  const read = usageBlocks(usage);
  if (read.length > 0) return read;
  return usage === undefined || usage === null
    ? [notice("warning", "This entry holds no usage figures.")]
    : [jsonBlock("usage", usage, placeIn(place, "usage"))];
}
