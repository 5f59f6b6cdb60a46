import { FLAG } from "../session/facts.ts";
import type { OpenedSession } from "../session/session.ts";
import type { SessionIndex } from "../session/session-index.ts";
import type { UsageTable } from "../session/usage-table.ts";
import { CACHE_TTL_MS, GROWTH_KINDS, GROWTH_MARK, type Growth } from "../view/growth.ts";
import { assertRow } from "./at.ts";
import { KIND, weigh, type Weights } from "./growth-weights.ts";
import { promptWeights } from "./prompt-weights.ts";
import { type PromptChange, RunningContext } from "./running-context.ts";
import { branchThrough } from "./step.ts";

/** Columns of a {@link Growth}, with how the system messages in force change. */
interface Walked {
  readonly kinds: Uint32Array<ArrayBuffer>[];
  readonly marks: Uint8Array<ArrayBuffer>;
  /** The first request made with each change. */
  readonly changedAt: readonly number[];
  readonly changes: readonly PromptChange[];
}

const MAX_COUNT = 0xffff_ffff;

/**
 * The model requests of the branch through a point (a row; null for before any entry: the branch of Pi's leaf), with what their contexts
 * consisted of: the projection at the answer's parent (Pi: buildSessionProjection), weighed as estimateProjectedContextTokens does
 * where no answer's usage counts. One pass over the branch; read are system messages, checkpoints and edits that replace. Every array
 * is made anew.
 *
 * @throws RangeError for a row that is not there; DOMException NotReadableError when the file has changed.
 */
export async function growthOf(session: OpenedSession, point: number | null): Promise<Growth> {
  const { index, bodies } = session;
  if (point !== null) assertRow(session, point);
  const path = branchThrough(index, point ?? -1);
  const rows = answersOn(index, path);
  const { kinds, marks, changedAt, changes } = walk(index, path, rows, await weigh(index, bodies, path));
  const prompt = kinds[KIND.prompt]!;
  for (const [change, tokens] of (await promptWeights(index, bodies, changes)).entries()) {
    prompt.fill(Math.min(MAX_COUNT, tokens), changedAt[change], changedAt[change + 1]);
  }
  const { usage, time } = index.columns;
  const places = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) places[i] = usage.find(rows[i]!);
  const tokens = (column: UsageTable["input"]): Float32Array<ArrayBuffer> =>
    pick(new Float32Array(rows.length), column.array, places);
  const end = point === null ? 0 : path.indexOf(point) + 1;
  return {
    rows,
    times: pick(new Float64Array(rows.length), time.array, rows),
    kinds,
    input: tokens(usage.input),
    output: tokens(usage.output),
    cacheRead: tokens(usage.cacheRead),
    cacheWrite: tokens(usage.cacheWrite),
    cost: pick(new Float64Array(rows.length), usage.cost.array, places),
    marks,
    at: answersOn(index, path.subarray(0, end)).length - 1,
  };
}

/** Fills `to` with the elements at some places of a column; NaN for -1. */
function pick<A extends Float32Array | Float64Array>(to: A, from: A, places: Int32Array): A {
  for (let i = 0; i < places.length; i++) to[i] = places[i] === -1 ? NaN : from[places[i]!]!;
  return to;
}

/** The answers among some rows: assistant messages. */
function answersOn(index: SessionIndex, rows: Int32Array): Int32Array<ArrayBuffer> {
  const { names, type, role } = index.columns;
  const message = names.find("message");
  const assistant = names.find("assistant");
  if (message === -1 || assistant === -1) return new Int32Array(0);
  const types = type.array;
  const roles = role.array;
  const answers = new Int32Array(rows.length);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (roles[row] === assistant && types[row] === message) answers[count++] = row;
  }
  return answers.slice(0, count);
}

function walk(index: SessionIndex, path: Int32Array, rows: Int32Array, weights: Weights): Walked {
  const context = new RunningContext(index, path, weights);
  const marker = new Marker(index);
  const kinds = GROWTH_KINDS.map(() => new Uint32Array(rows.length));
  const marks = new Uint8Array(rows.length);
  const changedAt: number[] = [];
  const changes: PromptChange[] = [];
  const layers = kinds.map((column, kind) => ({ column, kind })).filter(({ kind }) => kind !== KIND.prompt);
  let request = 0;
  // Counted loops: this runs once in a while, and is at its slowest before it is compiled.
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    if (row === rows[request]) {
      for (let layer = 0; layer < layers.length; layer++) {
        const { column, kind } = layers[layer]!;
        const tokens = context.sums[kind]!;
        if (tokens !== 0) column[request] = tokens < MAX_COUNT ? tokens : MAX_COUNT;
      }
      const change = context.takePrompt();
      if (change !== undefined) {
        changedAt.push(request);
        changes.push(change);
      }
      marks[request] = marker.answer(row, context.takeEdited());
      request += 1;
    } else marker.pass(row);
    context.step();
  }
  return { kinds, marks, changedAt, changes };
}

/** Collects the marks of a request from what lies before it. */
class Marker {
  readonly #index: SessionIndex;
  readonly #ofType: Uint8Array;
  #marks = 0;
  #before = -1;
  #model = 0;

  constructor(index: SessionIndex) {
    const { names } = index.columns;
    this.#index = index;
    this.#ofType = new Uint8Array(names.size);
    const mark = (type: string, bit: number): void => {
      const name = names.find(type);
      if (name !== -1) this.#ofType[name] = bit;
    };
    mark("compaction", GROWTH_MARK.compaction);
    mark("model_change", GROWTH_MARK.model);
    mark("thinking_level_change", GROWTH_MARK.thinking);
  }

  /** Takes an entry that is no answer. */
  pass(row: number): void {
    this.#marks |= this.#ofType[this.#index.columns.type.array[row]!]!;
  }

  /** The marks of an answer's request. */
  answer(row: number, isEdited: boolean): number {
    const { usage, time } = this.#index.columns;
    const place = usage.find(row);
    const model = place === -1 ? 0 : usage.model.array[place]!;
    let marks = this.#marks;
    if (isEdited) marks |= GROWTH_MARK.edit;
    if (model !== 0 && this.#model !== 0 && model !== this.#model) marks |= GROWTH_MARK.model;
    if (time.array[row]! - time.array[this.#before]! >= CACHE_TTL_MS) marks |= GROWTH_MARK.idle;
    // The first one has nothing before it that could have changed.
    if (this.#before === -1) marks = 0;
    if (this.#index.has(row, FLAG.error)) marks |= GROWTH_MARK.error;
    this.#marks = 0;
    this.#before = row;
    if (model !== 0) this.#model = model;
    return marks;
  }
}
