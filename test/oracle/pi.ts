import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimateProjectedContextTokens } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js";
import { convertToLlm } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/messages.js";
import {
  buildContextEntries,
  buildSessionContext,
  buildSessionProjection,
  loadEntriesFromFile,
  type FileEntry,
  type SessionEntry,
  type SessionTreeNode,
  sessionEntryToContextMessages,
  SessionManager,
} from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import {
  addUsageToTotals,
  createUsageTotals,
} from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/usage-totals.js";
import {
  getCurrentSystemMessage,
  getCurrentTools,
} from "../../node_modules/@earendil-works/pi-ai/dist/utils/transcript.js";
import { getSystemMessageText } from "../../node_modules/@earendil-works/pi-ai/dist/utils/text.js";

/**
 * Pi 1.6.0's own functions, asked so that they cannot take the test down: what they throw is an answer, and where they
 * would never return they are not called. Entries are named by position among the entries, ids by what the file holds.
 */

export type Answer<T> = { readonly value: T } | { readonly crash: string } | { readonly hang: true };

export interface PiProjection {
  readonly entries: readonly { readonly source: number; readonly messages: readonly unknown[] }[];
  readonly messages: readonly unknown[];
  readonly model: unknown;
  readonly thinkingLevel: unknown;
}

/** What Pi says at one point. */
export interface PiPoint {
  readonly path: readonly number[];
  readonly context: Answer<readonly number[]>;
  readonly projection: Answer<PiProjection>;
  readonly sessionContext: Answer<{ readonly messages: readonly unknown[]; model: unknown; thinkingLevel: unknown }>;
  readonly llm: Answer<readonly unknown[]>;
  readonly systemMessage: Answer<unknown>;
  readonly prompt: Answer<string>;
  readonly tools: Answer<readonly unknown[]>;
  readonly tokens: Answer<number>;
}

/** A file as Pi opens it. */
export interface PiSession {
  readonly header: unknown;
  /** Entries in file order, migrated, whatever they are. */
  readonly entries: readonly unknown[];
  /** Whether the ids are Pi's own: the file was of version 1. */
  readonly renamed: boolean;
  readonly leafId: unknown;
  readonly name: Answer<string | undefined>;
  label(id: unknown): unknown;
  /** Ids of the roots and of every entry's children, as Pi's tree has them. */
  readonly tree: Answer<{
    readonly roots: readonly unknown[];
    readonly children: ReadonlyMap<unknown, readonly unknown[]>;
  }>;
  readonly usage: Answer<PiTotals>;
  /** Number of messages that an entry alone makes. */
  makes(position: number): Answer<number>;
  /** Position of the entry with this id: the last one, as Pi looks it up. */
  find(id: unknown): number | undefined;
  /** At the entry of a position; at Pi's own leaf (undefined); before any entry (null). `hang` where Pi would not return. */
  at(position: number | null | undefined): PiPoint | { readonly hang: true };
}

export interface PiTotals {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cost: number;
}

type Entries = SessionEntry[];

export function ask<T>(question: () => T): Answer<T> {
  try {
    return { value: question() };
  } catch (error) {
    return { crash: error instanceof Error ? error.message : String(error) };
  }
}

const folder = mkdtempSync(join(tmpdir(), "pi-oracle-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});

/** What Pi's loader makes of a file: its parsed lines, or none when it refuses the file. */
function load(file: string | Uint8Array): FileEntry[] {
  const path = join(folder, "session.jsonl");
  writeFileSync(path, file);
  return loadEntriesFromFile(path);
}

function indexById(entries: Entries): Map<unknown, SessionEntry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Leaf to root as Pi walks; undefined where it walks in a circle. */
function walk(leaf: SessionEntry | undefined, byId: ReadonlyMap<unknown, SessionEntry>): Entries | undefined {
  const path: Entries = [];
  const seen = new Set<SessionEntry>();
  for (let entry = leaf; entry; entry = entry.parentId ? byId.get(entry.parentId) : undefined) {
    if (seen.has(entry)) return undefined;
    seen.add(entry);
    path.push(entry);
  }
  return path.toReversed();
}

/** Asks everything at one point. `leafId` is passed on as Pi would have it; `inFile` is the order of the entries in the file. */
function pointAt(entries: Entries, leafId: string | null | undefined, inFile = entries): PiPoint | { hang: true } {
  const byId = indexById(inFile);
  const leaf = leafId === null ? undefined : ((leafId ? byId.get(leafId) : undefined) ?? entries.at(-1));
  const path = walk(leaf, byId);
  if (!path) return { hang: true };
  const positions = new Map(inFile.map((entry, position) => [entry, position]));
  const position = (entry: SessionEntry) => positions.get(entry) ?? -1;
  const ids = byId as Map<string, SessionEntry>;
  const projection = ask(() => buildSessionProjection(entries, leafId, ids));
  const made = <T>(make: (found: ReturnType<typeof buildSessionProjection>) => T): Answer<T> =>
    "value" in projection ? ask(() => make(projection.value)) : projection;
  return {
    path: path.map(position),
    context: ask(() => buildContextEntries(entries, leafId, ids).map(position)),
    projection: made((found) => ({
      ...found,
      entries: found.entries.map(({ sourceEntry, messages }) => ({ source: position(sourceEntry), messages })),
    })),
    sessionContext: ask(() => buildSessionContext(entries, leafId, ids)),
    llm: made(({ messages }) => convertToLlm(messages)),
    systemMessage: made(({ messages }) => getCurrentSystemMessage(messages as never)),
    prompt: made(({ messages }) => {
      const system = getCurrentSystemMessage(messages);
      return system ? getSystemMessageText(system) : "";
    }),
    tools: made(({ messages }) => getCurrentTools(messages as never)),
    tokens: made((found) => estimateProjectedContextTokens(found, path).tokens),
  };
}

/** Pi's whole-session totals: the loop of its session statistics over its own adding function. */
function totals(entries: Entries): PiTotals {
  const sum = createUsageTotals();
  for (const entry of entries) {
    if (entry.type === "usage") addUsageToTotals(sum, entry.usage);
    if ((entry.type === "branch_summary" || entry.type === "compaction") && entry.usage)
      addUsageToTotals(sum, entry.usage);
    if (entry.type !== "message") continue;
    if (entry.message.role === "toolResult" && entry.message.usage) addUsageToTotals(sum, entry.message.usage);
    if (entry.message.role === "assistant") addUsageToTotals(sum, entry.message.usage);
  }
  return sum;
}

/** Whether Pi's tree walk would visit without end: duplicate ids can close a circle below a root or multiply its nodes. */
function treeHangs(entries: Entries): boolean {
  const byId = indexById(entries);
  const children = new Map<unknown, unknown[]>();
  const stack: unknown[] = [];
  for (const { id, parentId } of entries) {
    if (parentId === null || parentId === id || !byId.has(parentId)) stack.push(id);
    else children.set(parentId, [...(children.get(parentId) ?? []), id]);
  }
  for (let visits = 0; stack.length > 0; visits++) {
    if (visits > 10 * entries.length + 1000) return true;
    stack.push(...(children.get(stack.pop()) ?? []));
  }
  return false;
}

function treeOf(manager: SessionManager) {
  const roots = manager.getTree();
  const children = new Map<unknown, readonly unknown[]>();
  const stack: SessionTreeNode[] = [...roots];
  for (let node = stack.pop(); node; node = stack.pop()) {
    children.set(
      node.entry.id,
      node.children.map((child) => child.entry.id),
    );
    stack.push(...node.children);
  }
  return { roots: roots.map((node) => node.entry.id), children };
}

/** A value that is no entry, as an object of its own: two lines that hold 42 are two places. Pi sees no difference. */
function own(entry: SessionEntry): SessionEntry {
  return typeof entry === "object" ? entry : (Object(entry) as SessionEntry);
}

function session(manager: SessionManager, renamed: boolean): PiSession {
  const values = manager.getEntries();
  const entries = values.map(own);
  const byId = indexById(entries);
  const positions = new Map(entries.map((entry, position) => [entry, position]));
  return {
    header: manager.getHeader(),
    entries: values,
    renamed,
    leafId: manager.getLeafId(),
    name: ask(() => manager.getSessionName()),
    label: (id) => manager.getLabel(id as string),
    tree: treeHangs(entries) ? { hang: true } : ask(() => treeOf(manager)),
    usage: ask(() => totals(entries)),
    makes: (position) => ask(() => sessionEntryToContextMessages(entries[position]!).length),
    find: (id) => {
      const found = byId.get(id);
      return found === undefined ? undefined : positions.get(found);
    },
    at: (position) => {
      if (position === null) return pointAt(entries, null);
      if (position === undefined) return pointAt(entries, manager.getLeafId());
      const asked = entries[position];
      if (!asked) throw new RangeError(`no entry ${position}`);
      if (asked.id && byId.get(asked.id) === asked) return pointAt(entries, asked.id);
      // Pi cannot be asked for it by id. Asked for none it takes the last entry, so this one is made the last.
      return pointAt([...entries.filter((entry) => entry !== asked), asked], undefined, entries);
    },
  };
}

/** Opens a file as Pi does, but in memory: `crash` where that throws, undefined where Pi refuses it or finds it empty. */
export function openWithPi(file: string | Uint8Array): Answer<PiSession | undefined> {
  return ask(() => {
    const lines = load(file);
    const header = lines[0] as { version?: unknown } | undefined;
    if (!header) return undefined;
    const renamed = ((header.version ?? 1) as number) < 2;
    return session(SessionManager.inMemory("/", undefined, lines), renamed);
  });
}

export { convertToLlm, getCurrentSystemMessage, getCurrentTools, SessionManager };
