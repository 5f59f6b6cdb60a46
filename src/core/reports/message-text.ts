import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { jsonPrefix, toText } from "../../lib/text.ts";

/** Most UTF-16 units of one argument or value that is written as JSON. */
const JSON_UNITS = 100_000;

/** What a message says as plain text, for comparing: its content, with calls, thinking and images named. */
export function messageText(message: unknown): string {
  const summary = asString(field(message, "summary"));
  if (summary !== undefined) return summary;
  const command = asString(field(message, "command"));
  if (command !== undefined) return `$ ${command}\n${asString(field(message, "output")) ?? ""}`;
  const content = field(message, "content");
  const parts = isArray(content)
    ? content.map(blockText)
    : content === undefined || content === null
      ? []
      : [toText(content)];
  return [...parts, ...systemParts(message)].join("\n");
}

function blockText(block: unknown): string {
  switch (field(block, "type")) {
    case "text":
      return toText(field(block, "text") ?? "");
    case "thinking":
      return `[thinking] ${toText(field(block, "thinking") ?? "")}`;
    case "toolCall":
      return `[call] ${toText(field(block, "name") ?? "")} ${jsonPrefix(field(block, "arguments"), JSON_UNITS)}`;
    case "image":
      return `[image] ${toText(field(block, "mimeType") ?? "")}, ${String((asString(field(block, "data")) ?? "").length)} characters of base64`;
    default:
      return jsonPrefix(block, JSON_UNITS);
  }
}

/** Sections and tools of a system message, one a line: what is patched is compared by name. */
function systemParts(message: unknown): string[] {
  if (field(message, "role") !== "system") return [];
  const sections = field(message, "sections");
  const named = Object.entries(isObject(sections) ? sections : {}).map(([name, body]) =>
    body === null ? `[section ${name} removed]` : `[section ${name}]\n${toText(body)}`,
  );
  const tools = ["toolsAdded", "toolsRemoved"].flatMap((list) => {
    const value = field(message, list);
    return (isArray(value) ? value : []).map((tool) => `[${list}] ${jsonPrefix(tool, JSON_UNITS)}`);
  });
  return [...named, ...tools];
}
