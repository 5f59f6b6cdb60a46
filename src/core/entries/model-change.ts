import { field } from "../../lib/json.ts";
import { modelName } from "../messages/assistant.ts";
import { fact, notice } from "../messages/draw.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, plain, printed } from "./words.ts";

/** `{provider, modelId}` (Pi: ModelChangeEntry): the model selected from here on, which may be a virtual one. */
export const modelChangeKind: EntryKind = {
  type: "model_change",
  bookkeeping: true,
  tone: "setting",
  lead: "",
  collect(entry, facts) {
    facts.preview = bracket("model", field(entry, "modelId"));
  },
  messages: () => [],
  blocks: (entry) => [
    notice("info", `Model selected: ${modelName(field(entry, "provider"), field(entry, "modelId"))}`),
  ],
  fields: (entry) => [
    ...fact("Provider", field(entry, "provider")),
    ...fact("Selected model", field(entry, "modelId")),
  ],
  print: (entry) => printed(entry, `Model: ${plain(field(entry, "provider"))}/${plain(field(entry, "modelId"))}`),
};
