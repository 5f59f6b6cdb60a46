import { field, isObject } from "../../lib/json.ts";
import { CURRENT_VERSION } from "../format/header.ts";
import { migrateV1ToV2, migrateV2ToV3, type ChainPlace } from "../format/migrate.ts";
import { hasByteOrderMark, parseLine } from "../format/parse-line.ts";
import { namedRowV1 } from "./named-row.ts";
import type { SessionIndex } from "./session-index.ts";

/** Lines this close together are read in one go, bytes. */
const GAP_BYTES = 64 << 10;
/** Most bytes read in one go, but for a single line. */
const SPAN_BYTES = 16 << 20;
/** Bytes of lines whose parsed bodies are kept. */
const KEPT_BYTES = 24 << 20;

/**
 * Entries read again from the file by their byte spans. Bodies are kept by last use up to a bound; a body handed out is
 * shared: nobody may change it.
 *
 * Reading throws DOMException NotReadableError or NotFoundError when the file changed on disk or is gone.
 */
export class Bodies {
  readonly #file: Blob;
  readonly #index: SessionIndex;
  readonly #kept = new Map<number, unknown>();
  #keptBytes = 0;

  constructor(file: Blob, index: SessionIndex) {
    this.#file = file;
    this.#index = index;
  }

  /** The line's own bytes, without its newline. */
  async bytes(row: number): Promise<Uint8Array<ArrayBuffer>> {
    const { offset, length } = this.#index.columns;
    const start = offset.at(row);
    return new Uint8Array(await this.#file.slice(start, start + length.at(row)).arrayBuffer());
  }

  /** The line as a part of the file, for exports: nothing is read. */
  slice(row: number): Blob {
    const start = this.#index.columns.offset.at(row);
    return this.#file.slice(start, start + this.#index.columns.length.at(row));
  }

  /** One entry, whole and migrated. */
  async entry(row: number): Promise<unknown> {
    return (await this.entries([row]))[0];
  }

  /** Entries whole and migrated, in the order asked for. Neighbours in the file are read together. */
  async entries(rows: ArrayLike<number>): Promise<unknown[]> {
    const found = new Map<number, unknown>();
    const missing: number[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      if (this.#kept.has(row)) found.set(row, this.#use(row));
      else missing.push(row);
    }
    for (const span of spans(this.#index, missing)) await this.#readSpan(span, found);
    return Array.from(rows, (row) => found.get(row));
  }

  async #readSpan(rows: readonly number[], found: Map<number, unknown>): Promise<void> {
    const { offset, length } = this.#index.columns;
    const start = offset.at(rows[0]!);
    const last = rows.at(-1)!;
    const bytes = new Uint8Array(await this.#file.slice(start, offset.at(last) + length.at(last)).arrayBuffer());
    for (const row of rows) {
      const from = offset.at(row) - start;
      const body = await this.#read(row, bytes.subarray(from, from + length.at(row)));
      found.set(row, body);
      this.#keep(row, body);
    }
  }

  async #read(row: number, bytes: Uint8Array): Promise<unknown> {
    const marked = this.#index.columns.line.at(row) === 1 && hasByteOrderMark(bytes);
    const parsed = parseLine(marked ? bytes.subarray(3) : bytes);
    if (parsed.kind !== "value") throw new DOMException("The file has changed since it was read", "NotReadableError");
    const { version } = this.#index.builder;
    if (!isObject(parsed.value) || !(version < CURRENT_VERSION)) return parsed.value;
    const entry = version < 2 ? migrateV1ToV2(parsed.value, await this.#placeV1(row, parsed.value)) : parsed.value;
    return migrateV2ToV3(entry);
  }

  async #placeV1(row: number, entry: unknown): Promise<ChainPlace> {
    const place = { id: this.#index.id(row), parentId: row === 0 ? null : this.#index.id(row - 1) };
    const named = namedRowV1(entry, this.#index.builder.parsed);
    if (named === -1) return place;
    if (named <= row) return { ...place, kept: { id: this.#index.id(named) } };
    const later = parseLine(await this.bytes(named));
    return { ...place, kept: { id: later.kind === "value" ? field(later.value, "id") : undefined } };
  }

  #use(row: number): unknown {
    const body = this.#kept.get(row);
    this.#kept.delete(row);
    this.#kept.set(row, body);
    return body;
  }

  #keep(row: number, body: unknown): void {
    const size = this.#index.columns.length.at(row);
    if (size > KEPT_BYTES / 4) return;
    this.#kept.set(row, body);
    this.#keptBytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= this.#index.columns.length.at(oldest);
    }
  }
}

/** Groups rows into runs of the file that are worth reading in one go. Each row once, by offset. */
function spans(index: SessionIndex, rows: readonly number[]): number[][] {
  const { offset, length } = index.columns;
  const sorted = [...new Set(rows)].toSorted((a, b) => a - b);
  const groups: number[][] = [];
  let start = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const row of sorted) {
    const from = offset.at(row);
    const to = from + length.at(row);
    const group = groups.at(-1);
    if (group === undefined || from - end > GAP_BYTES || to - start > SPAN_BYTES) {
      groups.push([row]);
      start = from;
    } else {
      group.push(row);
    }
    end = to;
  }
  return groups;
}
