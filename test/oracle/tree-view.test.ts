import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowWording } from "../../src/core/present/rows.ts";
import { treeView } from "../../src/core/present/tree.ts";
import { FLAG } from "../../src/core/session/facts.ts";
import { openSession } from "../../src/core/session/open.ts";
import type { OpenedSession } from "../../src/core/session/session.ts";
import { FILTERS, MARK, type TreeQuery, type TreeView } from "../../src/core/view/row.ts";
import { oddSession, plainSession } from "./arbitrary.ts";
import { ask, openWithPi, type PiSession } from "./pi.ts";
import { branchySession } from "./tree-view-arbitrary.ts";
import { PiTree, type PiTreeRow, type PiTreeView } from "./tree-view-pi.ts";

/**
 * The tree against Pi's /tree: which rows are visible, in which order, how they are indented and connected, and what
 * they say. On purpose ours differs: `all` hides nothing, the file's last entry is shown at every point, a result is
 * worded by the call on its own path, unknown types have words.
 */

const RUNS = Number(process.env["ORACLE_RUNS"] ?? 0);

function drawnRow(view: TreeView, at: number): PiTreeRow {
  const marks = view.marks[at]!;
  const guides = view.guides[at]!;
  return {
    row: view.rows[at]!,
    depth: view.depth[at]!,
    elbow: (marks & MARK.elbow) !== 0,
    last: (marks & MARK.last) !== 0,
    foldable: (marks & MARK.foldable) !== 0,
    folded: (marks & MARK.folded) !== 0,
    path: (marks & MARK.path) !== 0,
    lines: Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => ((guides >>> bit) & 1) === 1),
  };
}

/** Pi's row as ours says it: a folded row can be folded open again, and deep lines are not drawn. */
function expectedRow(row: PiTreeRow): PiTreeRow {
  return { ...row, foldable: row.foldable || row.folded, lines: row.lines.filter((line) => line < 32) };
}

/** Rows that ours shows and Pi does not, on purpose. */
function shownByUs(session: OpenedSession, row: number, query: TreeQuery): boolean {
  const { index } = session;
  const silent =
    index.type(row) === "message" && index.role(row) === "assistant" && !index.has(row, FLAG.text | FLAG.stopped);
  if (query.filter === "all") return silent || index.type(row) === "usage";
  return silent && row === index.leaf;
}

function compare(session: OpenedSession, query: TreeQuery, pi: PiTreeView): void {
  const view = treeView(session, query);
  const piRows = pi.rows.map(({ row }) => row);
  const known = new Set(piRows);
  const extra = Array.from(view.rows).filter((row) => !known.has(row) && shownByUs(session, row, query));
  const ours = Array.from(view.rows).filter((row) => !extra.includes(row));
  expect(ours, `visible rows, ${JSON.stringify(query)}`).toEqual(piRows);
  if (extra.length > 0) return;
  const drawn = Array.from(view.rows, (_, at) => drawnRow(view, at));
  expect(drawn, `drawing, ${JSON.stringify(query)}`).toEqual(pi.rows.map(expectedRow));
  // Pi falls back to the last row where nothing above the point is visible; ours says there is none.
  if (view.pointAt !== -1) expect(view.pointAt).toBe(pi.selected);
  else if (query.point !== null && pi.rows.length > 0) expect(pi.selected).toBe(pi.rows.length - 1);
}

/** Lone surrogates as U+FFFD: rows are for display. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Ours equals Pi's wording, or its beginning where ours was cut. */
function sameWords(ours: string, theirs: string): boolean {
  const pi = wellFormed(theirs).replaceAll(/[\n\t]/g, " ");
  if (ours === pi || ours.trimEnd() === pi.trimEnd()) return true;
  return ours.length > 190 && pi.startsWith(ours.replace(/\]$/, "").trimEnd());
}

/** The call a result answers by the slow definition: the nearest message above that calls its id, first in first out. */
function callAbove(pi: PiSession, row: number): { name: unknown; arguments: unknown } | undefined {
  const entries = pi.entries as readonly {
    id: string;
    parentId?: string | null;
    type: string;
    message?: { role?: unknown; toolCallId?: unknown; content?: unknown };
  }[];
  const id = entries[row]?.message?.toolCallId;
  let answered = 0;
  for (let at = entries[row]?.parentId; at;) {
    const entry = entries[pi.find(at) ?? -1];
    if (entry === undefined) return undefined;
    const { message } = entry;
    if (entry.type === "message" && message?.role === "toolResult" && message.toolCallId === id) answered += 1;
    if (entry.type === "message" && message?.role === "assistant" && Array.isArray(message.content)) {
      const blocks = message.content as { type?: unknown; id?: unknown; name: unknown; arguments: unknown }[];
      const calls = blocks.filter((block) => block?.type === "toolCall" && block.id === id);
      if (calls.length > 0) return calls[Math.min(answered, calls.length - 1)];
    }
    at = entry.parentId;
  }
  return undefined;
}

function expectedWording(session: OpenedSession, pi: PiSession, tree: PiTree, row: number): string | undefined {
  const { index } = session;
  const words = tree.wording(row);
  const entry = pi.entries[row] as { label?: unknown; targetId?: unknown };
  if (index.type(row) === "label" && entry.label === "") return "[label: (cleared)]";
  if (index.type(row) === "usage" || index.kind(row).type === "unknown") return undefined; // Pi has no words for them
  // A target that no entry could have: Pi prints it as JavaScript does.
  if (index.type(row) === "context_edit" && (typeof entry.targetId !== "string" || entry.targetId === ""))
    return undefined;
  if (!index.isResult(row)) return words;
  const call = callAbove(pi, row);
  return call === undefined ? `[${index.tool(row) || "tool"}]` : tree.callWording(call.name, call.arguments);
}

function compareWords(session: OpenedSession, pi: PiSession, tree: PiTree): void {
  for (let row = 0; row < session.index.count; row++) {
    const theirs = expectedWording(session, pi, tree, row);
    if (theirs === undefined) continue;
    const { lead, text } = rowWording(session.index, row);
    const ours = lead === "" ? text : `${lead} ${text}`;
    if (!sameWords(ours, theirs)) expect(ours, `row ${row}`).toBe(theirs);
  }
}

/** Messages that a row names by their role alone: what they say is left to the search of the whole file. */
function namedByRole(session: OpenedSession, row: number): boolean {
  const { index } = session;
  return (
    index.type(row) === "message" && !["user", "assistant", "toolResult", "bashExecution"].includes(index.role(row))
  );
}

/** Everything a search may find a row by: what the row itself says, and what Pi finds it by. */
function findable(session: OpenedSession, tree: PiTree, row: number): string {
  const { index } = session;
  const type = index.type(row) === "message" ? index.role(row) : index.type(row).replaceAll("_", " ");
  const pi = namedByRole(session, row) ? "" : (tree.searchable(row) ?? "");
  return `${pi} ${index.label(row) ?? ""} ${type} ${rowWording(index, row).text}`.toLowerCase();
}

function compareSearch(session: OpenedSession, tree: PiTree, query: TreeQuery): void {
  const shown = treeView(session, { ...query, query: "" }).rows;
  const words = query.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = Array.from(shown).filter((row) => {
    const all = findable(session, tree, row);
    return words.every((word) => all.includes(word));
  });
  const ours = new Set(treeView(session, query).rows);
  expect(
    [...ours].toSorted((a, b) => a - b),
    `found by ${JSON.stringify(query)}`,
  ).toEqual(found.toSorted((a, b) => a - b));
}

interface Choices {
  readonly folds: readonly number[];
  readonly point: number;
  readonly query: string;
}

const choices: fc.Arbitrary<Choices> = fc.record({
  folds: fc.array(fc.nat(40), { maxLength: 3 }),
  point: fc.nat(40),
  query: fc.constantFrom(
    "alpha",
    "USER e",
    "read",
    "omit e3",
    "kept",
    "xx",
    "beacon",
    "label",
    "note  a",
    "question 1",
  ),
});

/** `worded`: whether the words of rows are compared too; Pi prints odd contents as JavaScript does. */
async function agrees(file: string, worded: boolean, { folds, point, query }: Choices): Promise<void> {
  const opened = openWithPi(file);
  if (!("value" in opened) || opened.value === undefined) return;
  const pi = opened.value;
  const session = await openSession(new Blob([file]));
  const { count } = session.index;
  if (count === 0) return;
  const folded = folds.map((fold) => fold % count).filter((row) => session.index.childCount(row) > 0);
  for (const at of new Set([session.index.leaf, point % count, null])) {
    const tree = ask(() => new PiTree(pi, at));
    if (!("value" in tree)) return; // Pi cannot show this file
    for (const filter of FILTERS) {
      const plain = { filter, query: "", folded: [], point: at };
      compare(session, plain, tree.value.view(filter, "", []));
      compare(session, { ...plain, folded }, tree.value.view(filter, "", folded));
      if (worded) compareSearch(session, tree.value, { ...plain, query });
    }
    if (worded && at === session.index.leaf) compareWords(session, pi, tree.value);
  }
}

describe("the tree of a generated session", () => {
  it.each([
    ["with many branches", branchySession, true, 600],
    ["as Pi writes them", plainSession, true, 300],
    ["with odd contents", oddSession, false, 300],
  ] as const)("%s is drawn as Pi draws it", { timeout: 300_000 }, async (_name, sessions, worded, runs) => {
    const property = fc.asyncProperty(sessions, choices, (file, chosen) => agrees(file, worded, chosen));
    await fc.assert(property, { numRuns: RUNS || runs });
  });
});
