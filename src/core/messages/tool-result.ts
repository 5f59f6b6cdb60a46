import { asNumber, asString, field, isObject } from "../../lib/json.ts";
import { cut } from "../../lib/text.ts";
import { FLAG } from "../session/facts.ts";
import type { Block, Place } from "../view/block.ts";
import type { ToolResultBlock } from "../view/tool-block.ts";
import { contentBlocks } from "./blocks/draw-content.ts";
import { collectContent, contentList, contentPreview, textAndImageChars, tokensOf } from "./content.ts";
import { fact, fieldRows, jsonBlock, notice, placeIn, timeFact } from "./draw.ts";
import { FACT_UNITS } from "./limits.ts";
import { nestedCallBlocks } from "./nested-calls.ts";
import { readDiff } from "../rich/diff.ts";
import type { BlockContext, MessageRole } from "./role.ts";
import { terminalBlocks } from "./styled.ts";
import { shellOutcome } from "./tools/bash.ts";
import { todosOf } from "./tools/todo.ts";
import { callForm, isShell, readArgs, toolOf } from "./tools/tools.ts";
import { truncation } from "./truncation.ts";
import { usageBlocks } from "./usage.ts";

/** `{toolCallId, toolName, content: (text | image)[], details?, usage?, nestedCalls?, isError}` (Pi: ToolResultMessage). */
export const toolResultRole: MessageRole = {
  role: "toolResult",
  lead: "",
  tone: "tool",
  editable: true,
  estimateTokens: (message) => tokensOf(textAndImageChars(field(message, "content"))),
  toLlm: (message) => message,
  collect(message, facts) {
    const usage = field(message, "usage");
    const content = field(message, "content");
    collectContent(content, facts, false);
    if (field(message, "isError")) facts.flags |= FLAG.error;
    if (isObject(usage)) facts.usage = usage;
    facts.callId = field(message, "toolCallId");
    // The row is worded by its call or its tool; the preview is for searching.
    facts.toolName = asString(field(message, "toolName"));
    facts.preview = contentPreview(content);
  },
  blocks(message, context) {
    const { place, call } = context;
    const tool = toolName(message, context);
    const known = toolOf(tool);
    const args = readArgs(call?.args) ?? {};
    const failed = Boolean(field(message, "isError"));
    const details = field(message, "details");
    const content = contentBlocks(field(message, "content"), placeIn(place, "content"), "mono", context, (text, at) =>
      known?.output === undefined ? terminalBlocks(text, at) : known.output(text, { place: at, args, failed }),
    );
    return [
      resultBlock(message, context, tool),
      ...content,
      ...truncation(details).map((words) => notice("info", words)),
      ...detailBlocks(details, placeIn(place, "details")),
      ...nestedCallBlocks(field(message, "nestedCalls"), placeIn(place, "nestedCalls")),
      ...usageBlocks(field(message, "usage")),
    ];
  },
  fields: (message) => [
    ...fact("Tool", field(message, "toolName")),
    ...fact("Call id", field(message, "toolCallId")),
    ...timeFact("Message time", field(message, "timestamp")),
  ],
};

/** The call's own name, whose arguments are known; else the one that the result says. */
function toolName(message: unknown, { call }: BlockContext): string {
  return asString(call?.name) || asString(field(message, "toolName")) || "";
}

/** What leads a result: the call in its tool's form, and how it went. */
function resultBlock(message: unknown, { place, call }: BlockContext, tool: string): ToolResultBlock {
  const details = field(message, "details");
  const form = callForm(tool || "tool", call?.args, { place, details: undefined });
  const outcome = isShell(tool) ? shellOutcome(lastText(field(message, "content")), details) : "";
  const ms = asNumber(field(message, "durationMs")) ?? call?.ms ?? null;
  return {
    kind: "toolResult",
    tool: cut(tool, FACT_UNITS),
    // How the call was limited stands at the call.
    words: form.words.filter(({ text, look }) => look !== "range" || text.startsWith(":")),
    call: call?.ref ?? null,
    orphan: call === null,
    status: field(message, "isError") ? "failed" : "ok",
    ms: ms !== null && ms < 0 ? null : ms,
    outcome: outcome === "exit 0" ? "" : outcome,
  };
}

function lastText(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = contentList(content).map((block) => asString(field(block, "text")));
  return texts.findLast((text) => text !== undefined) ?? "";
}

/**
 * Details as JSON, led by a diff or a list of things to do where they hold one; the rest of what holds a diff is a table, for texts
 * cannot be read with their line feeds escaped.
 */
function detailBlocks(details: unknown, place: Place): Block[] {
  if (details === undefined || details === null) return [];
  const todos =
    todosOf(field(details, "todos")) ?? todosOf(field(details, "tasks")) ?? todosOf(field(details, "items"));
  const list: Block[] = todos === undefined ? [] : [todos.block];
  const diff = asString(field(details, "diff")) ?? "";
  if (diff === "" || !isObject(details)) return [...list, jsonBlock("Details", details, place)];
  const read = readDiff(diff);
  const others = Object.entries(details).filter(([name]) => name !== "diff" || !read.whole);
  const fields = fieldRows(others, place, () => "mono");
  return [
    ...list,
    { ...read.block, title: "Changes" },
    ...(fields.length > 0 ? [{ kind: "fields", title: "Details", fields } satisfies Block] : []),
  ];
}
