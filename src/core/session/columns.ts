import { Growing } from "../../lib/growing.ts";
import { Interner, type SavedInterner } from "../../lib/intern.ts";
import { PackedText, type SavedText } from "../../lib/packed-text.ts";
import { UsageTable, type SavedUsageTable } from "./usage-table.ts";

/** The columns of an index as stored. Numbers only, and texts packed into buffers. */
export interface SavedColumns {
  readonly offset: Float64Array<ArrayBuffer>;
  readonly length: Uint32Array<ArrayBuffer>;
  readonly line: Uint32Array<ArrayBuffer>;
  readonly type: Uint16Array<ArrayBuffer>;
  readonly role: Uint16Array<ArrayBuffer>;
  readonly tool: Uint16Array<ArrayBuffer>;
  readonly time: Float64Array<ArrayBuffer>;
  readonly flags: Uint16Array<ArrayBuffer>;
  readonly tokens: Uint32Array<ArrayBuffer>;
  readonly id: Int32Array<ArrayBuffer>;
  readonly parent: Int32Array<ArrayBuffer>;
  readonly target: Int32Array<ArrayBuffer>;
  readonly callRow: Int32Array<ArrayBuffer>;
  readonly callId: Int32Array<ArrayBuffer>;
  readonly previews: SavedText;
  readonly callTitles: SavedText;
  readonly usage: SavedUsageTable;
  readonly names: SavedInterner;
  readonly ids: SavedInterner;
  readonly callIds: SavedInterner;
}

/**
 * What is kept of every entry, one element a row, in file order: some 70 bytes and a preview, whatever the length of the
 * line. Ids, parents and targets are numbers of one interner, so that they compare as integers.
 */
export class Columns {
  /** Byte offset and byte length of the line, and its 1-based number. */
  readonly offset: Growing<Float64Array<ArrayBuffer>>;
  readonly length: Growing<Uint32Array<ArrayBuffer>>;
  readonly line: Growing<Uint32Array<ArrayBuffer>>;
  /** Entry type, message role and a result's tool name, as numbers of `names`; the empty name stands for none. */
  readonly type: Growing<Uint16Array<ArrayBuffer>>;
  readonly role: Growing<Uint16Array<ArrayBuffer>>;
  readonly tool: Growing<Uint16Array<ArrayBuffer>>;
  /** Entry timestamp, ms since the epoch; NaN when invalid. */
  readonly time: Growing<Float64Array<ArrayBuffer>>;
  /** Bits of FLAG. */
  readonly flags: Growing<Uint16Array<ArrayBuffer>>;
  /** Estimated tokens of its messages as stored. */
  readonly tokens: Growing<Uint32Array<ArrayBuffer>>;
  /** Numbers of `ids`: the entry's own id, its parent's (-1 for none), and the id it points to (-1 for none). */
  readonly id: Growing<Int32Array<ArrayBuffer>>;
  readonly parent: Growing<Int32Array<ArrayBuffer>>;
  /** For a tool result: the number of its toolCallId among `callIds` instead. */
  readonly target: Growing<Int32Array<ArrayBuffer>>;
  readonly previews: PackedText;
  /** One element a tool call, in file order: its row, its id among `callIds`, its wording. */
  readonly callRow: Growing<Int32Array<ArrayBuffer>>;
  readonly callId: Growing<Int32Array<ArrayBuffer>>;
  readonly callTitles: PackedText;
  /** The entries that carry the provider's figures. */
  readonly usage: UsageTable;
  readonly names: Interner;
  readonly ids: Interner;
  readonly callIds: Interner;

  readonly #perRow: readonly { length: number; reserve(length: number): void }[];

  constructor(saved?: SavedColumns) {
    this.offset = new Growing(Float64Array, saved?.offset);
    this.length = new Growing(Uint32Array, saved?.length);
    this.line = new Growing(Uint32Array, saved?.line);
    this.type = new Growing(Uint16Array, saved?.type);
    this.role = new Growing(Uint16Array, saved?.role);
    this.tool = new Growing(Uint16Array, saved?.tool);
    this.time = new Growing(Float64Array, saved?.time);
    this.flags = new Growing(Uint16Array, saved?.flags);
    this.tokens = new Growing(Uint32Array, saved?.tokens);
    this.id = new Growing(Int32Array, saved?.id);
    this.parent = new Growing(Int32Array, saved?.parent);
    this.target = new Growing(Int32Array, saved?.target);
    this.callRow = new Growing(Int32Array, saved?.callRow);
    this.callId = new Growing(Int32Array, saved?.callId);
    this.previews = new PackedText(saved?.previews);
    this.callTitles = new PackedText(saved?.callTitles);
    this.usage = new UsageTable(saved?.usage);
    this.names = new Interner(saved?.names);
    this.ids = new Interner(saved?.ids);
    this.callIds = new Interner(saved?.callIds);
    this.names.add("");
    const { offset, length, line, type, role, tool, time, flags, tokens, id, parent, target } = this;
    this.#perRow = [offset, length, line, type, role, tool, time, flags, tokens, id, parent, target];
  }

  /** Number of a type, role or tool name; once 65,535 are in use, further ones count as none. */
  name(text: string | undefined): number {
    const number = this.names.find(text ?? "");
    if (number !== -1) return number;
    return this.names.size < 0xffff ? this.names.add(text ?? "") : this.names.find("");
  }

  /** As {@link name}, for a name of ASCII that stands in `bytes`. */
  nameOfBytes(bytes: Uint8Array, from: number, to: number): number {
    const number = this.names.findBytes(bytes, from, to);
    if (number !== -1) return number;
    return this.names.size < 0xffff ? this.names.addBytes(bytes, from, to) : this.names.find("");
  }

  /** Number of entries. */
  get count(): number {
    return this.offset.length;
  }

  /** Makes room for `factor` times the entries and calls there are: copying and fresh memory are what growing costs. */
  expect(factor: number): void {
    for (const column of this.#perRow) column.reserve(Math.ceil(column.length * factor));
    for (const column of [this.callRow, this.callId]) column.reserve(Math.ceil(column.length * factor));
    this.usage.expect(factor);
    for (const texts of [this.previews, this.callTitles, this.ids, this.callIds]) texts.expect(factor);
  }

  /**
   * Adds a row, whose number it returns; every column's element is then to be set, and the preview pushed. Setting `array[row]` is
   * several times quicker than a push that is shared by columns of all kinds of numbers.
   */
  addRow(): number {
    const row = this.offset.length;
    if (row === this.offset.array.length) for (const column of this.#perRow) column.reserve(row + 1);
    for (const column of this.#perRow) column.length = row + 1;
    return row;
  }

  /** The first `count` entries and `calls` calls. */
  save(count: number, calls: number): SavedColumns {
    return {
      offset: this.offset.view(count),
      length: this.length.view(count),
      line: this.line.view(count),
      type: this.type.view(count),
      role: this.role.view(count),
      tool: this.tool.view(count),
      time: this.time.view(count),
      flags: this.flags.view(count),
      tokens: this.tokens.view(count),
      id: this.id.view(count),
      parent: this.parent.view(count),
      target: this.target.view(count),
      callRow: this.callRow.view(calls),
      callId: this.callId.view(calls),
      previews: this.previews.save(count),
      callTitles: this.callTitles.save(calls),
      usage: this.usage.save(),
      names: this.names.save(),
      ids: this.ids.save(),
      callIds: this.callIds.save(),
    };
  }
}
