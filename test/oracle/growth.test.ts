import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/core/messages/roles.ts";
import { getCurrentSystemMessage } from "../../src/core/messages/transcript.ts";
import { growthOf } from "../../src/core/present/growth.ts";
import { branchThrough } from "../../src/core/present/step.ts";
import { openSession } from "../../src/core/session/open.ts";
import { runPasses } from "../../src/core/session/passes.ts";
import { pathTo } from "../../src/core/session/path.ts";
import { projectRows } from "../../src/core/session/projection.ts";
import type { OpenedSession } from "../../src/core/session/session.ts";
import { GROWTH_KINDS, type Growth } from "../../src/core/view/growth.ts";
import * as make from "../make/entries.ts";
import { START } from "../make/entries.ts";
import { type Fields, assistantMessage, systemMessage, text, tool, toolResult, userMessage } from "../make/messages.ts";
import { oddSession, plainSession, wildSession } from "./arbitrary.ts";
import { openWithPi } from "./pi.ts";
import { runs } from "./runs.ts";

/** What a context consists of, found the obvious way: all passes anew, all messages read. In the order of GROWTH_KINDS. */
async function slowKinds(session: OpenedSession, point: number): Promise<number[]> {
  const { index, bodies } = session;
  const passes = runPasses(index, point);
  const projected = await projectRows(index, bodies, passes, [...passes.selected]);
  const messages = projected.flatMap((entry) => entry.messages);
  const current = getCurrentSystemMessage(messages);
  const kinds = { prompt: 0, summary: 0, user: 0, assistant: 0, tool: 0, other: 0 };
  if (current !== undefined) kinds.prompt = estimateTokens(current);
  for (const message of messages) {
    const role = (message as { role?: unknown } | null)?.role;
    if (role === "system") continue;
    const tokens = estimateTokens(message);
    if (role === "user") kinds.user += tokens;
    else if (role === "assistant") kinds.assistant += tokens;
    else if (role === "toolResult") kinds.tool += tokens;
    else if (role === "compactionSummary" || role === "branchSummary") kinds.summary += tokens;
    else kinds.other += tokens;
  }
  return GROWTH_KINDS.map((kind) => kinds[kind]);
}

const kindsAt = (growth: Growth, request: number): number[] => growth.kinds.map((column) => column[request]!);

/** Tips of branches, and before any entry. */
function tips({ index }: OpenedSession): (number | null)[] {
  const rows = Array.from({ length: index.count }, (_, row) => row);
  return [null, ...rows.filter((row) => index.childCount(row) === 0)];
}

let compared = 0;

async function equalsTwin(file: string): Promise<void> {
  const session = await openSession(new Blob([file]), {});
  const { index } = session;
  for (const point of tips(session)) {
    const path = branchThrough(index, point ?? -1);
    // Along a loop a path to an entry is not the beginning of that to another.
    if (pathTo(index, path.at(-1) ?? -1).endless) continue;
    const growth = await growthOf(session, point);
    const answers = [...path].filter((row) => index.type(row) === "message" && index.role(row) === "assistant");
    expect([...growth.rows]).toEqual(answers);
    for (const [request, row] of answers.entries()) {
      expect(kindsAt(growth, request)).toEqual(await slowKinds(session, index.parent(row)));
      compared += 1;
    }
  }
}

/** The same file without any usage: Pi then estimates the whole context. */
function withoutUsage(file: string): string {
  return file
    .split("\n")
    .map((line) => line.replaceAll(/"(usage|totalTokens)":/g, '"was_$1":'))
    .join("\n");
}

async function equalsPi(file: string): Promise<void> {
  const text = withoutUsage(file);
  const pi = openWithPi(text);
  if (!("value" in pi) || pi.value === undefined) return;
  const session = await openSession(new Blob([text]), {});
  const growth = await growthOf(session, null);
  for (const [request, row] of growth.rows.entries()) {
    const parent = session.index.parent(row);
    const point = pi.value.at(parent === -1 ? null : parent);
    if ("hang" in point || !("value" in point.tokens)) continue;
    expect(kindsAt(growth, request).reduce((sum, tokens) => sum + tokens, 0)).toBe(point.tokens.value);
    compared += 1;
  }
}

/** Now and then a message without a time: a prompt needs one (getCurrentSystemMessage). */
function untimed(size: number, message: Fields): Fields {
  return size % 3 === 1 ? message : { ...message, timestamp: size % 2 === 0 ? null : undefined };
}

/** Long chains of what a context can turn on: answers, prompt changes, edits of anything near, compactions that keep any range. */
const dense: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.nat(11), fc.nat(14), fc.nat(60)), { minLength: 20, maxLength: 60, size: "max" })
  .map((drawn) =>
    drawn.map(([kind, steps, size], at) => {
      const base = { id: `e${at}`, parentId: at === 0 ? null : `e${at - 1}`, timestamp: START };
      // Mostly an entry not far above, at times one that is yet to come.
      const near = `e${steps === 14 ? at + 2 : Math.max(0, at - steps)}`;
      const words = "word ".repeat(size);
      const section = { sections: { [`s${steps % 4}`]: size % 5 === 0 ? null : words } };
      if (kind < 3) return make.message(base, assistantMessage([text(words)], 1));
      if (kind < 5) return make.message(base, userMessage(words, 1));
      if (kind === 5) return make.message(base, untimed(size, systemMessage(size % 3 === 0 ? words : "", 1, section)));
      if (kind === 6) return make.message(base, systemMessage("", 1, { toolsAdded: [tool(`t${steps % 3}`, words)] }));
      if (kind === 7) return make.contextEdit(base, near, null);
      if (kind === 8) return make.contextEdit(base, near, size % 9 === 0 ? {} : { content: words });
      if (kind === 9) return make.message(base, toolResult("c", "read", [text(words)], 1));
      if (kind === 10) return make.customMessage(base, "demo.note", words);
      return make.compaction(
        base,
        words,
        near,
        size % 2 === 0 ? {} : { systemMessage: systemMessage(words, 1, section) },
      );
    }),
  )
  .map((entries) => make.jsonl([make.header(), ...entries]));

describe("the growth of a generated session", () => {
  it.each([
    ["as Pi writes them", plainSession],
    ["with odd contents", oddSession],
    ["gone wild", wildSession],
    ["of long chains", dense],
  ] as const)("%s equals all passes at each request", { timeout: 300_000 }, async (_name, arbitrary) => {
    compared = 0;
    await fc.assert(fc.asyncProperty(arbitrary, equalsTwin), runs(600));
    expect(compared).toBeGreaterThan(400);
  });

  it("adds up to Pi's own estimate before each request", { timeout: 300_000 }, async () => {
    compared = 0;
    await fc.assert(fc.asyncProperty(fc.oneof(plainSession, dense), equalsPi), runs(600));
    expect(compared).toBeGreaterThan(2000);
  });
});
