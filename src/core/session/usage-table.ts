import { Growing } from "../../lib/growing.ts";
import { asNumber, field } from "../../lib/json.ts";

/** The table as stored: one element an entry of it. */
export interface SavedUsageTable {
  readonly row: Int32Array<ArrayBuffer>;
  readonly input: Float32Array<ArrayBuffer>;
  readonly output: Float32Array<ArrayBuffer>;
  readonly cacheRead: Float32Array<ArrayBuffer>;
  readonly cacheWrite: Float32Array<ArrayBuffer>;
  readonly cost: Float64Array<ArrayBuffer>;
  readonly model: Uint16Array<ArrayBuffer>;
  /** Places of the table whose context size is not the sum of its tokens, and that size. */
  readonly oddPlace: Int32Array<ArrayBuffer>;
  readonly oddContext: Float64Array<ArrayBuffer>;
}

/** Beyond this a Float32 is infinite, and so would be every sum. */
const MAX_TOKENS = 3.4e38;

/**
 * The provider's figures, one element an entry that has a usage object where Pi's totals look for one (answers, tool results, usage
 * entries, compactions, branch summaries) or is an answer without; in file order. Not one a row: two entries in three have none.
 *
 * Tokens are exact up to 2^24, dollars as the file has them, both NaN where it has no number. `reasoning` is part of `output` and
 * `cacheWrite1h` of `cacheWrite`, as in {@link UsageSum}, whose totals are the sums of these columns.
 */
export class UsageTable {
  /** Rows, ascending. */
  readonly row: Growing<Int32Array<ArrayBuffer>>;
  readonly input: Growing<Float32Array<ArrayBuffer>>;
  readonly output: Growing<Float32Array<ArrayBuffer>>;
  readonly cacheRead: Growing<Float32Array<ArrayBuffer>>;
  readonly cacheWrite: Growing<Float32Array<ArrayBuffer>>;
  /** US dollars: `cost` itself (old files), else `cost.total`. */
  readonly cost: Growing<Float64Array<ArrayBuffer>>;
  /** The model asked, `provider/model`, as a number of the columns' `names`: of answers and usage entries, else of the empty name. */
  readonly model: Growing<Uint16Array<ArrayBuffer>>;

  /** The context size that {@link contextAt} gives, where that is not what the tokens add up to: a column of it would be a MB of sums. */
  readonly #oddPlace: Growing<Int32Array<ArrayBuffer>>;
  readonly #oddContext: Growing<Float64Array<ArrayBuffer>>;

  readonly #columns: readonly { length: number; reserve(length: number): void }[];

  constructor(saved?: SavedUsageTable) {
    this.row = new Growing(Int32Array, saved?.row);
    this.input = new Growing(Float32Array, saved?.input);
    this.output = new Growing(Float32Array, saved?.output);
    this.cacheRead = new Growing(Float32Array, saved?.cacheRead);
    this.cacheWrite = new Growing(Float32Array, saved?.cacheWrite);
    this.cost = new Growing(Float64Array, saved?.cost);
    this.model = new Growing(Uint16Array, saved?.model);
    this.#oddPlace = new Growing(Int32Array, saved?.oddPlace);
    this.#oddContext = new Growing(Float64Array, saved?.oddContext);
    const { row, input, output, cacheRead, cacheWrite, cost, model } = this;
    this.#columns = [row, input, output, cacheRead, cacheWrite, cost, model];
  }

  get length(): number {
    return this.row.length;
  }

  /** Adds the usage of a row behind all rows so far. What is no number of the file's is NaN; `context` is as {@link contextAt} gives it. */
  add(
    row: number,
    model: number,
    input: number,
    output: number,
    cacheRead: number,
    cacheWrite: number,
    cost: number,
    context: number,
  ): void {
    const at = this.row.length;
    if (at === this.row.array.length) for (const column of this.#columns) column.reserve(at + 1);
    for (const column of this.#columns) column.length = at + 1;
    this.row.array[at] = row;
    this.model.array[at] = model;
    this.input.array[at] = bounded(input);
    this.output.array[at] = bounded(output);
    this.cacheRead.array[at] = bounded(cacheRead);
    this.cacheWrite.array[at] = bounded(cacheWrite);
    this.cost.array[at] = cost;
    if (context === this.#sum(at)) return;
    this.#oddPlace.push(at);
    this.#oddContext.push(context);
  }

  /** As {@link add}, of a usage as parsed: an object, or anything else for none. */
  addUsage(row: number, model: number, usage: unknown, context: number): void {
    const cost = field(usage, "cost");
    this.add(
      row,
      model,
      asNumber(field(usage, "input")) ?? NaN,
      asNumber(field(usage, "output")) ?? NaN,
      asNumber(field(usage, "cacheRead")) ?? NaN,
      asNumber(field(usage, "cacheWrite")) ?? NaN,
      asNumber(cost) ?? asNumber(field(cost, "total")) ?? NaN,
      context,
    );
  }

  /** Where a row stands in the table, -1 when it is not in it. */
  find(row: number): number {
    return placeOf(this.row, row);
  }

  /** The first place of the table whose row is not before `row`; the length when there is none. */
  from(row: number): number {
    return firstFrom(this.row, row);
  }

  /** Provider's context size (calculateContextTokens) of a row that is an answer with a valid usage, exact; else 0. */
  contextAt(row: number): number {
    const at = this.find(row);
    if (at === -1) return 0;
    const odd = placeOf(this.#oddPlace, at);
    return odd === -1 ? this.#sum(at) : this.#oddContext.at(odd);
  }

  /** Makes room for `factor` times the entries there are. */
  expect(factor: number): void {
    for (const column of this.#columns) column.reserve(Math.ceil(column.length * factor));
  }

  save(): SavedUsageTable {
    return {
      row: this.row.view(),
      input: this.input.view(),
      output: this.output.view(),
      cacheRead: this.cacheRead.view(),
      cacheWrite: this.cacheWrite.view(),
      cost: this.cost.view(),
      model: this.model.view(),
      oddPlace: this.#oddPlace.view(),
      oddContext: this.#oddContext.view(),
    };
  }

  /** What the tokens of a place add up to; 0 where one is missing, and for nothing. */
  #sum(at: number): number {
    const sum = this.input.array[at]! + this.output.array[at]! + this.cacheRead.array[at]! + this.cacheWrite.array[at]!;
    return sum > 0 ? sum : 0;
  }
}

/** The place of a number in an ascending column, -1 for none. */
function placeOf(column: Growing<Int32Array<ArrayBuffer>>, number: number): number {
  const at = firstFrom(column, number);
  return at < column.length && column.array[at] === number ? at : -1;
}

/** The first place of an ascending column with `number` or more. */
function firstFrom({ array, length }: Growing<Int32Array<ArrayBuffer>>, number: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (array[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bounded(tokens: number): number {
  return Math.max(-MAX_TOKENS, Math.min(MAX_TOKENS, tokens));
}
