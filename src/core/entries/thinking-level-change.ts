import { field } from "../../lib/json.ts";
import { fact, notice } from "../messages/draw.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, plain, printed } from "./words.ts";

/** `{thinkingLevel}` (Pi: ThinkingLevelChangeEntry). */
export const thinkingLevelChangeKind: EntryKind = {
  type: "thinking_level_change",
  bookkeeping: true,
  tone: "setting",
  lead: "",
  collect(entry, facts) {
    facts.preview = bracket("thinking", field(entry, "thinkingLevel"));
  },
  messages: () => [],
  blocks: (entry) => [notice("info", `Thinking level: ${plain(field(entry, "thinkingLevel") ?? "unknown")}`)],
  fields: (entry) => fact("Thinking level", field(entry, "thinkingLevel")),
  print: (entry) => printed(entry, `Thinking: ${plain(field(entry, "thinkingLevel"))}`),
};
