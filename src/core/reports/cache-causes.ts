import { field, isObject } from "../../lib/json.ts";
import { jsonPrefix } from "../../lib/text.ts";
import { getCurrentSystemMessage } from "../messages/transcript.ts";
import type { CacheMiss } from "../session/cache-misses.ts";
import { carriesSystem } from "../session/context-tokens.ts";
import { decidedBy, fateOf } from "../session/fates.ts";
import { isProjected, replacingEdit, runPasses, type Passes } from "../session/passes.ts";
import { projectRows } from "../session/projection.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { Fate } from "../view/fate.ts";
import { CACHE_TTL_MS } from "../view/growth.ts";

/** Why a request could not be read from the cache of the one before it, as far as the file tells. */
export type MissCause =
  | { readonly kind: "model"; readonly from: string; readonly to: string }
  | { readonly kind: "idle"; readonly ms: number }
  | { readonly kind: "prompt"; readonly parts: readonly string[] }
  | ({ readonly kind: "history" } & HistoryChange)
  /** A thinking_level_change on the path between the two. */
  | { readonly kind: "thinking"; readonly row: number };

/** The first message in which the contexts of two requests differ. */
export interface HistoryChange {
  readonly row: number;
  /**
   * What has become of it: its fate in the later context; `replaced` for other content than before, `restored` for its own again,
   * `added` for one that stands where another stood.
   */
  readonly now: Fate | "restored" | "added";
  /** The entry that decided it, -1 for none. */
  readonly by: number;
}

/** Units of a section or a tool that are compared: beyond, they count as equal. */
const COMPARED_UNITS = 1_000_000;

/**
 * The causes of a miss, the likeliest first, in Pi's order: another model, a pause beyond the lifetime of a cache. Then what Pi does not
 * look for: another prompt, another history; last what only some providers mind, another thinking level.
 *
 * @param path the passes at a point that the request stands before, or is
 * @param idleMs between the two requests, as their messages say it; NaN when they do not
 */
export async function missCauses(
  session: OpenedSession,
  path: Passes,
  miss: CacheMiss,
  idleMs: number,
): Promise<MissCause[]> {
  const { index } = session;
  const between = rowsBetween(path, miss);
  const causes: MissCause[] = [];
  if (miss.isOtherModel)
    causes.push({ kind: "model", from: modelOf(index, miss.before), to: modelOf(index, miss.row) });
  if (idleMs >= CACHE_TTL_MS) causes.push({ kind: "idle", ms: idleMs });
  causes.push(...(await contextCauses(session, miss, between)));
  const thinking = between?.findLast((row) => index.type(row) === "thinking_level_change");
  if (thinking !== undefined) causes.push({ kind: "thinking", row: thinking });
  return causes;
}

/** Entries of a path between two requests; undefined when the first one is not on it. */
function rowsBetween({ path, pathIndex }: Passes, miss: CacheMiss): Int32Array | undefined {
  const from = pathIndex[miss.before]!;
  const to = pathIndex[miss.row]!;
  return from === -1 || from > to ? undefined : path.subarray(from + 1, to);
}

/** Causes within the contexts of two requests. Most often nothing between them can have changed any: no pass is run then. */
async function contextCauses(
  session: OpenedSession,
  miss: CacheMiss,
  between: Int32Array | undefined,
): Promise<MissCause[]> {
  const { index } = session;
  const has = (is: (row: number) => boolean): boolean => between === undefined || between.some(is);
  const mayHistory = has((row) => index.type(row) === "context_edit" || index.type(row) === "compaction");
  if (!mayHistory && !has((row) => carriesSystem(index, row))) return [];
  const causes: MissCause[] = [];
  const then = runPasses(index, index.parent(miss.before));
  const now = runPasses(index, index.parent(miss.row));
  const parts = promptChanges(await systemMessages(session, then), await systemMessages(session, now));
  if (parts.length > 0) causes.push({ kind: "prompt", parts });
  const change = mayHistory ? historyChange(index, then, now) : null;
  if (change !== null) causes.push({ kind: "history", ...change });
  return causes;
}

function modelOf({ columns }: SessionIndex, row: number): string {
  return columns.names.text(columns.usage.model.at(columns.usage.find(row)));
}

/** The first message of one context that a later one has not in its place as it was; null when all are there. System messages aside. */
export function historyChange(index: SessionIndex, then: Passes, now: Passes): HistoryChange | null {
  const before = messageRows(index, then);
  const after = messageRows(index, now);
  for (const [at, row] of before.entries()) {
    const edit = replacingEdit(index, now, row);
    if (after[at] === row) {
      if (edit === replacingEdit(index, then, row)) continue;
      return edit === -1 ? { row, now: "restored", by: -1 } : { row, now: "replaced", by: edit };
    }
    const isStill = now.pathIndex[row] !== -1 && after.includes(row);
    if (isStill) return { row: after[at]!, now: "added", by: -1 };
    const fate = fateOf(index, now, row);
    return { row, now: fate, by: decidedBy(index, now, row, fate) };
  }
  return null;
}

function messageRows(index: SessionIndex, passes: Passes): number[] {
  return Array.from(passes.selected).filter((row) => index.role(row) !== "system" && isProjected(index, passes, row));
}

async function systemMessages({ index, bodies }: OpenedSession, passes: Passes): Promise<unknown[]> {
  const rows = Array.from(passes.selected).filter(
    (row) => carriesSystem(index, row) && isProjected(index, passes, row),
  );
  const projected = await projectRows(index, bodies, passes, rows);
  return projected.flatMap(({ messages }) => messages);
}

/** What of the effective prompt and tools differs after two lists of messages: `section rules`, `tool read`, `the base text`. */
export function promptChanges(then: readonly unknown[], now: readonly unknown[]): string[] {
  const [before, after] = [getCurrentSystemMessage(then), getCurrentSystemMessage(now)];
  const changes = before?.content === after?.content ? [] : ["the base text"];
  const sections = [sectionsOf(before), sectionsOf(after)] as const;
  const tools = [toolsOf(before), toolsOf(after)] as const;
  changes.push(...differences("section", ...sections), ...differences("tool", ...tools));
  if (changes.length > 0) return changes;
  if (order(sections[0]) !== order(sections[1])) changes.push("the order of the sections");
  if (order(tools[0]) !== order(tools[1])) changes.push("the order of the tools");
  return changes;
}

type Named = ReadonlyMap<string, string>;

function sectionsOf(message: unknown): Named {
  const sections = field(message, "sections");
  const named = Object.entries(isObject(sections) ? sections : {});
  return new Map(named.map(([name, value]) => [name, jsonPrefix(value, COMPARED_UNITS)]));
}

function toolsOf(message: { readonly toolsAdded?: readonly unknown[] } | undefined): Named {
  const tools = message?.toolsAdded ?? [];
  return new Map(tools.map((tool) => [nameOf(tool), jsonPrefix(tool, COMPARED_UNITS)]));
}

function nameOf(tool: unknown): string {
  const name = field(tool, "name");
  return typeof name === "string" ? name : jsonPrefix(name, COMPARED_UNITS);
}

function differences(what: string, before: Named, after: Named): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).map((name) => `${what} ${name}`);
}

function order(named: Named): string {
  return JSON.stringify([...named.keys()]);
}
