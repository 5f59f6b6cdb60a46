import { Interner } from "../../lib/intern.ts";
import { isObject } from "../../lib/json.ts";
import { jsonLength } from "../../lib/text.ts";
import { tokensOf } from "../messages/content.ts";
import { callTitle } from "../messages/tools/tools.ts";
import { usageSize } from "../messages/usage.ts";
import type { LineSpan } from "../format/lines.ts";
import {
  CALL_FIELDS,
  RECORD,
  RECORD_DOUBLE,
  RECORD_FIELDS,
  SCANNED_ROLE,
  USAGE_PLACE,
  type ScannedLines,
} from "../scan/scanner.ts";
import type { IndexBuilder } from "./index-builder.ts";
import { isCounted } from "./pi-trips.ts";

const TYPE = "message";
/** Role names by their numbers in a record, which are 1, 2 and 3. */
const roleNames = ["", ...Object.keys(SCANNED_ROLE)];
/** Number of the empty name, which stands for none. */
const NO_NAME = 0;

/** Where a message stands among what a scan has found: its record, its first call and its first value. */
export interface ScannedPlace {
  record: number;
  call: number;
  value: number;
}

/**
 * Takes usual messages from the byte scanner's records into a builder: numbers and bytes, of which no object is made. It leaves
 * what IndexBuilder.add leaves for the same line.
 */
export class ScannedMessages {
  readonly #builder: IndexBuilder;
  /** Numbers of the type and the roles among the columns' names, from their first use on: their order is that of the file. */
  #type: number | undefined;
  readonly #roles: number[] = [];
  /** Names of called tools, as bytes met before and as texts. */
  readonly #tools = new Interner();
  readonly #toolNames: string[] = [];
  /** Of the message at hand, one element a call. */
  readonly #titles: string[] = [];

  constructor(builder: IndexBuilder) {
    this.#builder = builder;
  }

  /**
   * Takes the message at `place`, and moves the place behind it. False when the line is wanted whole, because there is a problem
   * to tell or a cut text decides something: nothing is taken then.
   */
  add(scanned: ScannedLines, place: ScannedPlace, line: LineSpan): boolean {
    const { records, values } = scanned;
    const at = place.record * RECORD_FIELDS;
    const count = records[at + RECORD.calls]! >>> 2;
    const usageAt = records[at + RECORD.calls]! & 3;
    const args = place.value + (usageAt === USAGE_PLACE.first ? 1 : 0);
    const usage = values[usageAt === USAGE_PLACE.first ? place.value : place.value + count];
    const { call } = place;
    place.record += 1;
    place.call += count;
    place.value += count + (usageAt === USAGE_PLACE.read ? 0 : 1);
    // A header behind entries may have changed the version since the scan; a version 1 has no ids.
    if (!(this.#builder.version >= 2)) return false;
    if (usageAt !== USAGE_PLACE.read && !isCounted(usage)) return false;
    let chars = records[at + RECORD.chars]!;
    for (let i = 0; i < count; i++) {
      const name = this.#toolName(scanned, call + i);
      const title = callTitle(name, values[args + i]);
      if (title.includes("\0")) return false;
      this.#titles[i] = title;
      chars += name.length + jsonLength(values[args + i]);
    }
    const row = this.#push(scanned, at, line);
    this.#builder.columns.tokens.array[row] = tokensOf(chars);
    if (records[at + RECORD.role] === SCANNED_ROLE.assistant) {
      if (usageAt === USAGE_PLACE.read) this.#pushFigures(scanned, at, row);
      else this.#pushUsage(usage, row);
      this.#pushCalls(scanned, call, count, row);
    }
    return true;
  }

  /** Adds a row and sets what every message has. */
  #push(scanned: ScannedLines, at: number, line: LineSpan): number {
    const { columns } = this.#builder;
    const { records, bytes } = scanned;
    const role = records[at + RECORD.role]!;
    this.#builder.parsed.push(columns.count);
    const row = columns.addRow();
    columns.offset.array[row] = line.offset;
    columns.length.array[row] = line.length;
    columns.line.array[row] = line.number;
    columns.type.array[row] = this.#type ??= columns.name(TYPE);
    columns.role.array[row] = this.#roles[role] ??= columns.name(roleNames[role]);
    const tool = records[at + RECORD.tool]!;
    const isResult = role === SCANNED_ROLE.toolResult;
    columns.tool.array[row] = isResult
      ? columns.nameOfBytes(bytes, tool, tool + records[at + RECORD.toolLength]!)
      : NO_NAME;
    columns.time.array[row] = scanned.doubles[at / 2 + RECORD_DOUBLE.time]!;
    columns.flags.array[row] = records[at + RECORD.flags]!;
    columns.contextUsage.array[row] = 0;
    this.#pushPreview(scanned, at, role);
    const id = records[at + RECORD.id]!;
    columns.id.array[row] = columns.ids.addBytes(bytes, id, id + records[at + RECORD.idLength]!);
    const parent = records[at + RECORD.parent]!;
    const parentLength = records[at + RECORD.parentLength]!;
    columns.parent.array[row] = parentLength === 0 ? -1 : columns.ids.addBytes(bytes, parent, parent + parentLength);
    const callId = records[at + RECORD.callId]!;
    columns.target.array[row] = isResult
      ? columns.callIds.addBytes(bytes, callId, callId + records[at + RECORD.callIdLength]!)
      : -1;
    this.#builder.ownIds += 1;
    this.#builder.advance(line);
    return row;
  }

  #pushUsage(usage: unknown, row: number): void {
    this.#builder.columns.contextUsage.array[row] = usageSize(usage);
    if (isObject(usage)) this.#builder.usage.add(usage);
  }

  #pushFigures({ doubles }: ScannedLines, at: number, row: number): void {
    const from = at / 2;
    this.#builder.columns.contextUsage.array[row] = doubles[from + RECORD_DOUBLE.context]!;
    this.#builder.usage.addFigures(
      doubles[from + RECORD_DOUBLE.input]!,
      doubles[from + RECORD_DOUBLE.output]!,
      doubles[from + RECORD_DOUBLE.cacheRead]!,
      doubles[from + RECORD_DOUBLE.cacheWrite]!,
      doubles[from + RECORD_DOUBLE.cost]!,
    );
  }

  #pushPreview({ records, bytes }: ScannedLines, at: number, role: number): void {
    const { previews } = this.#builder.columns;
    const length = records[at + RECORD.previewLength]!;
    previews.pushBytes(bytes, records[at + RECORD.preview]!, length);
    if (role === SCANNED_ROLE.user && length > 0) this.#builder.firstMessage ??= previews.text(previews.length - 1);
  }

  #pushCalls({ calls, bytes }: ScannedLines, first: number, count: number, row: number): void {
    const { columns } = this.#builder;
    for (let i = 0; i < count; i++) {
      const id = calls[(first + i) * CALL_FIELDS]!;
      columns.callRow.push(row);
      columns.callId.push(columns.callIds.addBytes(bytes, id, id + calls[(first + i) * CALL_FIELDS + 1]!));
      columns.callTitles.push(this.#titles[i]!);
    }
  }

  #toolName({ calls, bytes }: ScannedLines, call: number): string {
    const from = calls[call * CALL_FIELDS + 2]!;
    const number = this.#tools.addBytes(bytes, from, from + calls[call * CALL_FIELDS + 3]!);
    return (this.#toolNames[number] ??= this.#tools.text(number));
  }
}
