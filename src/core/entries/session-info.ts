import { field } from "../../lib/json.ts";
import { fact, notice } from "../messages/draw.ts";
import type { EntryKind } from "./kind.ts";
import { bracket, plain, printed } from "./words.ts";

/** `{name?}` (Pi: SessionInfoEntry): the session's display name; an empty one clears it. */
export const sessionInfoKind: EntryKind = {
  type: "session_info",
  bookkeeping: true,
  tone: "setting",
  lead: "",
  collect(entry, facts) {
    const name = field(entry, "name");
    facts.text = name ?? "";
    facts.preview = bracket("title", name || "empty");
  },
  messages: () => [],
  blocks(entry) {
    const name = field(entry, "name");
    if (name !== undefined && name !== null && typeof name !== "string") {
      return [
        notice("warning", "Names the session by something that is no text. It is passed over here; Pi throws on it."),
      ];
    }
    return [notice("info", name ? `Names the session: ${plain(name)}` : "Clears the name of the session.")];
  },
  fields: (entry) => fact("Name", field(entry, "name")),
  print: (entry) => printed(entry, `Session name: ${plain(field(entry, "name") ?? "(cleared)")}`),
};
