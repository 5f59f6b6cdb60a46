import { field } from "../../lib/json.ts";
import { fact, jsonBlock, notice, placeIn } from "../messages/draw.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, json, plain, printed } from "./words.ts";

/** `{customType, data?}` (Pi: CustomEntry): state of an extension, never in the context. */
export const customKind: EntryKind = {
  type: "custom",
  bookkeeping: true,
  tone: "custom",
  lead: "",
  collect(entry, facts) {
    facts.preview = bracket("custom", field(entry, "customType"));
  },
  messages: () => [],
  blocks(entry, { place }) {
    const data = field(entry, "data");
    if (data === undefined) return [notice("info", "This entry holds no data.")];
    return [jsonBlock("Data of an extension, not sent to the model", data, placeIn(place, "data"))];
  },
  fields: (entry) => fact("Custom type", field(entry, "customType")),
  print: (entry) => printed(entry, `Custom (${plain(field(entry, "customType"), 100)}): ${json(field(entry, "data"))}`),
};
