import type { Fate } from "../../src/core/index.ts";
import { convertToLlm, type PiPoint, type PiSession } from "./pi.ts";

/**
 * The fate of every entry once more: slow, obvious, and worked out from Pi's own answers. The rules are read off the table
 * of fates, in its order; the first that applies is the fate.
 */

export interface TwinFate {
  readonly fate: Fate;
  /** Position of the entry that decided it; undefined for none. */
  readonly by: number | undefined;
}

interface Fields {
  readonly [key: string]: unknown;
}

const EDITABLE = new Set(["user", "assistant", "toolResult", "custom"]);

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** Position of the entry above: a parent that is missing, falsy or the entry itself is none. */
function above(pi: PiSession, position: number): number | undefined {
  const { id, parentId } = fields(pi.entries[position]);
  return parentId && parentId !== id ? pi.find(parentId) : undefined;
}

/** The positions above, nearest first, until there is none or one would come again. */
function ancestors(pi: PiSession, position: number): number[] {
  const found: number[] = [];
  for (let at = above(pi, position); at !== undefined && at !== position && !found.includes(at); at = above(pi, at))
    found.push(at);
  return found;
}

/** A fate off the path: below the point, or elsewhere. What leaves the path is decided where it leaves, or by its root. */
function offPath(pi: PiSession, path: readonly number[], point: number | null, position: number): TwinFate {
  const up = ancestors(pi, position);
  if (point === null || up.includes(point)) return { fate: "later", by: undefined };
  const root = up.at(-1) ?? position;
  // A circle has no root, and nothing in it decides.
  const rootless = above(pi, root) !== undefined;
  return { fate: "other branch", by: up.find((at) => path.includes(at)) ?? (rootless ? undefined : root) };
}

function isSystem(entry: Fields): boolean {
  return entry["type"] === "message" && fields(entry["message"])["role"] === "system";
}

/** Whether the edit changes anything: Pi's rule for roles; one without a replacement changes nothing here. */
function replaces(edit: Fields, messages: readonly unknown[]): boolean {
  return edit["replacement"] !== undefined && messages.some((message) => EDITABLE.has(String(fields(message)["role"])));
}

interface OnPath {
  readonly pi: PiSession;
  readonly path: readonly number[];
  /** Positions that buildContextEntries selects. */
  readonly selected: readonly number[];
  /** Messages of each selected position. */
  readonly messages: ReadonlyMap<number, readonly unknown[]>;
}

/** A fate on the path, by position. */
function onPath({ pi, path, selected, messages }: OnPath, position: number): TwinFate {
  const entry = fields(pi.entries[position]);
  const makes = pi.makes(position);
  if (!("value" in makes) || makes.value === 0) return { fate: "no message", by: undefined };
  const edit = selected.findLast((at) => {
    const candidate = fields(pi.entries[at]);
    return candidate["type"] === "context_edit" && candidate["targetId"] === entry["id"] && selected.includes(position);
  });
  const edited = edit === undefined ? {} : fields(pi.entries[edit]);
  if (edit !== undefined && edited["replacement"] === null) return { fate: "omitted", by: edit };
  const compaction = path.findLast((at) => fields(pi.entries[at])["type"] === "compaction");
  if (position === compaction) return { fate: "checkpoint", by: undefined };
  if (entry["type"] === "compaction") return { fate: "superseded", by: compaction };
  const before = compaction !== undefined && path.indexOf(position) < path.indexOf(compaction);
  if (before && isSystem(entry)) return { fate: "folded", by: compaction };
  if (before && !selected.includes(position)) return { fate: "summarised", by: compaction };
  const projected = messages.get(position) ?? [];
  if (convertToLlm([...projected] as never).length === 0) return { fate: "not sent", by: undefined };
  if (edit !== undefined && replaces(edited, projected)) return { fate: "replaced", by: edit };
  return { fate: "in context", by: undefined };
}

/** Every entry's fate at a point, or undefined where Pi has no answer to start from. */
export function twinFates(pi: PiSession, point: number | null, theirs: PiPoint): TwinFate[] | undefined {
  if (!("value" in theirs.projection) || !("value" in theirs.context)) return undefined;
  const { path } = theirs;
  const messages = new Map(theirs.projection.value.entries.map((entry) => [entry.source, entry.messages]));
  const state = { pi, path, selected: theirs.context.value, messages };
  return pi.entries.map((_entry, position) =>
    path.includes(position) ? onPath(state, position) : offPath(pi, path, point, position),
  );
}
