import { field } from "../../../lib/json.ts";
import { imageKind } from "./image.ts";
import type { ContentKind } from "./kind.ts";
import { textKind } from "./text.ts";
import { thinkingKind } from "./thinking.ts";
import { isToolCall, toolCallKind } from "./tool-call.ts";

const kinds = [textKind, thinkingKind, toolCallKind, imageKind];

const byType = new Map(kinds.flatMap((kind) => kind.types.map((type): [string, ContentKind] => [type, kind])));

/** The kind of a content block; undefined for unknown types and for values that are no blocks. */
export function contentKindOf(block: unknown): ContentKind | undefined {
  if (isToolCall(block)) return toolCallKind;
  const type = field(block, "type");
  return typeof type === "string" ? byType.get(type) : undefined;
}
