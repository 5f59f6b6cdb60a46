import { asString } from "../../lib/json.ts";
import { toText } from "../../lib/text.ts";
import { kindOf } from "../entries/kinds.ts";
import type { EntryKind } from "../entries/kind.ts";
import type { Columns } from "./columns.ts";
import { idKey, shownId } from "./id-key.ts";
import type { IndexBuilder } from "./index-builder.ts";
import { pairCalls, type Pairing } from "./pairing.ts";
import { relate, type Relations } from "./relations.ts";

const FALSY_IDS = new Set([undefined, null, false, 0, ""].map(idKey));

/** A read session as columns and relations: everything that can be answered without reading a line again. Rows throughout. */
export class SessionIndex {
  readonly builder: IndexBuilder;
  readonly columns: Columns;
  readonly relations: Relations;
  readonly pairing: Pairing;
  readonly #labels: Map<number, string>;
  /** 1 for the numbers of ids that have a label: most rows are asked about and have none. */
  readonly #labelled: Uint8Array;
  readonly #kinds: EntryKind[] = [];
  readonly #typeNames: string[] = [];
  readonly #resultRole: number;

  constructor(builder: IndexBuilder) {
    this.builder = builder;
    this.columns = builder.columns;
    this.#resultRole = this.columns.names.find("toolResult");
    this.relations = relate(this.columns);
    this.pairing = pairCalls(this.columns, this.relations, (row) => this.isResult(row));
    for (let name = 0; name < this.columns.names.size; name++) {
      this.#typeNames.push(this.columns.names.text(name));
      this.#kinds.push(kindOf(this.#typeNames[name]));
    }
    this.#labels = this.#readLabels();
    this.#labelled = new Uint8Array(this.columns.ids.size);
    for (const id of this.#labels.keys()) this.#labelled[id] = 1;
  }

  get count(): number {
    return this.columns.count;
  }

  /** Entry type as stored; empty when it is no text. */
  type(row: number): string {
    return this.#typeNames[this.columns.type.at(row)] ?? "";
  }

  kind(row: number): EntryKind {
    return this.kindOfName(this.columns.type.at(row));
  }

  /** The kind of entries whose type has a number among the names. */
  kindOfName(name: number): EntryKind {
    return this.#kinds[name]!;
  }

  /** Message role as migrated; empty for none. */
  role(row: number): string {
    return this.#typeNames[this.columns.role.at(row)] ?? "";
  }

  /** Tool name of a tool result; empty for none. */
  tool(row: number): string {
    return this.#typeNames[this.columns.tool.at(row)] ?? "";
  }

  isResult(row: number): boolean {
    return this.columns.role.at(row) === this.#resultRole && this.#resultRole !== -1;
  }

  has(row: number, flag: number): boolean {
    return (this.columns.flags.at(row) & flag) !== 0;
  }

  /** The entry's id as shown and linked: text and numbers as they are, else `#<line>`. */
  id(row: number): string {
    return shownId(this.columns.ids.text(this.columns.id.at(row))) ?? `#${this.columns.line.at(row)}`;
  }

  /** True when Pi takes the entry's id for none, being falsy: null, absent, empty, 0 or false. */
  hasFalsyId(row: number): boolean {
    return FALSY_IDS.has(this.columns.ids.text(this.columns.id.at(row)));
  }

  /** True when the entry has no id that anything could refer to. */
  hasNoId(row: number): boolean {
    return shownId(this.columns.ids.text(this.columns.id.at(row))) === undefined;
  }

  /** Row of an id as shown; of a repeated id the last; -1 when unknown. */
  rowOf(id: string): number {
    for (const key of [id.startsWith("\0") ? `\0s${id}` : id, `\0${id}`]) {
      const number = this.columns.ids.find(key);
      const row = number === -1 ? -1 : this.relations.rowOfId[number]!;
      if (row !== -1 && (key === id || this.id(row) === id)) return row;
    }
    return /^#\d+$/.test(id) ? this.#rowOfLine(Number(id.slice(1))) : -1;
  }

  /** The id of a parent that is not in the file, as shown. */
  missingParent(row: number): string {
    const key = this.columns.ids.text(this.columns.parent.at(row));
    return shownId(key) ?? key.slice(1);
  }

  /** The last entry, of whatever type; -1 without entries. */
  get last(): number {
    return this.count - 1;
  }

  /** Pi's leaf: the last entry. One whose id is null leaves Pi before any entry, which -1 stands for. */
  get leaf(): number {
    const { last } = this;
    return last >= 0 && this.columns.ids.text(this.columns.id.at(last)) === idKey(null) ? -1 : last;
  }

  parent(row: number): number {
    return this.relations.parent[row]!;
  }

  childCount(row: number): number {
    return this.relations.childStart[row + 1]! - this.relations.childStart[row]!;
  }

  /** Children by time, as Pi sorts them. A view: do not keep or change it. */
  children(row: number): Int32Array {
    return this.relations.children.subarray(this.relations.childStart[row], this.relations.childStart[row + 1]);
  }

  /** The label in force, over all branches (Pi: SessionManager._buildIndex). */
  label(row: number): string | undefined {
    const id = this.columns.id.at(row);
    return this.#labelled[id] === 1 ? this.#labels.get(id) : undefined;
  }

  /** Last session_info in file order, trimmed; an empty or absent one clears, one that is no text is passed over. */
  get name(): string | undefined {
    const type = this.columns.names.find("session_info");
    for (let row = this.count - 1; row >= 0 && type !== -1; row--) {
      if (this.columns.type.at(row) !== type) continue;
      const text = this.builder.texts.get(row) ?? "";
      if (typeof text === "string") return text.trim() || undefined;
    }
    return this.builder.title?.trim() || undefined;
  }

  /** The wording of the call a result answers, without brackets; undefined when it answers none. */
  callTitle(row: number): string | undefined {
    const call = this.pairing.callOfResult[row]!;
    return call === -1 ? undefined : this.columns.callTitles.text(call);
  }

  #readLabels(): Map<number, string> {
    const labels = new Map<number, string>();
    const label = this.columns.names.find("label");
    if (label === -1) return labels;
    for (let row = 0; row < this.count; row++) {
      if (this.columns.type.at(row) !== label) continue;
      const text = this.builder.texts.get(row);
      const target = this.columns.target.at(row);
      if (target === -1) continue;
      if (text) labels.set(target, asString(text) ?? toText(text));
      else labels.delete(target);
    }
    return labels;
  }

  #rowOfLine(line: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.columns.line.at(middle);
      if (at === line) return this.hasNoId(middle) ? middle : -1;
      if (at < line) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
