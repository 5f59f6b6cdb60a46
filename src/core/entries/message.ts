import { asString, field, isObject } from "../../lib/json.ts";
import { contextIn, notice } from "../messages/draw.ts";
import { roleOf } from "../messages/roles.ts";
import { FLAG } from "../session/facts.ts";
import type { EntryKind } from "./kind.ts";
import { json, plain, printed } from "./words.ts";

/** `{message}` (Pi: SessionMessageEntry). The message is whatever the file holds; an entry without one makes none. */
export const messageKind: EntryKind = {
  type: "message",
  bookkeeping: false,
  tone: "unknown",
  lead: "",
  collect(entry, facts) {
    const message = field(entry, "message");
    facts.preview = "[no message]";
    if (isMissing(message)) return;
    const role = roleOf(message);
    facts.role = asString(field(message, "role"));
    facts.flags |= FLAG.message | (role.editable ? FLAG.editable : 0);
    facts.tokens = role.estimateTokens(message);
    role.collect(message, facts);
  },
  messages(entry) {
    const message = field(entry, "message");
    return isMissing(message) ? [] : [withContent(message)];
  },
  blocks(entry, context) {
    const message = field(entry, "message");
    if (isMissing(message)) return [notice("warning", "This entry holds no message.")];
    return roleOf(message).blocks(message, contextIn(context, "message"));
  },
  fields(entry) {
    const message = field(entry, "message");
    return roleOf(message).fields(message);
  },
  print(entry) {
    const message = field(entry, "message");
    // The roles without content say something too, which the reader does not look at.
    const content = field(message, "content") ?? field(message, "command") ?? field(message, "summary");
    return printed(entry, `${plain(field(message, "role"))}: ${json(content)}`);
  },
};

function isMissing(message: unknown): boolean {
  return message === undefined || message === null;
}

/** The message with an empty content where it has none and Pi gives it one. */
function withContent(message: unknown): unknown {
  if (!isObject(message) || !isMissing(message["content"])) return message;
  const { role } = message;
  if (role === "system") return { ...message, content: "" };
  return role === "user" || role === "assistant" || role === "toolResult" ? { ...message, content: [] } : message;
}
