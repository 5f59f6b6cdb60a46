import { asString, field } from "../../lib/json.ts";
import { cut, preview } from "../../lib/text.ts";
import { type EntryFacts, FLAG } from "../session/facts.ts";
import type { Block, Place } from "../view/block.ts";
import { contentBlocks } from "./blocks/draw-content.ts";
import { assistantChars, collectContent, contentPreview, hasText, tokensOf } from "./content.ts";
import { bounded, fact, jsonBlock, notice, placeIn, timeFact } from "./draw.ts";
import { PREVIEW_UNITS } from "./limits.ts";
import type { MessageRole } from "./role.ts";
import { contextUsage, usageBlocks } from "./usage.ts";
import { isObject } from "../../lib/json.ts";

/** Pi cuts an error message in a row here. */
const ERROR_CHARS = 80;

/** `{content: (text | thinking | toolCall)[], provider, model, usage, stopReason, …}` (Pi: AssistantMessage). */
export const assistantRole: MessageRole = {
  role: "assistant",
  lead: "assistant:",
  tone: "assistant",
  editable: true,
  estimateTokens: (message) => tokensOf(assistantChars(field(message, "content"))),
  toLlm: (message) => message,
  collect,
  blocks(message, context) {
    const content = contentBlocks(field(message, "content"), placeIn(context.place, "content"), "prose", context);
    return [...content, ...outcome(message, context.place), ...usageBlocks(field(message, "usage"))];
  },
  fields(message) {
    const get = (name: string) => field(message, name);
    return [
      ...fact("Requested model", modelName(get("provider"), get("model"))),
      ...fact("Answering model", get("responseModel")),
      ...fact("API", get("api")),
      ...fact("Stop reason", get("stopReason")),
      ...fact("Stop reason as sent", get("rawStopReason")),
      ...fact("Thinking level", get("thinkingLevel")),
      ...fact("Thinking level as sent", get("providerThinkingLevel")),
      ...fact("Response id", get("responseId")),
      ...timeFact("Message time", get("timestamp")),
    ];
  },
};

function collect(message: unknown, facts: EntryFacts): void {
  const content = field(message, "content");
  const stopReason = field(message, "stopReason");
  const usage = field(message, "usage");
  collectContent(content, facts, true);
  if (hasText(content)) facts.flags |= FLAG.text;
  if (stopReason && stopReason !== "stop" && stopReason !== "toolUse") facts.flags |= FLAG.stopped;
  if (stopReason === "aborted" || stopReason === "error") facts.flags |= FLAG.error | FLAG.failedTurn;
  if (isObject(usage)) facts.usage = usage;
  facts.contextUsage = contextUsage(message);
  facts.model = modelName(field(message, "provider"), field(message, "model"));
  facts.preview = contentPreview(content) || withoutText(stopReason, field(message, "errorMessage"));
}

/** Preview of an answer without text that did not fail. */
export const NO_CONTENT = "(no content)";

/** What a row says of an answer without text (Pi: getEntryDisplayText). */
function withoutText(stopReason: unknown, errorMessage: unknown): string {
  if (stopReason === "aborted") return "(aborted)";
  const error = asString(errorMessage);
  return error ? cut(preview(error.trimStart(), PREVIEW_UNITS), ERROR_CHARS) : NO_CONTENT;
}

/** How the turn ended, where it did not simply stop or call tools. */
function outcome(message: unknown, place: Place): Block[] {
  const blocks: Block[] = [];
  const stopReason = field(message, "stopReason");
  const error = field(message, "errorMessage");
  if (stopReason === "aborted") blocks.push(notice("warning", "This answer was aborted."));
  if (stopReason === "error" && !error) blocks.push(notice("error", "This answer failed; the file does not say why."));
  if (stopReason === "length") blocks.push(notice("warning", "This answer was cut off at the output limit."));
  if (stopReason === "deferred") blocks.push(notice("info", "This answer was deferred: it was to be fetched later."));
  if (typeof error === "string" && error !== "") {
    blocks.push({ kind: "notice", tone: "error", ...bounded(error, placeIn(place, "errorMessage")) });
  } else if (error) blocks.push(jsonBlock("errorMessage", error, placeIn(place, "errorMessage")));
  const diagnostics = field(message, "diagnostics");
  if (diagnostics) blocks.push(jsonBlock("diagnostics", diagnostics, placeIn(place, "diagnostics")));
  return blocks;
}

/** `provider/model`, or what there is of it. */
export function modelName(provider: unknown, model: unknown): string {
  return [asString(provider), asString(model)].filter(Boolean).join("/");
}
