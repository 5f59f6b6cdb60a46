import { field } from "../../lib/json.ts";
import { estimateTokens } from "../messages/roles.ts";
import type { Bodies } from "../session/bodies.ts";
import { FLAG } from "../session/facts.ts";
import { withEdit } from "../session/projection.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { GROWTH_KINDS, type GrowthKind } from "../view/growth.ts";
import { batches } from "./batches.ts";

/** Number of a kind: its place in GROWTH_KINDS, and so of its column. */
export const KIND: Readonly<Record<GrowthKind, number>> = {
  prompt: GROWTH_KINDS.indexOf("prompt"),
  summary: GROWTH_KINDS.indexOf("summary"),
  user: GROWTH_KINDS.indexOf("user"),
  assistant: GROWTH_KINDS.indexOf("assistant"),
  tool: GROWTH_KINDS.indexOf("tool"),
  other: GROWTH_KINDS.indexOf("other"),
};
/** Beside the numbers of kinds: an entry without a message, and a compaction, whose messages depend on which one is in force. */
export const NO_KIND = 255;
export const COMPACTION = 254;

/** Tokens by kind. */
export type Parts = readonly (readonly [kind: number, tokens: number])[];

const ROLE_KINDS: ReadonlyMap<string, number> = new Map([
  ["system", KIND.prompt],
  ["user", KIND.user],
  ["assistant", KIND.assistant],
  ["toolResult", KIND.tool],
  ["compactionSummary", KIND.summary],
  ["branchSummary", KIND.summary],
]);

/** The kind a message counts to, by its role; extensions', unknown ones and commands of the user are `other`. */
function kindOfRole(role: unknown): number {
  return (typeof role === "string" ? ROLE_KINDS.get(role) : undefined) ?? KIND.other;
}

/** What each entry of a path weighs: its kind, by position; and where columns do not say it, its tokens. */
export interface Weights {
  /** One element a position of the path: a number of {@link KIND}, NO_KIND or COMPACTION. */
  readonly kinds: Uint8Array;
  /** Position of each id number on the path, -1 off it. */
  readonly positions: Int32Array;
  /** Of compactions with a checkpoint, by row: all but system messages. */
  readonly checkpoints: ReadonlyMap<number, Parts>;
  /** Of the target of a context edit that replaces its content, by row of the edit. */
  readonly replaced: ReadonlyMap<number, Parts>;
}

/**
 * Weighs the entries of a path. Reads the compactions with a checkpoint and the edits that replace something on the path, some MB at a
 * time.
 */
export async function weigh(index: SessionIndex, bodies: Bodies, path: Int32Array): Promise<Weights> {
  const positions = positionsOn(index, path);
  const checkpoints = new Map<number, Parts>();
  const replaced = new Map<number, Parts>();
  const types = index.columns.type.array;
  const compaction = index.columns.names.find("compaction");
  const edit = index.columns.names.find("context_edit");
  const compactions: number[] = [];
  const edits: number[] = [];
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    const type = types[row];
    if (type === compaction && index.has(row, FLAG.checkpoint)) compactions.push(row);
    if (type === edit && targetOf(index, path, positions, row) !== -1) edits.push(row);
  }
  for (const batch of batches(index, compactions)) {
    const entries = await bodies.entries(batch);
    for (const [at, row] of batch.entries()) checkpoints.set(row, parts(index.kind(row).messages(entries[at])));
  }
  for (const batch of batches(index, edits)) {
    const entries = await bodies.entries(batch);
    for (const [at, row] of batch.entries()) {
      const target = targetOf(index, path, positions, row);
      const messages = await messagesToEdit(index, bodies, target);
      replaced.set(row, parts(messages.map((message) => withEdit(message, entries[at]))));
    }
  }
  return { kinds: kindsOn(index, path), positions, checkpoints, replaced };
}

/** The row whose content an edit replaces, if it is on the path and it can; else -1. */
function targetOf(index: SessionIndex, path: Int32Array, positions: Int32Array, edit: number): number {
  if (index.has(edit, FLAG.omits) || index.has(edit, FLAG.brokenEdit)) return -1;
  const target = index.columns.target.at(edit);
  const position = target === -1 ? -1 : positions[target]!;
  const row = position === -1 ? -1 : path[position]!;
  return row !== -1 && index.has(row, FLAG.message) && index.has(row, FLAG.editable) ? row : -1;
}

/** What an edit is applied to. Of most messages only the role matters, of which the columns know. */
async function messagesToEdit(index: SessionIndex, bodies: Bodies, row: number): Promise<readonly unknown[]> {
  if (index.type(row) === "message") return [{ role: index.role(row) }];
  return index.kind(row).messages(await bodies.entry(row));
}

function parts(messages: readonly unknown[]): Parts {
  return messages.flatMap((message) => {
    const role = field(message, "role");
    return role === "system" ? [] : [[kindOfRole(role), estimateTokens(message)] as const];
  });
}

/** An id stands on a path once, but that its tip may repeat one: then the first counts, as in runPasses. */
function positionsOn(index: SessionIndex, path: Int32Array): Int32Array {
  const positions = new Int32Array(index.columns.ids.size).fill(-1);
  const ids = index.columns.id.array;
  for (let at = path.length - 1; at >= 0; at--) positions[ids[path[at]!]!] = at;
  return positions;
}

function kindsOn(index: SessionIndex, path: Int32Array): Uint8Array {
  const { names, type: typeColumn, role: roleColumn, flags: flagColumn } = index.columns;
  const ofRole = new Uint8Array(names.size).fill(KIND.other);
  for (const [role, kind] of ROLE_KINDS) {
    const name = names.find(role);
    if (name !== -1) ofRole[name] = kind;
  }
  const message = names.find("message");
  const summary = names.find("branch_summary");
  const compaction = names.find("compaction");
  const types = typeColumn.array;
  const roles = roleColumn.array;
  const flags = flagColumn.array;
  const kinds = new Uint8Array(path.length).fill(NO_KIND);
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    const type = types[row]!;
    if ((flags[row]! & FLAG.message) === 0) continue;
    if (type === message) kinds[at] = ofRole[roles[row]!]!;
    else if (type === compaction) kinds[at] = COMPACTION;
    else kinds[at] = type === summary ? KIND.summary : KIND.other;
  }
  return kinds;
}
