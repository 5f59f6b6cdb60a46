import { Interner } from "../../lib/intern.ts";
import { isObject } from "../../lib/json.ts";
import { jsonLength } from "../../lib/text.ts";
import { withoutText } from "../messages/assistant.ts";
import { tokensOf } from "../messages/content.ts";
import { callTitle } from "../messages/tools/tools.ts";
import { usageSize } from "../messages/usage.ts";
import type { LineSpan } from "../format/lines.ts";
import { CALL_FIELDS, RECORD, RECORD_FIELDS, RECORD_TIME, SCANNED_ROLE, type ScannedLines } from "../scan/scanner.ts";
import type { IndexBuilder } from "./index-builder.ts";
import { isCounted } from "./pi-trips.ts";

const TYPE = "message";
const roleNames = new Map<number, string>(Object.entries(SCANNED_ROLE).map(([name, number]) => [number, name]));
/** Number of the empty name, which stands for none. */
const NO_NAME = 0;
const NO_CONTENT = withoutText(undefined, undefined);

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
    const role = records[at + RECORD.role]!;
    const count = records[at + RECORD.calls]! >>> 1;
    const isUsageFirst = (records[at + RECORD.calls]! & 1) === 1;
    const answered = role === SCANNED_ROLE.assistant;
    const args = place.value + (answered && isUsageFirst ? 1 : 0);
    const usage = answered ? values[isUsageFirst ? place.value : place.value + count] : undefined;
    const { call } = place;
    place.record += 1;
    place.call += count;
    place.value += count + (answered ? 1 : 0);
    // A header behind entries may have changed the version since the scan; a version 1 has no ids.
    if (!(this.#builder.version >= 2)) return false;
    if (answered && !isCounted(usage)) return false;
    let chars = records[at + RECORD.chars]!;
    for (let i = 0; i < count; i++) {
      const name = this.#toolName(scanned, call + i);
      const title = callTitle(name, values[args + i]);
      if (title.includes("\0")) return false;
      this.#titles[i] = title;
      chars += name.length + jsonLength(values[args + i]);
    }
    this.#push(scanned, at, tokensOf(chars), usage, line);
    this.#pushCalls(scanned, call, count);
    return true;
  }

  #push(scanned: ScannedLines, at: number, tokens: number, usage: unknown, line: LineSpan): void {
    const { columns } = this.#builder;
    const { records, bytes } = scanned;
    const role = records[at + RECORD.role]!;
    this.#builder.parsed.push(columns.count);
    const row = columns.addRow();
    columns.offset.array[row] = line.offset;
    columns.length.array[row] = line.length;
    columns.line.array[row] = line.number;
    columns.type.array[row] = columns.name(TYPE);
    columns.role.array[row] = columns.name(roleNames.get(role));
    const tool = records[at + RECORD.tool]!;
    const isResult = role === SCANNED_ROLE.toolResult;
    columns.tool.array[row] = isResult
      ? columns.nameOfBytes(bytes, tool, tool + records[at + RECORD.toolLength]!)
      : NO_NAME;
    columns.time.array[row] = scanned.times[at / 2 + RECORD_TIME]!;
    columns.flags.array[row] = records[at + RECORD.flags]!;
    columns.tokens.array[row] = tokens;
    columns.contextUsage.array[row] = usage === undefined ? 0 : usageSize(usage);
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
    if (isObject(usage)) this.#builder.usage.add(usage);
    this.#builder.advance(line);
  }

  #pushPreview(scanned: ScannedLines, at: number, role: number): void {
    const { columns } = this.#builder;
    const from = scanned.records[at + RECORD.preview]!;
    const length = scanned.records[at + RECORD.previewLength]!;
    const row = columns.previews.length;
    if (length === 0 && role === SCANNED_ROLE.assistant) columns.previews.push(NO_CONTENT);
    else columns.previews.pushBytes(scanned.bytes, from, length);
    if (role === SCANNED_ROLE.user && length > 0) this.#builder.firstMessage ??= columns.previews.text(row);
  }

  /** The calls of the row pushed last. */
  #pushCalls({ calls, bytes }: ScannedLines, first: number, count: number): void {
    const { columns } = this.#builder;
    for (let i = 0; i < count; i++) {
      const id = calls[(first + i) * CALL_FIELDS]!;
      columns.callRow.push(columns.count - 1);
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
