import { field } from "../../lib/json.ts";
import { fact, notice } from "../messages/draw.ts";
import { FLAG } from "../session/facts.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, plain, printed } from "./words.ts";

/** `{targetId, label?}` (Pi: LabelEntry). An empty or absent label clears. */
export const labelKind: EntryKind = {
  type: "label",
  bookkeeping: true,
  tone: "setting",
  lead: "",
  collect(entry, facts) {
    const label = field(entry, "label");
    facts.target = field(entry, "targetId");
    facts.text = label;
    if (!label) facts.flags |= FLAG.clears;
    facts.preview = bracket("label", label || "(cleared)");
  },
  messages: () => [],
  blocks(entry) {
    const label = field(entry, "label");
    return [notice("info", label ? `Labels its target: ${plain(label)}` : "Clears the label of its target.")];
  },
  fields: (entry) => [...fact("Target", field(entry, "targetId")), ...fact("Label", field(entry, "label"))],
  print: (entry) =>
    printed(entry, `Label "${plain(field(entry, "label"), 200)}" on ${plain(field(entry, "targetId"))}`),
};
