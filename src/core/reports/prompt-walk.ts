import { field, isObject } from "../../lib/json.ts";
import { NOTHING_REPLAYED, replay, type Replay, type SourcedMessage } from "../messages/transcript.ts";
import { refTo } from "../present/refs.ts";
import { FLAG } from "../session/facts.ts";
import { isSystem } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { readEach } from "./read-each.ts";

/** An entry of a path that has to do with the prompt: what came, and what the prompt and tools were before and after it. */
export interface PromptStep {
  readonly row: number;
  readonly what:
    | "system message"
    | "system message, omitted"
    | "checkpoint"
    | "checkpoint, omitted"
    | "compaction without checkpoint"
    | "context edit";
  readonly before: Replay;
  readonly after: Replay;
}

/**
 * Goes along a path and hands on each step of the prompt: every system message, every compaction that has a checkpoint or takes
 * the prompt away, every edit that omits one of those in force, or brings it back. After each step the prompt is what replaying the
 * projection at that entry leaves (pi-ai: getCurrentSystemMessage). Reads system messages and checkpoints only.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function walkPrompt(
  session: OpenedSession,
  path: Int32Array,
  signal: AbortSignal,
  visit: (step: PromptStep) => void,
): Promise<void> {
  const { index } = session;
  const walk = new Walk(index, visit);
  const marks = marksOn(index, path);
  let next = 0;
  // What needs no body waits for its turn.
  const pass = (row: number): Mark | undefined => {
    for (let mark = marks[next]; mark !== undefined; mark = marks[next]) {
      next += 1;
      if (mark.row === row) return mark;
      walk.step(mark, undefined);
    }
    return undefined;
  };
  const read = marks.filter(({ row }) => isSystem(index, row) || index.has(row, FLAG.checkpoint));
  await readEach(
    session,
    read.map(({ row }) => row),
    signal,
    (entry, row) => {
      const mark = pass(row);
      if (mark !== undefined) walk.step(mark, messageOf(session, row, entry));
    },
  );
  pass(-1);
}

/** A position of the path to stop at; of a compaction, where what it keeps begins. */
interface Mark {
  readonly at: number;
  readonly row: number;
  readonly kept: number;
}

/** System messages, compactions and edits of a path, in order. */
function marksOn(index: SessionIndex, path: Int32Array): Mark[] {
  const { id, target, ids } = index.columns;
  const firstOf = new Int32Array(ids.size).fill(-1);
  const marks: Mark[] = [];
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    const isCompaction = index.type(row) === "compaction";
    if (isCompaction || index.type(row) === "context_edit" || isSystem(index, row)) {
      const first = isCompaction && target.at(row) !== -1 ? firstOf[target.at(row)]! : -1;
      marks.push({ at, row, kept: first === -1 ? at : first });
    }
    if (firstOf[id.at(row)] === -1) firstOf[id.at(row)] = at;
  }
  return marks;
}

/** The system message an entry carries; undefined for a checkpoint that is none. */
function messageOf(session: OpenedSession, row: number, entry: unknown): SourcedMessage | undefined {
  if (!isObject(entry)) return undefined;
  const { index } = session;
  const message = index.kind(row).messages(entry)[0];
  if (field(message, "role") !== "system") return undefined;
  const path = index.type(row) === "message" ? ["message"] : ["systemMessage"];
  return { message, from: refTo(session, row), place: { row, path } };
}

/** An entry in force that carries a system message. */
interface Carrier {
  readonly row: number;
  readonly by: SourcedMessage | undefined;
}

class Walk {
  readonly #index: SessionIndex;
  readonly #visit: (step: PromptStep) => void;
  #state: Replay = NOTHING_REPLAYED;
  /** The compaction in force, and the system messages after it. */
  #carriers: Carrier[] = [];
  /** Where what the compaction in force keeps begins: edits before it are out. */
  #kept = 0;
  /** The last edit of each id: its position, and whether it omits. */
  readonly #edits = new Map<number, { readonly at: number; readonly omits: boolean }>();

  constructor(index: SessionIndex, visit: (step: PromptStep) => void) {
    this.#index = index;
    this.#visit = visit;
  }

  step({ at, row, kept }: Mark, by: SourcedMessage | undefined): void {
    const type = this.#index.type(row);
    if (type === "context_edit") this.#edit(at, row);
    else if (type === "compaction") this.#compact(row, kept, by);
    else this.#add(row, by);
  }

  #add(row: number, by: SourcedMessage | undefined): void {
    this.#carriers.push({ row, by });
    const omitted = this.#isOmitted(row);
    const after = omitted || by === undefined ? this.#state : replay([by], this.#state);
    this.#move(row, omitted ? "system message, omitted" : "system message", after);
  }

  #compact(row: number, kept: number, by: SourcedMessage | undefined): void {
    this.#kept = kept;
    this.#carriers = [{ row, by }];
    if (by !== undefined) this.#move(row, this.#isOmitted(row) ? "checkpoint, omitted" : "checkpoint", this.#replay());
    else if (this.#state !== NOTHING_REPLAYED) this.#move(row, "compaction without checkpoint", NOTHING_REPLAYED);
  }

  #edit(at: number, row: number): void {
    const { id, target } = this.#index.columns;
    const named = this.#carriers.filter((carrier) => id.at(carrier.row) === target.at(row));
    const before = named.map((carrier) => this.#isOmitted(carrier.row));
    this.#edits.set(target.at(row), { at, omits: this.#index.has(row, FLAG.omits) });
    const isChange = named.some(
      (carrier, nth) => carrier.by !== undefined && this.#isOmitted(carrier.row) !== before[nth],
    );
    if (isChange) this.#move(row, "context edit", this.#replay());
  }

  #isOmitted(row: number): boolean {
    const edit = this.#edits.get(this.#index.columns.id.at(row));
    return edit !== undefined && edit.at >= this.#kept && edit.omits;
  }

  #replay(): Replay {
    const inForce = this.#carriers.filter(({ row }) => !this.#isOmitted(row));
    const messages = inForce.flatMap(({ by }) => (by === undefined ? [] : [by]));
    return messages.length === 0 ? NOTHING_REPLAYED : replay(messages);
  }

  #move(row: number, what: PromptStep["what"], after: Replay): void {
    const before = this.#state;
    this.#state = after;
    this.#visit({ row, what, before, after });
  }
}
