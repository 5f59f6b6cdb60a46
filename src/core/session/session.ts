import type { SessionHeader } from "../format/header.ts";
import { CURRENT_VERSION, effectiveVersion } from "../format/header.ts";
import type { Problem } from "../format/problem.ts";
import type { Fate } from "../view/fate.ts";
import type { UsageTotals } from "../view/info.ts";
import { Bodies } from "./bodies.ts";
import { contextSize } from "./context-tokens.ts";
import { decidedBy, fateOf } from "./fates.ts";
import { forkColumn } from "./forks.ts";
import type { IndexBuilder } from "./index-builder.ts";
import { runPasses, type Passes } from "./passes.ts";
import { projectRows, readSettings, type Settings } from "./projection.ts";
import { relationProblems } from "./relation-problems.ts";
import { SessionIndex } from "./session-index.ts";
import { fileProblems } from "./file-problems.ts";

/** Bytes read of all bytes, and entries found so far. */
export interface Progress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly entries: number;
}

export interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after each piece read: throttle as needed. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What buildSessionProjection returns: entries in context order with the messages each contributes. */
export interface SessionProjection extends Settings {
  readonly entries: { readonly sourceId: string; readonly messages: readonly unknown[] }[];
  readonly messages: unknown[];
}

/**
 * An open session. `leafId` in every method: undefined means Pi's leaf (the last entry), null means before any entry.
 *
 * Every method that takes an id throws RangeError for one that is not in the file; every async one rejects with a
 * DOMException NotReadableError when the file has changed since it was read.
 */
export interface Session {
  readonly header: SessionHeader | null;
  readonly sourceVersion: number;
  readonly problems: readonly Problem[];
  readonly leafId: string | null;
  readonly name: string | undefined;
  ids(): string[];
  roots(): string[];
  children(id: string): string[];
  label(id: string): string | undefined;
  /** The entry, whole and migrated; what a line holds that is no object comes as it is. */
  readEntry(id: string): Promise<unknown>;
  readRaw(id: string): Promise<Uint8Array>;
  path(leafId?: string | null): string[];
  buildContextEntries(leafId?: string | null): string[];
  buildSessionProjection(leafId?: string | null): Promise<SessionProjection>;
  buildSessionContext(leafId?: string | null): Promise<Settings & { messages: unknown[] }>;
  fates(leafId?: string | null): { id: string; fate: Fate; by?: string }[];
  contextTokens(leafId?: string | null): Promise<number>;
  usageTotals(): UsageTotals;
}

const NO_PROBLEMS: readonly Problem[] = [];

/** The open session: the columns, the file behind them, and the answers. Rows are positions among the entries. */
export class OpenedSession implements Session {
  readonly file: Blob;
  readonly index: SessionIndex;
  readonly bodies: Bodies;
  readonly problems: readonly Problem[];
  #passes: Passes | undefined;
  #problemsByRow: Map<number, Problem[]> | undefined;

  constructor(file: Blob, builder: IndexBuilder) {
    this.file = file;
    this.index = new SessionIndex(builder);
    this.bodies = new Bodies(file, this.index);
    const found = [...builder.problems, ...fileProblems(file, this.index), ...relationProblems(this.index)];
    this.problems = found.toSorted((a, b) => a.line - b.line);
  }

  get header(): SessionHeader | null {
    const { header, version } = this.index.builder;
    return header !== null && version < CURRENT_VERSION ? { ...header, version: CURRENT_VERSION } : header;
  }

  /** The version the file was written in; entries are read as version 3. */
  get sourceVersion(): number {
    const { version } = this.index.builder;
    return version >= CURRENT_VERSION ? version : effectiveVersion(version);
  }

  get leafId(): string | null {
    return this.index.count === 0 ? null : this.index.id(this.index.last);
  }

  get name(): string | undefined {
    return this.index.name;
  }

  ids(): string[] {
    return Array.from({ length: this.index.count }, (_, row) => this.index.id(row));
  }

  roots(): string[] {
    return this.#shown(this.index.relations.roots);
  }

  children(id: string): string[] {
    return this.#shown(this.index.children(this.rowOf(id)));
  }

  label(id: string): string | undefined {
    return this.index.label(this.rowOf(id));
  }

  async readEntry(id: string): Promise<unknown> {
    return await this.bodies.entry(this.rowOf(id));
  }

  readRaw(id: string): Promise<Uint8Array> {
    return this.bodies.bytes(this.rowOf(id));
  }

  path(leafId?: string | null): string[] {
    return this.#shown(this.passes(this.rowOfLeaf(leafId)).path);
  }

  buildContextEntries(leafId?: string | null): string[] {
    return this.#shown(this.passes(this.rowOfLeaf(leafId)).selected);
  }

  async buildSessionProjection(leafId?: string | null): Promise<SessionProjection> {
    const passes = this.passes(this.rowOfLeaf(leafId));
    const projected = await projectRows(this.index, this.bodies, passes, Array.from(passes.selected));
    const settings = await readSettings(this.index, this.bodies, passes.path);
    return {
      entries: projected.map(({ row, messages }) => ({ sourceId: this.index.id(row), messages })),
      messages: projected.flatMap((entry) => entry.messages),
      ...settings,
    };
  }

  async buildSessionContext(leafId?: string | null): Promise<Settings & { messages: unknown[] }> {
    const { messages, model, thinkingLevel } = await this.buildSessionProjection(leafId);
    return { messages, model, thinkingLevel };
  }

  fates(leafId?: string | null): { id: string; fate: Fate; by?: string }[] {
    const { index } = this;
    const passes = this.passes(this.rowOfLeaf(leafId));
    const forks = forkColumn(index, passes);
    return Array.from({ length: index.count }, (_, row) => {
      const fate = fateOf(index, passes, row);
      const by = fate === "other branch" ? forks[row]! : decidedBy(index, passes, row, fate);
      const id = index.id(row);
      return by === -1 ? { id, fate } : { id, fate, by: index.id(by) };
    });
  }

  async contextTokens(leafId?: string | null): Promise<number> {
    return (await contextSize(this.index, this.bodies, this.passes(this.rowOfLeaf(leafId)))).tokens;
  }

  usageTotals(): UsageTotals {
    return this.index.builder.usage.totals();
  }

  /** Row of an id as shown. @throws RangeError when the file has no such entry */
  rowOf(id: string): number {
    const row = this.index.rowOf(id);
    if (row === -1) throw new RangeError(`No entry ${id} in this session`);
    return row;
  }

  /** Row of a point given as the door takes it: -1 for before any entry. @throws RangeError for an unknown id */
  rowOfLeaf(leafId: string | null | undefined): number {
    if (leafId === null) return -1;
    return leafId === undefined ? this.index.leaf : this.rowOf(leafId);
  }

  /** Problems of an entry's line and its links. */
  problemsOf(row: number): readonly Problem[] {
    this.#problemsByRow ??= groupByRow(this.problems);
    return this.#problemsByRow.get(row) ?? NO_PROBLEMS;
  }

  /** The passes at a row, -1 for before any entry. The last answer is kept: one point is asked about many times. */
  passes(point: number): Passes {
    if (this.#passes?.point === point) return this.#passes;
    return (this.#passes = runPasses(this.index, point));
  }

  #shown(rows: Int32Array): string[] {
    return Array.from(rows, (row) => this.index.id(row));
  }
}

function groupByRow(problems: readonly Problem[]): Map<number, Problem[]> {
  const groups = new Map<number, Problem[]>();
  for (const problem of problems) {
    if (problem.row === undefined) continue;
    const group = groups.get(problem.row);
    if (group === undefined) groups.set(problem.row, [problem]);
    else group.push(problem);
  }
  return groups;
}
