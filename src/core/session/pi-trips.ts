import { field, isArray, isObject, type JsonObject } from "../../lib/json.ts";
import { isToolCall, readCall } from "../messages/blocks/tool-call.ts";
import type { Problem, ProblemCode } from "../format/problem.ts";

/** Shapes that leave the context alone but make some part of Pi fail, as running Pi 1.6.0 showed. */

type Say = (code: ProblemCode, severity: Problem["severity"], message: string) => void;

const STATISTICS = "Pi's session statistics (/session) throw on this file.";

/** Says where Pi trips over an entry. */
export function piTrips(entry: JsonObject, say: Say): void {
  const type = field(entry, "type");
  if (type === "usage" && !isCounted(field(entry, "usage"))) {
    say("odd-usage", "warning", `The usage or its cost is missing. ${STATISTICS}`);
  }
  const message = field(entry, "message");
  if (type !== "message" || !isObject(message)) return;
  const role = field(message, "role");
  if (role === "assistant") usageTrip(message, say);
  if (role === "user" || role === "assistant") contentTrip(field(message, "content"), say);
  if (role === "assistant") argumentTrips(field(message, "content"), say);
}

/** True for what addUsageToTotals can add up without throwing. */
export function isCounted(usage: unknown): boolean {
  const cost = field(usage, "cost");
  return isObject(usage) && cost !== undefined && cost !== null;
}

function usageTrip(message: JsonObject, say: Say): void {
  if (isCounted(field(message, "usage"))) return;
  say(
    "odd-usage",
    "info",
    `The answer has no usage, or no cost in it, as old versions wrote; there may be more like it. ${STATISTICS}`,
  );
}

/** Pi's session list takes any content but a text for a list of blocks (extractTextContent). */
function contentTrip(content: unknown, say: Say): void {
  const readable =
    content === undefined ||
    typeof content === "string" ||
    (isArray(content) && content.every((block) => block !== null && block !== undefined));
  if (readable) return;
  const what =
    content === null ? "null" : isArray(content) ? "a list with null in it" : `no list but ${nameOf(content)}`;
  say("odd-content", "warning", `The content is ${what}. Pi leaves the whole session out of its /resume list.`);
}

function nameOf(content: unknown): string {
  return isObject(content) ? "an object" : `a ${typeof content}`;
}

function argumentTrips(content: unknown, say: Say): void {
  if (!isArray(content)) return;
  for (const block of content) {
    if (!isToolCall(block)) continue;
    const { args } = readCall(block);
    if (args === null || args === undefined) {
      say("odd-arguments", "warning", "A tool call has no arguments. Pi's /tree throws when it draws the result.");
    }
  }
}
