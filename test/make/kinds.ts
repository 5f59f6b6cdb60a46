import * as make from "./entries.ts";
import * as message from "./messages.ts";
import type { Fields } from "./messages.ts";

/** The words of one drawn line, sorted. */
export interface Parts {
  /** Entry time in milliseconds. */
  readonly time: number;
  /** Words that are values, in order. */
  readonly values: unknown[];
  /** The same and calls and thinking, as content blocks. Bare words are no blocks. */
  readonly blocks: Fields[];
  /** `key=value`: fields of the message, or of an entry that has none. */
  readonly fields: Fields;
  /** `@key=value`: fields of the entry. */
  readonly entryFields: Fields;
  /** The id that a name of the drawing stands for. */
  readonly id: (name: string) => string;
  /** Names of the tools called so far, by call id. */
  readonly callNames: ReadonlyMap<string, string>;
}

type Make = (base: make.Base, parts: Parts) => Fields;

function word(parts: Parts, index: number, otherwise: string): string {
  const value = parts.values[index];
  return value === undefined ? otherwise : String(value);
}

/** One text stays a string, as Pi writes prompts; anything else is a list of blocks. */
function stringOrBlocks(parts: Parts, otherwise: string): unknown {
  const [first] = parts.values;
  if (parts.blocks.length === 0) return otherwise;
  return parts.values.length === 1 && typeof first === "string" ? first : parts.blocks;
}

function blocksOr(parts: Parts, otherwise: string): Fields[] {
  return parts.blocks.length === 0 ? [message.text(otherwise)] : parts.blocks;
}

/** A field that names an entry: as drawn, or by `=` with nothing, absent. */
function reference(parts: Parts, key: string): unknown {
  const value = parts.fields[key];
  return typeof value === "string" ? parts.id(value) : value;
}

/** `use=[input, output, cacheRead, cacheWrite]` for a usage, `tools=["read"]` for declarations. */
function expand(fields: Fields): Fields {
  const { use, tools, gone, ...rest } = fields;
  if (Array.isArray(use)) {
    const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = use as number[];
    rest["usage"] = message.usage(input, output, cacheRead, cacheWrite);
  }
  if (Array.isArray(tools)) rest["toolsAdded"] = (tools as string[]).map((name) => message.tool(name));
  if (Array.isArray(gone)) rest["toolsRemoved"] = (gone as string[]).map((name) => ({ name }));
  return rest;
}

/** Fields of the drawn line that are not references and not shorthands. */
function others(parts: Parts, ...taken: string[]): Fields {
  return expand(Object.fromEntries(Object.entries(parts.fields).filter(([key]) => !taken.includes(key))));
}

const MESSAGES: { readonly [kind: string]: (name: string, parts: Parts) => unknown } = {
  system: (_name, parts) => message.systemMessage(stringOrBlocks(parts, ""), parts.time, others(parts)),
  user: (name, parts) => message.userMessage(stringOrBlocks(parts, `question ${name}`), parts.time, others(parts)),
  assistant: (name, parts) => message.assistantMessage(blocksOr(parts, `answer ${name}`), parts.time, others(parts)),
  result: (name, parts) => {
    const call = word(parts, 0, "call");
    const tool = parts.callNames.get(call) ?? "read";
    return message.toolResult(call, tool, blocksOr(parts, `output ${name}`), parts.time, others(parts));
  },
  bash: (_name, parts) => message.bashExecution(word(parts, 0, "ls"), word(parts, 1, ""), parts.time, others(parts)),
  role: (_name, parts) => ({ role: word(parts, 0, "mystery"), ...others(parts), timestamp: parts.time }),
};

const ENTRIES: { readonly [kind: string]: Make } = {
  model: (base, parts) => {
    const [provider = "", ...model] = word(parts, 0, "demo/beacon-1").split("/");
    return make.modelChange(base, provider, model.join("/"), others(parts));
  },
  thinking: (base, parts) => make.thinkingLevelChange(base, word(parts, 0, "high"), others(parts)),
  usage: (base, parts) => make.usageEntry(base, word(parts, 0, "cache_warm"), others(parts)),
  compaction: (base, parts) =>
    make.compaction(
      base,
      word(parts, 0, `summary ${String(base.id)}`),
      reference(parts, "keep"),
      others(parts, "keep"),
    ),
  branch: (base, parts) =>
    make.branchSummary(
      base,
      word(parts, 0, `branch ${String(base.id)}`),
      reference(parts, "from"),
      others(parts, "from"),
    ),
  omit: (base, parts) => make.contextEdit(base, parts.id(word(parts, 0, "")), null, others(parts)),
  replace: (base, parts) => {
    const content = parts.values[1];
    return make.contextEdit(base, parts.id(word(parts, 0, "")), { content }, others(parts));
  },
  custom: (base, parts) => make.custom(base, word(parts, 0, "demo.state"), parts.values[1] ?? null, others(parts)),
  extension: (base, parts) =>
    make.customMessage(base, word(parts, 0, "demo.note"), parts.values[1] ?? `note ${String(base.id)}`, others(parts)),
  label: (base, parts) => {
    const words = parts.values[1];
    return make.label(
      base,
      parts.id(word(parts, 0, "")),
      words === undefined ? undefined : String(words),
      others(parts),
    );
  },
  name: (base, parts) => make.sessionInfo(base, word(parts, 0, ""), others(parts)),
  entry: (base, parts) => make.entry(word(parts, 0, "mystery"), base, others(parts)),
};

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The entry that one drawn line stands for. */
export function makeEntry(kind: string, base: make.Base, parts: Parts): Fields {
  const body = MESSAGES[kind];
  if (body) return { ...make.message(base, body(String(base.id), parts)), ...parts.entryFields };
  const made = ENTRIES[kind];
  if (!made) throw new Error(`unknown kind ${kind}`);
  return withoutUndefined({ ...made(base, parts), ...parts.entryFields });
}
