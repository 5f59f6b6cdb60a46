import * as core from "../../src/core/index.ts";
import type { Session } from "../../src/core/index.ts";
import { type Answer, type PiPoint, type PiSession } from "./pi.ts";
import { difference } from "./same.ts";

/**
 * Compares an open session with Pi, question by question. Entries are compared by position, so that the random ids Pi
 * gives to version 1 do not matter; ids are compared where the file itself holds them. Where Pi throws, ours must still
 * answer: what it answers is for other tests to say.
 */

/** A point to compare at: a position, Pi's own leaf, or before any entry. */
export type Point = number | undefined | null;

class Comparison {
  readonly found: string[] = [];
  readonly ids: readonly string[];
  private readonly lastById: ReadonlyMap<string, number>;
  readonly ours: Session;
  readonly pi: PiSession;

  constructor(ours: Session, pi: PiSession) {
    this.ours = ours;
    this.pi = pi;
    this.ids = ours.ids();
    this.lastById = new Map(this.ids.map((id, position) => [id, position]));
  }

  same(what: string, ours: unknown, theirs: unknown): void {
    const where = difference(ours, theirs);
    if (where !== undefined) this.found.push(`${what}: ${where}`);
  }

  /** Compares with an answer of Pi; where Pi gave none, ours was at least worked out. */
  sameAnswer<T>(what: string, ours: unknown, theirs: Answer<T>, shown: (value: T) => unknown = (value) => value): void {
    if ("value" in theirs) this.same(what, ours, shown(theirs.value));
  }

  positions(ids: readonly string[]): (number | undefined)[] {
    return ids.map((id) => this.lastById.get(id));
  }

  whole(): void {
    const { ours, pi } = this;
    this.same("entries", this.ids.length, pi.entries.length);
    this.same("header", ours.header, pi.header);
    this.sameAnswer("name", ours.name, pi.name);
    for (const [position, entry] of pi.entries.entries()) {
      const id = idOf(entry);
      if (typeof id !== "string") continue;
      if (!pi.renamed) this.same(`id ${position}`, this.ids[position], id);
      const label = pi.label(id);
      if (label === undefined || typeof label === "string")
        this.same(`label of ${id}`, ours.label(this.ids[position] ?? ""), label);
    }
    this.leaf();
    this.tree();
    this.usage();
  }

  private leaf(): void {
    const { ours, pi } = this;
    if (typeof pi.leafId === "string" && !pi.renamed) this.same("leaf", ours.leafId, pi.leafId);
    else this.same("leaf", ours.leafId === null ? undefined : this.lastById.get(ours.leafId), last(pi.entries.length));
  }

  /**
   * Pi's tree, where every entry has a text id: what has none, Pi throws into one node. An empty id is left out too: Pi's
   * tree hangs a child below it and Pi's path does not; here such a child is a root, in both.
   */
  private tree(): void {
    const { ours, pi } = this;
    if (!pi.entries.every((entry) => typeof idOf(entry) === "string" && idOf(entry) !== "")) return;
    const find = (ids: readonly unknown[]) => ids.map((id) => pi.find(id));
    this.sameAnswer("roots", this.positions(ours.roots()), pi.tree, ({ roots }) => find(roots));
    if (!("value" in pi.tree)) return;
    for (const [id, children] of pi.tree.value.children) {
      const position = pi.find(id) ?? -1;
      this.same(`children of ${String(id)}`, this.positions(ours.children(this.ids[position] ?? "")), find(children));
    }
  }

  private usage(): void {
    const ours = this.ours.usageTotals();
    for (const [name, value] of Object.entries(ours))
      if (!Number.isFinite(value)) this.found.push(`usage ${name} is ${value}`);
    const { usage } = this.pi;
    if (!("value" in usage) || !Object.values(usage.value).every((value) => Number.isFinite(value))) return;
    const { cost, ...tokens } = usage.value;
    const total = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite;
    const { cost: ourCost, ...ourTokens } = ours;
    this.same("usage", ourTokens, { ...tokens, total });
    if (Math.abs(ourCost - cost) > 1e-9) this.found.push(`cost: ours ${ourCost}, Pi ${cost}`);
  }

  /** Every entry whole. The ids of version 1 are compared by the position they name. */
  async bodies(): Promise<void> {
    const { ours, pi } = this;
    const named = pi.renamed ? (id: unknown) => pi.find(id) : (id: unknown) => id;
    const namedByUs = pi.renamed ? (id: unknown) => this.lastById.get(String(id)) : (id: unknown) => id;
    for (const [position, entry] of pi.entries.entries()) {
      const id = this.ids[position] ?? "";
      if (this.lastById.get(id) !== position) continue;
      const our: unknown = await ours.readEntry(id);
      this.same(`entry ${id}`, linksAs(our, namedByUs), linksAs(entry, named));
    }
  }

  /** Everything that depends on a point. */
  async at(point: Point): Promise<void> {
    const { ours, pi } = this;
    const leaf = typeof point === "number" ? (this.ids[point] ?? "") : point;
    const asked = typeof point === "number" ? this.positions([leaf ?? ""])[0] : point;
    const theirs = pi.at(asked);
    const here = `at ${point === undefined ? "the leaf" : String(leaf)}`;
    const path = ours.path(leaf);
    const context = ours.buildContextEntries(leaf);
    const projection = await ours.buildSessionProjection(leaf);
    const sessionContext = await ours.buildSessionContext(leaf);
    const tokens = await ours.contextTokens(leaf);
    const answers = {
      llm: core.convertToLlm(projection.messages),
      prompt: core.getCurrentSystemPrompt(projection.messages),
    };
    if (!Number.isFinite(tokens)) this.found.push(`${here}: ${tokens} tokens`);
    if (this.ids.length !== ours.fates(leaf).length) this.found.push(`${here}: not one fate an entry`);
    if ("hang" in theirs) return;
    this.same(`${here}, path`, this.positions(path), theirs.path);
    this.sameAnswer(`${here}, context entries`, this.positions(context), theirs.context);
    this.projection(here, projection, theirs);
    this.sameAnswer(`${here}, session context`, sessionContext, theirs.sessionContext);
    if (!("crash" in theirs.tokens) && "value" in theirs.tokens && Number.isFinite(theirs.tokens.value)) {
      this.same(`${here}, tokens`, tokens, theirs.tokens.value);
    }
    this.sameAnswer(`${here}, convertToLlm`, answers.llm, theirs.llm);
    this.sameAnswer(`${here}, prompt`, answers.prompt, theirs.prompt);
    this.sameAnswer(`${here}, system message`, core.getCurrentSystemMessage(projection.messages), theirs.systemMessage);
    this.sameAnswer(`${here}, tools`, core.getCurrentTools(projection.messages), theirs.tools);
  }

  private projection(
    here: string,
    ours: Awaited<ReturnType<Session["buildSessionProjection"]>>,
    theirs: PiPoint,
  ): void {
    const entries = ours.entries.map(({ sourceId, messages }) => ({ source: this.lastById.get(sourceId), messages }));
    this.sameAnswer(`${here}, projection`, { ...ours, entries }, theirs.projection);
  }
}

function last(count: number): number | undefined {
  return count === 0 ? undefined : count - 1;
}

function idOf(entry: unknown): unknown {
  return typeof entry === "object" && entry !== null ? (entry as { id?: unknown }).id : undefined;
}

function linksAs(entry: unknown, named: (id: unknown) => unknown): unknown {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return entry;
  const { id, parentId, firstKeptEntryId, ...rest } = entry as { [key: string]: unknown };
  return { ...rest, id: named(id), parentId: named(parentId), firstKeptEntryId: named(firstKeptEntryId) };
}

/** Every point of a session: before any entry, Pi's leaf, and each entry. */
export function everyPoint(pi: PiSession): Point[] {
  return [null, undefined, ...pi.entries.keys()];
}

/** The leaf and some other points, spread evenly. */
export function somePoints(pi: PiSession, count: number): Point[] {
  const step = Math.max(1, pi.entries.length / count);
  const spread = Array.from({ length: Math.min(count, pi.entries.length) }, (_, at) => Math.floor(at * step));
  return [null, undefined, ...spread];
}

/** What an open session and Pi do not agree on, in words; empty when they agree on everything. */
export async function disagreements(ours: Session, pi: PiSession, points: readonly Point[]): Promise<string[]> {
  const comparison = new Comparison(ours, pi);
  comparison.whole();
  await comparison.bodies();
  for (const point of points) await comparison.at(point);
  return comparison.found;
}
