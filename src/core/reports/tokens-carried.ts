import { FLAG } from "../session/facts.ts";
import { isSystem } from "../session/passes.ts";
import type { SessionIndex } from "../session/session-index.ts";

/** How many model requests of a path were made with each of its entries in their context. By position on the path. */
export interface Carried {
  /** Requests of the path: its assistant messages. */
  readonly requests: number;
  /** Requests that carried the entry's messages as stored. */
  readonly stored: Uint32Array<ArrayBuffer>;
  /** Requests that carried them with other content: by row of the edit that set it. */
  readonly edited: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/**
 * Counts for each entry of a path the later requests whose context held it. The context of a request is the projection at the entry
 * before its answer; what that holds is what `runPasses` and `isProjected` say there, for all requests at once: a request carries the
 * path from where its compaction's kept range begins, an older compaction nothing, a system message only up to the next
 * compaction, and the last edit that lies in that range decides.
 */
export function carriedCounts(index: SessionIndex, path: Int32Array): Carried {
  const requests = readRequests(index, path);
  const lastCarrier = nextCompactions(index, path);
  const edits = editsByTarget(index, path);
  const stored = new Uint32Array(path.length);
  const edited = new Map<number, Map<number, number>>();
  const questions = new Map<number, Question[]>();
  const ask = (question: Question): void => {
    const same = questions.get(question.kept);
    if (same === undefined) questions.set(question.kept, [question]);
    else same.push(question);
  };
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    const own = index.has(row, FLAG.message) ? edits.get(index.columns.id.at(row)) : undefined;
    if (own !== undefined) askEdited(index, path, at, lastCarrier(at), own, { stored, edited, ask });
  }
  const counts = new Counts(requests.kept.length);
  const order = requests.kept.map((_, request) => request).toSorted((a, b) => requests.kept[a]! - requests.kept[b]!);
  let next = 0;
  const { until } = requests;
  for (let at = 0; at < path.length; at++) {
    for (; next < order.length && requests.kept[order[next]!]! <= at; next++) counts.add(order[next]!);
    const row = path[at]!;
    if (index.has(row, FLAG.message) && !edits.has(index.columns.id.at(row))) {
      stored[at] = counts.between(until[at]!, until[lastCarrier(at)]!);
    }
    for (const { after, last, found } of questions.get(at) ?? []) found(counts.between(until[after]!, until[last]!));
  }
  return { requests: requests.kept.length, stored, edited };
}

/** How many requests after position `after`, up to `last`, have a context that begins at `kept` or before. */
interface Question {
  readonly kept: number;
  readonly after: number;
  readonly last: number;
  readonly found: (requests: number) => void;
}

interface Answers {
  readonly stored: Uint32Array;
  readonly edited: Map<number, Map<number, number>>;
  readonly ask: (question: Question) => void;
}

/** Asks for an entry that edits name: between two edits the earlier one decides, for requests whose context holds that edit. */
function askEdited(
  index: SessionIndex,
  path: Int32Array,
  at: number,
  end: number,
  edits: readonly number[],
  { stored, edited, ask }: Answers,
): void {
  const add = (sign: 1 | -1) => (requests: number) => {
    stored[at]! += sign * requests;
  };
  const editable = index.has(path[at]!, FLAG.editable);
  for (let nth = -1; nth < edits.length; nth++) {
    const edit = nth === -1 ? -1 : edits[nth]!;
    const after = Math.max(at, edit);
    const last = Math.min(end, edits[nth + 1] ?? end);
    if (last <= after) continue;
    ask({ kept: at, after, last, found: add(1) });
    if (edit === -1) continue;
    const row = path[edit]!;
    const omits = index.has(row, FLAG.omits);
    if (!omits && (!editable || index.has(row, FLAG.brokenEdit))) continue;
    const found = (requests: number): void => {
      add(-1)(requests);
      if (omits || requests === 0) return;
      const counts = edited.get(at) ?? new Map<number, number>();
      edited.set(at, counts.set(row, requests));
    };
    ask({ kept: Math.min(at, edit), after, last, found });
  }
}

/** The requests in order: where the context of each begins; and by position, how many stand there or before. */
function readRequests(index: SessionIndex, path: Int32Array): { kept: number[]; until: Uint32Array } {
  const { names, type, role, id, target, ids } = index.columns;
  const compaction = names.find("compaction");
  const message = names.find("message");
  const assistant = names.find("assistant");
  const firstOf = new Int32Array(ids.size).fill(-1);
  const kept: number[] = [];
  const until = new Uint32Array(path.length);
  let from = 0;
  for (let at = 0; at < path.length; at++) {
    const row = path[at]!;
    if (type.at(row) === compaction) {
      const first = target.at(row) === -1 ? -1 : firstOf[target.at(row)]!;
      from = first === -1 ? at : first;
    } else if (type.at(row) === message && role.at(row) === assistant) kept.push(from);
    if (firstOf[id.at(row)] === -1) firstOf[id.at(row)] = at;
    until[at] = kept.length;
  }
  return { kept, until };
}

/** Position of the last request that can carry an entry: a system message or a compaction is out at the next compaction. */
function nextCompactions(index: SessionIndex, path: Int32Array): (at: number) => number {
  const next = new Int32Array(path.length);
  let compaction = path.length - 1;
  for (let at = path.length - 1; at >= 0; at--) {
    next[at] = compaction;
    if (index.type(path[at]!) === "compaction") compaction = at;
  }
  return (at) => {
    const row = path[at]!;
    return index.type(row) === "compaction" || isSystem(index, row) ? next[at]! : path.length - 1;
  };
}

/** Positions of the edits of a path, in order, by the number of the id they name. */
function editsByTarget(index: SessionIndex, path: Int32Array): Map<number, number[]> {
  const edits = new Map<number, number[]>();
  const type = index.columns.names.find("context_edit");
  if (type === -1) return edits;
  for (let at = 0; at < path.length; at++) {
    if (index.columns.type.at(path[at]!) !== type) continue;
    const target = index.columns.target.at(path[at]!);
    const same = edits.get(target);
    if (same === undefined) edits.set(target, [at]);
    else same.push(at);
  }
  return edits;
}

/** A set of numbers that says how many of a range it holds (a Fenwick tree). */
class Counts {
  readonly #sums: Uint32Array;

  constructor(size: number) {
    this.#sums = new Uint32Array(size + 1);
  }

  add(number: number): void {
    for (let at = number + 1; at < this.#sums.length; at += at & -at) this.#sums[at]! += 1;
  }

  /** How many there are from `from` (included) to `to` (excluded). */
  between(from: number, to: number): number {
    return this.#below(to) - this.#below(from);
  }

  #below(number: number): number {
    let sum = 0;
    for (let at = number; at > 0; at -= at & -at) sum += this.#sums[at]!;
    return sum;
  }
}
