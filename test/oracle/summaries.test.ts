import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  collectEntriesForBranchSummary,
  prepareBranchEntries,
} from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/branch-summarization.js";
import { prepareCompaction } from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/compaction.js";
import {
  computeFileLists,
  createFileOps,
  extractFileOpsFromMessage,
} from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/compaction/utils.js";
import {
  SessionManager,
  type FileEntry,
  type SessionEntry,
} from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import { contextSize } from "../../src/core/session/context-tokens.ts";
import { openSession } from "../../src/core/session/open.ts";
import type { OpenedSession } from "../../src/core/session/session.ts";
import { addListed, addMessageOps, fileLists, noFileOps } from "../../src/core/reports/summary-files.ts";
import { readSummarised } from "../../src/core/reports/summary-messages.ts";
import { scopeOf, type SummaryScope } from "../../src/core/reports/summary-scope.ts";
import { plainSession } from "./arbitrary.ts";
import { runs } from "./runs.ts";

/**
 * What a compaction or branch summary summarised, held against Pi: it prepares one at every entry of random sessions, the entry
 * it would write is appended, and the viewer must read off the file what Pi prepared.
 */

const signal = new AbortController().signal;

/** Entries of version 3 with file tools in them: `a…` answers and results are given calls that Pi tracks. */
function withFileCalls(file: string, seed: number): FileEntry[] {
  const manager = SessionManager.inMemory("/", undefined, parsed(file));
  const header = manager.getHeader();
  if (!header) return [];
  const entries = manager.getEntries().map((entry, at) => touched(entry, at + seed));
  return [header, ...entries];
}

function parsed(file: string): FileEntry[] {
  return file
    .split(/\r?\n/)
    .filter((line) => line.startsWith('{"type"'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as FileEntry];
      } catch {
        return [];
      }
    });
}

const tools = ["read", "edit", "write", "bash"];

function touched(entry: SessionEntry, at: number): SessionEntry {
  const call = { id: `f${at}`, name: tools[at % 4], arguments: { path: `src/${at % 5}.ts` } };
  if (entry.type === "compaction" || entry.type === "branch_summary") {
    const details = at % 3 === 0 ? undefined : { readFiles: [`old/${at % 4}.ts`], modifiedFiles: [`new/${at % 4}.ts`] };
    return { ...entry, details, fromHook: at % 5 === 0 };
  }
  if (entry.type !== "message") return entry;
  const message = entry.message as { role: string; content: readonly unknown[] | string };
  if (message.role === "assistant" && typeof message.content !== "string")
    return {
      ...entry,
      message: { ...message, content: [...message.content, { type: "toolCall", ...call }] },
    } as SessionEntry;
  if (message.role === "toolResult" && at % 2 === 0)
    return {
      ...entry,
      message: { ...message, nestedCalls: { calls: [call], complete: true } },
    } as unknown as SessionEntry;
  return entry;
}

async function openWith(entries: readonly unknown[]): Promise<OpenedSession> {
  return await openSession(new Blob([entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")]));
}

async function messagesOf(session: OpenedSession, scope: SummaryScope): Promise<unknown[]> {
  const found: unknown[] = [];
  await readSummarised(session, scope, scope.summarised, signal, (message) => found.push(message));
  return found;
}

async function listsOf(session: OpenedSession, scope: SummaryScope, messages: readonly unknown[]) {
  const ops = noFileOps();
  for (const entry of await session.bodies.entries(scope.listing)) addListed(entry, ops);
  for (const message of messages) addMessageOps(message, ops);
  return fileLists(ops);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const BASE = { type: "compaction", id: "made", timestamp: "2026-03-12T12:00:00.000Z", summary: "so far" };

async function compactionsAgree(file: string, seed: number): Promise<number> {
  const [header, ...entries] = withFileCalls(file, seed);
  if (header === undefined) return 0;
  const manager = SessionManager.inMemory("/", undefined, [header, ...entries]);
  let compared = 0;
  for (const entry of entries as SessionEntry[]) {
    const path = manager.getBranch(entry.id);
    for (const keepRecentTokens of [1, 60, 2000]) {
      const settings = { enabled: true, reserveTokens: 0, keepRecentTokens };
      const prepared = prepareCompaction(path, settings);
      if (!prepared) continue;
      const { firstKeptEntryId, tokensBefore } = prepared;
      const session = await openWith([
        header,
        ...entries,
        { ...BASE, parentId: entry.id, firstKeptEntryId, tokensBefore },
      ]);
      const scope = scopeOf(session, session.rowOf("made"));
      const messages = await messagesOf(session, scope);
      expect(messages.map(plain)).toEqual([...prepared.messagesToSummarize, ...prepared.turnPrefixMessages].map(plain));
      expect((await contextSize(session.index, session.bodies, scope.before)).tokens).toBe(tokensBefore);
      expect(await listsOf(session, scope, messages)).toEqual(computeFileLists(prepared.fileOps));
      // A span that is divided begins with the prompt at its head.
      const { turnPrefixMessages } = prepared;
      expect(scope.splitAt === -1 ? 0 : scope.summarised.length - scope.splitAt).toBe(turnPrefixMessages.length);
      expect(scope.previous === -1 ? undefined : "a summary").toBe(
        prepared.previousSummary === undefined ? undefined : "a summary",
      );
      compared += 1;
    }
  }
  return compared;
}

async function branchesAgree(file: string, seed: number): Promise<number> {
  const [header, ...entries] = withFileCalls(file, seed);
  if (header === undefined) return 0;
  const manager = SessionManager.inMemory("/", undefined, [header, ...entries]);
  let compared = 0;
  const all = entries as SessionEntry[];
  for (const [at, from] of all.entries()) {
    const to = all[(at * 7 + seed) % all.length];
    if (to === undefined) continue;
    const { entries: left, commonAncestorId } = collectEntriesForBranchSummary(manager, from.id, to.id);
    const prepared = prepareBranchEntries(left);
    const made = { ...BASE, type: "branch_summary", parentId: to.id, fromId: from.id };
    const session = await openWith([header, ...entries, made]);
    const scope = scopeOf(session, session.rowOf("made"));
    const messages = await messagesOf(session, scope);
    // A summary without words makes no message in any context; Pi hands an empty one to the summariser.
    const wanted = prepared.messages.filter(
      (message) => message.role !== "branchSummary" || message.summary !== "" || "content" in message,
    );
    expect(messages.map(plain)).toEqual(wanted.map(plain));
    expect(scope.ancestor === -1 ? null : session.index.id(scope.ancestor)).toBe(commonAncestorId);
    expect(await listsOf(session, scope, messages)).toEqual(computeFileLists(prepared.fileOps));
    compared += 1;
  }
  return compared;
}

describe("what a summary was made of", () => {
  it("is for a compaction what Pi prepares, wherever it cuts", { timeout: 300_000 }, async () => {
    let compared = 0;
    const property = fc.asyncProperty(plainSession, fc.nat(60), async (file, seed) => {
      compared += await compactionsAgree(file, seed);
    });
    await fc.assert(property, runs(60) as fc.Parameters<[string, number]>);
    expect(compared).toBeGreaterThan(300);
  });

  it("is for a branch summary what Pi collects", { timeout: 300_000 }, async () => {
    let compared = 0;
    const property = fc.asyncProperty(plainSession, fc.nat(60), async (file, seed) => {
      compared += await branchesAgree(file, seed);
    });
    await fc.assert(property, runs(80) as fc.Parameters<[string, number]>);
    expect(compared).toBeGreaterThan(300);
  });
});

describe("files of tool calls", () => {
  it("are those Pi extracts, of any message", () => {
    const call = fc.record({
      type: fc.constantFrom("toolCall", "tool_use", "text"),
      name: fc.constantFrom("read", "write", "edit", "bash", "Read"),
      arguments: fc.constantFrom<unknown>(
        { path: "a.ts" },
        { path: "b.ts" },
        { path: "" },
        { path: 7 },
        { file_path: "c.ts" },
      ),
    });
    const message = fc.oneof(
      fc.record({ role: fc.constantFrom("assistant", "user"), content: fc.array(call) }),
      fc.record({
        role: fc.constant("toolResult"),
        content: fc.constant([]),
        nestedCalls: fc.record({ calls: fc.array(call) }),
      }),
      fc.constant({ role: "toolResult", content: [] }),
    );
    const property = fc.property(fc.array(message), (messages) => {
      const [ours, pis] = [noFileOps(), createFileOps()];
      for (const one of messages) {
        addMessageOps(one, ours);
        extractFileOpsFromMessage(one as never, pis);
      }
      expect(ours).toEqual(pis);
      expect(fileLists(ours)).toEqual(computeFileLists(pis));
    });
    fc.assert(property, { numRuns: 300, seed: 4 });
  });
});
