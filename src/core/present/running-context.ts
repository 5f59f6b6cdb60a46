import { FLAG } from "../session/facts.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { GROWTH_KINDS } from "../view/growth.ts";
import { COMPACTION, KIND, NO_KIND, type Weights } from "./growth-weights.ts";

/** What has become of the system messages in force. */
export interface PromptChange {
  /** Whether `rows` are all there are, or come behind those before. */
  readonly whole: boolean;
  readonly rows: readonly number[];
}

/**
 * The weight of the context along a path: after each step what runPasses and its projection would select at that position, summed by
 * kind. A step costs the same wherever it is, but for a compaction, which looks again at the edits in its kept range.
 *
 * System messages are not summed, since they replace parts of one another: their changes are told instead.
 */
export class RunningContext {
  /** Estimated tokens, by number of kind; of the prompt always 0. */
  readonly sums = new Float64Array(GROWTH_KINDS.length);
  readonly #index: SessionIndex;
  readonly #path: Int32Array;
  readonly #weights: Weights;
  /** What all entries so far weigh as stored, and what they did where a kept range begins, by position. */
  readonly #stored = new Float64Array(GROWTH_KINDS.length);
  readonly #before = new Map<number, Float64Array>();
  readonly #keptFrom = new Map<number, number>();
  /** Positions: of the edits so far, of the compaction in force, and of the system messages behind it. */
  readonly #editsAt: number[] = [];
  #compaction = -1;
  #kept = 0;
  #systems: number[] = [];
  /** The edit in force on an id. */
  readonly #edits = new Map<number, number>();
  #newSystems: number[] = [];
  #isNew = false;
  /** Positions of entries that edits have changed since the last {@link takeEdited}. */
  #edited: number[] = [];
  #next = 0;
  readonly #edit: number;

  constructor(index: SessionIndex, path: Int32Array, weights: Weights) {
    this.#index = index;
    this.#path = path;
    this.#weights = weights;
    this.#edit = index.columns.names.find("context_edit");
    for (let at = 0; at < path.length; at++) {
      if (weights.kinds[at] !== COMPACTION) continue;
      const target = index.columns.target.at(path[at]!);
      const kept = target === -1 ? -1 : weights.positions[target]!;
      const from = kept === -1 || kept > at ? at : kept;
      this.#keptFrom.set(at, from);
      this.#before.set(from, new Float64Array(0));
    }
  }

  /** Takes the next entry of the path. */
  step(): void {
    const at = this.#next++;
    const row = this.#path[at]!;
    const kind = this.#weights.kinds[at]!;
    if (this.#before.has(at)) this.#before.set(at, this.#stored.slice());
    if (kind === NO_KIND) {
      if (this.#index.columns.type.array[row] === this.#edit) this.#takeEdit(at, row);
    } else if (kind === COMPACTION) this.#compact(at);
    else if (kind === KIND.prompt) {
      this.#systems.push(at);
      if (!this.#omits(this.#editOf(row))) this.#newSystems.push(row);
    } else {
      this.#stored[kind]! += this.#index.columns.tokens.array[row]!;
      this.#add(at, this.#editOf(row), 1);
    }
  }

  /** What has changed of the system messages in force since this was asked last; undefined for nothing. */
  takePrompt(): PromptChange | undefined {
    const whole = this.#isNew;
    const rows = whole ? this.#systemRows() : this.#newSystems;
    this.#isNew = false;
    this.#newSystems = [];
    return whole || rows.length > 0 ? { whole, rows } : undefined;
  }

  /** True when an edit has changed something that is in the context since this was asked last. */
  takeEdited(): boolean {
    const edited = this.#edited.some((at) => this.#isSelected(at));
    this.#edited = [];
    return edited;
  }

  #compact(at: number): void {
    const kept = this.#keptFrom.get(at)!;
    const before = this.#before.get(kept)!;
    for (let kind = 0; kind < this.sums.length; kind++) this.sums[kind] = this.#stored[kind]! - before[kind]!;
    this.#compaction = at;
    this.#kept = kept;
    this.#systems = [];
    this.#isNew = true;
    this.#edits.clear();
    const { positions, kinds } = this.#weights;
    for (let i = this.#editsAt.length - 1; i >= 0 && this.#editsAt[i]! >= kept; i--) {
      const edit = this.#path[this.#editsAt[i]!]!;
      const target = this.#index.columns.target.at(edit);
      if (target === -1 || this.#edits.has(target)) continue;
      this.#edits.set(target, edit);
      const found = positions[target]!;
      if (found < kept || found >= at || kinds[found]! >= COMPACTION || kinds[found] === KIND.prompt) continue;
      this.#add(found, undefined, -1);
      this.#add(found, edit, 1);
    }
    this.#add(at, this.#editOf(this.#path[at]!), 1);
  }

  #takeEdit(at: number, row: number): void {
    this.#editsAt.push(at);
    const target = this.#index.columns.target.at(row);
    if (target === -1) return;
    const before = this.#edits.get(target);
    this.#edits.set(target, row);
    const found = this.#weights.positions[target]!;
    if (found === -1 || found >= at || !this.#isSelected(found)) return;
    const kind = this.#weights.kinds[found]!;
    if (kind === NO_KIND || (kind === COMPACTION && found !== this.#compaction)) return;
    if (this.#effect(before) !== this.#effect(row)) this.#edited.push(found);
    if (kind === COMPACTION || kind === KIND.prompt) this.#isNew ||= this.#omits(before) !== this.#omits(row);
    if (kind === KIND.prompt) return;
    this.#add(found, before, -1);
    this.#add(found, row, 1);
  }

  /** Adds what the entry at a position weighs under an edit, or takes it off. */
  #add(at: number, edit: number | undefined, sign: 1 | -1): void {
    if (this.#omits(edit)) return;
    const { kinds, checkpoints, replaced } = this.#weights;
    const row = this.#path[at]!;
    const kind = kinds[at]!;
    const parts = (edit === undefined ? undefined : replaced.get(edit)) ?? checkpoints.get(row);
    if (parts !== undefined) for (const [part, tokens] of parts) this.sums[part]! += sign * tokens;
    else this.sums[kind === COMPACTION ? KIND.summary : kind]! += sign * this.#index.columns.tokens.array[row]!;
  }

  #editOf(row: number): number | undefined {
    return this.#edits.size === 0 ? undefined : this.#edits.get(this.#index.columns.id.array[row]!);
  }

  #omits(edit: number | undefined): boolean {
    return edit !== undefined && this.#index.has(edit, FLAG.omits);
  }

  /** What an edit does to its target: takes it out, puts other content in its place, or nothing. */
  #effect(edit: number | undefined): number {
    if (edit === undefined) return -1;
    if (this.#omits(edit)) return -2;
    return this.#weights.replaced.has(edit) ? edit : -1;
  }

  /** Whether the entry at a position before the next one is among those the context is made of. */
  #isSelected(at: number): boolean {
    if (at >= this.#compaction) return true;
    return at >= this.#kept && this.#weights.kinds[at] !== KIND.prompt;
  }

  #systemRows(): number[] {
    const rows: number[] = [];
    const compaction = this.#compaction === -1 ? -1 : this.#path[this.#compaction]!;
    if (compaction !== -1 && this.#index.has(compaction, FLAG.checkpoint)) rows.push(compaction);
    for (const at of this.#systems) rows.push(this.#path[at]!);
    return rows.filter((row) => !this.#omits(this.#editOf(row)));
  }
}
