import { asString, field } from "../../lib/json.ts";
import { jsonLength } from "../../lib/text.ts";
import { readCall } from "../messages/blocks/tool-call.ts";
import { contentList, lengthOf, textAndImageChars } from "../messages/content.ts";
import { roleOf } from "../messages/roles.ts";
import type { CurrentSystemMessage } from "../messages/transcript.ts";

/** What the tokens of a context are spent on, in the order in which they are listed. */
export const TOKEN_KINDS = [
  "prompt",
  "section",
  "tool",
  "user",
  "assistant",
  "thinking",
  "call",
  "result",
  "bash",
  "kept out",
  "custom",
  "image",
  "compaction",
  "branch",
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A part of a message: `name` is that of the section or tool, else empty; `chars` as Pi's estimateTokens counts them. */
export interface TokenPart {
  readonly kind: TokenKind;
  readonly name: string;
  readonly chars: number;
}

/** Kinds of the messages that are of one kind as a whole but for their images, by role. */
const textKinds: ReadonlyMap<string, TokenKind> = new Map([
  ["user", "user"],
  ["toolResult", "result"],
  ["custom", "custom"],
]);

/**
 * The parts of a message, but for a system message, whose characters add up to what its estimate is made of (Pi: estimateTokens in
 * compaction.js). None for a message of an unknown role, which counts nothing.
 */
export function messageParts(message: unknown): TokenPart[] {
  const { role } = roleOf(message);
  if (role === "assistant") return contentList(field(message, "content")).flatMap(answerPart);
  if (role === "bashExecution") {
    const chars = lengthOf(field(message, "command")) + lengthOf(field(message, "output"));
    return [{ kind: field(message, "excludeFromContext") ? "kept out" : "bash", name: "", chars }];
  }
  if (role === "compactionSummary" || role === "branchSummary") {
    const kind = role === "branchSummary" ? "branch" : "compaction";
    return [{ kind, name: "", chars: lengthOf(field(message, "summary")) }];
  }
  const kind = textKinds.get(role);
  if (kind === undefined) return [];
  const name = kind === "result" ? (asString(field(message, "toolName")) ?? "") : "";
  return textAndImages(field(message, "content"), kind, name);
}

function textAndImages(content: unknown, kind: TokenKind, name: string): TokenPart[] {
  if (typeof content === "string") return [{ kind, name, chars: textAndImageChars(content) }];
  return contentList(content).map((block) => {
    const isImage = field(block, "type") === "image";
    const chars = textAndImageChars([block]);
    return isImage ? { kind: "image", name: "", chars } : { kind, name, chars };
  });
}

function answerPart(block: unknown): TokenPart[] {
  switch (field(block, "type")) {
    case "text":
      return [{ kind: "assistant", name: "", chars: lengthOf(field(block, "text")) }];
    case "thinking":
      return [{ kind: "thinking", name: "", chars: lengthOf(field(block, "thinking")) }];
    case "toolCall": {
      const { name, args } = readCall(block);
      return [{ kind: "call", name: asString(name) ?? "", chars: lengthOf(name) + jsonLength(args) }];
    }
    default:
      return [];
  }
}

/** The parts of the effective prompt: base text, each section, each tool's declaration with the comma or bracket it needs. */
export function promptParts(current: CurrentSystemMessage): TokenPart[] {
  const { content, sections = {}, toolsAdded = [] } = current;
  return [
    { kind: "prompt", name: "", chars: content.length },
    ...Object.entries(sections).map(([name, value]): TokenPart => ({ kind: "section", name, chars: lengthOf(value) })),
    ...toolsAdded.map((tool, at): TokenPart => {
      const name = asString(field(tool, "name")) ?? "";
      return { kind: "tool", name, chars: jsonLength(tool) + (at === 0 ? 2 : 1) };
    }),
  ];
}

/**
 * Gives each part its share of a whole number, in whole numbers that add up to it: by its size, the largest remainders first, of
 * equal ones the first. Nothing where all sizes are 0, and nothing is then lost: such a whole is 0 as well.
 */
export function allocate(total: number, sizes: readonly number[]): number[] {
  const sum = sizes.reduce((all, size) => all + size, 0);
  if (sum === 0 || !Number.isFinite(sum)) return sizes.map(() => 0);
  const exact = sizes.map((size) => (size / sum) * total);
  const shares = exact.map(Math.floor);
  let left = total - shares.reduce((all, share) => all + share, 0);
  const order = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of order) {
    if (left < 1) break;
    shares[at]! += 1;
    left -= 1;
  }
  return shares;
}
