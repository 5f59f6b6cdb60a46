import { Interner } from "../../lib/intern.ts";
import { isObject } from "../../lib/json.ts";
import { jsonLength } from "../../lib/text.ts";
import { modelName } from "../messages/assistant.ts";
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
  /** Providers and models met before, and numbers of their pairs' names by the numbers of both. */
  readonly #modelParts = new Interner();
  readonly #models = new Map<number, Map<number, number>>();
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
      const model = this.#model(scanned, at);
      if (usageAt === USAGE_PLACE.read) this.#pushFigures(scanned, at, row, model);
      else this.#pushUsage(usage, row, model);
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

  #pushUsage(usage: unknown, row: number, model: number): void {
    if (isObject(usage)) this.#builder.usage.add(usage);
    this.#builder.columns.usage.addUsage(row, model, usage, usageSize(usage));
  }

  /** Figures read by the scanner are all there: it leaves a usage that lacks one to JSON.parse. */
  #pushFigures({ doubles }: ScannedLines, at: number, row: number, model: number): void {
    const from = at / 2;
    const input = doubles[from + RECORD_DOUBLE.input]!;
    const output = doubles[from + RECORD_DOUBLE.output]!;
    const cacheRead = doubles[from + RECORD_DOUBLE.cacheRead]!;
    const cacheWrite = doubles[from + RECORD_DOUBLE.cacheWrite]!;
    const cost = doubles[from + RECORD_DOUBLE.cost]!;
    this.#builder.usage.addFigures(input, output, cacheRead, cacheWrite, cost);
    const context = doubles[from + RECORD_DOUBLE.context]!;
    this.#builder.columns.usage.add(row, model, input, output, cacheRead, cacheWrite, cost, context);
  }

  /** Number of the model that was asked, among the columns' names; a pair of provider and model is joined once. */
  #model({ records, bytes }: ScannedLines, at: number): number {
    const provider = this.#modelPart(bytes, records[at + RECORD.callId]!, records[at + RECORD.callIdLength]!);
    const model = this.#modelPart(bytes, records[at + RECORD.tool]!, records[at + RECORD.toolLength]!);
    const known = this.#models.get(provider)?.get(model);
    if (known !== undefined) return known;
    const name = this.#builder.columns.name(modelName(this.#modelParts.text(provider), this.#modelParts.text(model)));
    const ofProvider = this.#models.get(provider) ?? new Map<number, number>();
    this.#models.set(provider, ofProvider.set(model, name));
    return name;
  }

  #modelPart(bytes: Uint8Array, from: number, length: number): number {
    return this.#modelParts.addBytes(bytes, from, from + length);
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
