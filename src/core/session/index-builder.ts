import { asString, field, isObject, type JsonObject } from "../../lib/json.ts";
import { ownCopy } from "../../lib/text.ts";
import { kindOf } from "../entries/kinds.ts";
import { timeOf } from "../entries/words.ts";
import {
  acceptedByPi,
  CURRENT_VERSION,
  effectiveVersion,
  headerVersion,
  type SessionHeader,
} from "../format/header.ts";
import { Growing } from "../../lib/growing.ts";
import type { Line, LineSpan } from "../format/lines.ts";
import { migrateV2ToV3 } from "../format/migrate.ts";
import { hasByteOrderMark, parseLine } from "../format/parse-line.ts";
import type { Problem } from "../format/problem.ts";
import type { UsageTotals } from "../view/info.ts";
import { Columns, type SavedColumns } from "./columns.ts";
import { EntryFacts } from "./facts.ts";
import { idKey } from "./id-key.ts";
import {
  badUtf8,
  brokenLine,
  byteOrderMark,
  entryProblems,
  foreignTitle,
  headerProblems,
  ignoredValue,
} from "./line-problems.ts";
import { OTHER, OtherLines, type SavedOtherLines } from "./other-lines.ts";
import { namedRowV1 } from "./named-row.ts";
import { isUnsure } from "./unsure.ts";
import { UsageSum } from "./usage.ts";

/** Everything a builder knows after some line, ready to be stored and continued from. */
export interface SavedBuilder {
  /** Byte offset and number of the line that comes next. */
  readonly offset: number;
  readonly lineNumber: number;
  readonly columns: SavedColumns;
  readonly others: SavedOtherLines;
  readonly parsed: Int32Array<ArrayBuffer>;
  readonly header: SessionHeader | null;
  readonly version: number;
  readonly texts: readonly (readonly [number, unknown])[];
  readonly problems: readonly Problem[];
  readonly usage: UsageTotals;
  readonly title: string | undefined;
  readonly firstMessage: string | undefined;
  readonly ownIds: number;
}

/**
 * Turns lines into columns, one line at a time, in file order. Knows nothing of relations between entries: those are
 * computed from the columns when reading is done (relations.ts). What it knows can be stored and continued from, since the
 * format is append-only.
 */
export class IndexBuilder {
  readonly columns: Columns;
  readonly others: OtherLines;
  /** For each parsed line, headers included, its row or -1: what a v1 `firstKeptEntryIndex` counts. */
  readonly parsed: Growing<Int32Array<ArrayBuffer>>;
  /** First `type: "session"` line, wherever it stands (Pi: migrateToCurrentVersion). */
  header: SessionHeader | null = null;
  /** Version by which entries are read. */
  version: number;
  /** Texts of labels and session names, by row. */
  readonly texts: Map<number, unknown>;
  readonly problems: Problem[];
  readonly usage: UsageSum;
  /** Title of a title record before the header, as oh-my-pi writes it. */
  title: string | undefined;
  firstMessage: string | undefined;
  /** Entries that carry an id in the file, whatever version they are read by. */
  ownIds: number;
  /** True when a header came after entries and states a version they were not read by: read again with that version. */
  misread = false;
  #saidUsage: boolean;
  readonly #facts = new EntryFacts();
  /** Where the next line starts. */
  next: { readonly offset: number; readonly number: number };
  #sealed: SavedBuilder | undefined;

  /** @param version the version to assume until a header is met */
  constructor(version: number, saved?: SavedBuilder) {
    this.version = saved?.version ?? version;
    this.columns = new Columns(saved?.columns);
    this.others = new OtherLines(saved?.others);
    this.parsed = new Growing(Int32Array, saved?.parsed);
    this.header = saved?.header ?? null;
    this.texts = new Map(saved?.texts);
    this.problems = saved === undefined ? [] : [...saved.problems];
    this.#saidUsage = this.problems.some(({ code }) => code === "odd-usage");
    this.usage = new UsageSum(saved?.usage);
    this.title = saved?.title;
    this.firstMessage = saved?.firstMessage;
    this.ownIds = saved?.ownIds ?? 0;
    this.next = { offset: saved?.offset ?? 0, number: saved?.lineNumber ?? 1 };
  }

  /** Takes the next line. An unterminated last line is left out of what {@link save} stores: it may still be growing. */
  add(line: Line): void {
    if (!line.terminated) this.#sealed = this.#snapshot();
    const before = this.problems.length;
    this.#take(line);
    this.advance(line);
    if (!line.terminated && this.problems.length > before) this.#markTorn(before);
  }

  /**
   * Takes the next line by its value, whose long texts may be cut (scan/scanner.ts). False when the line is wanted whole:
   * a header, or an entry of which a cut text decides something. Nothing is taken then.
   */
  addShortened(line: LineSpan, value: unknown): boolean {
    if (!isObject(value) || field(value, "type") === "session" || this.#isTitleFirst(value)) return false;
    const entry = this.version < CURRENT_VERSION ? migrateV2ToV3(value) : value;
    this.#collect(entry);
    if (isUnsure(entry, this.#facts)) return false;
    this.parsed.push(this.columns.count);
    this.#push(line, entry);
    this.advance(line);
    return true;
  }

  /** Passes over a line: one that holds nothing, or whose entry is in the columns. */
  advance(line: LineSpan): void {
    this.next = { offset: line.offset + line.length + 1, number: line.number + 1 };
  }

  /** The state to continue from, up to the last line that was ended by a newline. */
  save(): SavedBuilder {
    return this.#sealed ?? this.#snapshot();
  }

  #take(line: Line): void {
    if (line.bytes === null) return this.#other(line, OTHER.tooLong, brokenLine(line, undefined, ""));
    const bom = line.number === 1 && hasByteOrderMark(line.bytes);
    const parsed = parseLine(bom ? line.bytes.subarray(3) : line.bytes);
    if (bom) this.problems.push(byteOrderMark(line));
    if (parsed.kind === "blank") return undefined;
    if (parsed.kind === "broken") return this.#other(line, OTHER.broken, brokenLine(line, parsed.text, parsed.reason));
    const { value } = parsed;
    const isHeader = isObject(value) && field(value, "type") === "session";
    if (parsed.badUtf8) this.problems.push(badUtf8(line, value && !isHeader ? this.columns.count : undefined));
    // Pi's loader drops falsy values (null, 0, false, "") and keeps every other.
    if (!value) return this.#other(line, OTHER.ignored, ignoredValue(line, value));
    if (isHeader) return this.#header(line, value);
    if (isObject(value) && this.#isTitleFirst(value)) return this.#titleFirst(line, value);
    this.parsed.push(this.columns.count);
    const entry = isObject(value) && this.version < CURRENT_VERSION ? migrateV2ToV3(value) : value;
    this.#collect(entry);
    return this.#push(line, entry);
  }

  /** oh-my-pi puts a title record before the header: the session's name, and no entry. */
  #isTitleFirst(record: JsonObject): boolean {
    return (
      this.header === null &&
      this.parsed.length === 0 &&
      field(record, "type") === "title" &&
      !Object.hasOwn(record, "id")
    );
  }

  #titleFirst(line: Line, record: JsonObject): void {
    this.parsed.push(-1);
    this.title = asString(field(record, "title"));
    this.#other(line, OTHER.ignored, foreignTitle(line));
  }

  #other(line: Line, kind: number, problem: Problem): void {
    this.others.push(line.number, line.offset, line.length, kind);
    this.problems.push(problem);
  }

  #header(line: Line, header: JsonObject): void {
    this.others.push(line.number, line.offset, line.length, OTHER.header);
    const before = this.parsed.length;
    this.parsed.push(-1);
    const first = this.header === null;
    this.problems.push(...headerProblems(line, header, first, before, acceptedByPi(header)));
    if (!first) return;
    this.header = header;
    const version = headerVersion(header);
    if (this.columns.count > 0 && effectiveVersion(version) !== effectiveVersion(this.version)) this.misread = true;
    this.version = version;
  }

  #collect(entry: unknown): void {
    const facts = this.#facts;
    facts.clear();
    if (isObject(entry)) kindOf(field(entry, "type")).collect(entry, facts);
    else facts.preview = ownCopy(JSON.stringify(entry).slice(0, 200));
  }

  #push(line: LineSpan, entry: unknown): void {
    const { columns } = this;
    const facts = this.#facts;
    const row = columns.addRow();
    columns.offset.array[row] = line.offset;
    columns.length.array[row] = line.length;
    columns.line.array[row] = line.number;
    columns.type.array[row] = columns.name(asString(field(entry, "type")));
    columns.role.array[row] = columns.name(facts.role);
    columns.tool.array[row] = columns.name(facts.toolName);
    columns.time.array[row] = timeOf(field(entry, "timestamp"));
    columns.flags.array[row] = facts.flags;
    columns.tokens.array[row] = facts.tokens;
    columns.previews.push(facts.preview);
    this.#links(entry, row, line);
    for (const call of facts.calls) {
      columns.callRow.push(row);
      columns.callId.push(columns.callIds.add(call.id));
      columns.callTitles.push(call.title);
    }
    if (facts.text !== undefined) this.texts.set(row, facts.text);
    if (facts.usage !== undefined) this.usage.add(facts.usage);
    if (facts.usage !== undefined || facts.role === "assistant") {
      columns.usage.addUsage(row, columns.name(facts.model), facts.usage, facts.contextUsage);
    }
    if (facts.role === "user" && facts.preview !== "") this.firstMessage ??= facts.preview;
    const { type } = kindOf(field(entry, "type"));
    this.#report(entryProblems(line, row, entry, facts, type, this.version, columns.time.at(row)));
  }

  /** Old files lack the cost in every answer: that is said once. */
  #report(found: readonly Problem[]): void {
    for (const problem of found) {
      if (problem.code === "odd-usage" && this.#saidUsage) continue;
      this.#saidUsage ||= problem.code === "odd-usage";
      this.problems.push(problem);
    }
  }

  /** Id, parent and target. Before v2 ids are made up and the tree is a chain (migrateV1ToV2). */
  #links(entry: unknown, row: number, line: LineSpan): void {
    const { columns } = this;
    const facts = this.#facts;
    if (asString(field(entry, "id")) !== undefined) this.ownIds += 1;
    const key = (id: unknown): number => {
      const text = idKey(id);
      return text === undefined ? -1 : columns.ids.add(text);
    };
    if (this.version < 2) {
      columns.id.array[row] = columns.ids.add(`v1-${line.number}`);
      columns.parent.array[row] = row === 0 ? -1 : columns.id.at(row - 1);
    } else {
      const own = idKey(field(entry, "id")) ?? `\0o${row}`;
      columns.id.array[row] = columns.ids.add(own);
      const parentId = field(entry, "parentId");
      columns.parent.array[row] = parentId ? key(parentId) : -1;
    }
    if (facts.role === "toolResult") {
      const callId = asString(facts.callId);
      columns.target.array[row] = callId === undefined ? -1 : columns.callIds.add(callId);
    } else if (this.version < 2 && field(entry, "type") === "compaction") {
      // A later entry has no id yet when Pi looks at this index: such a compaction keeps nothing.
      const kept = namedRowV1(entry, this.parsed);
      columns.target.array[row] = kept === -1 ? -1 : columns.id.at(kept);
    } else {
      columns.target.array[row] = hasTarget(entry) ? key(facts.target) : -1;
    }
  }

  #markTorn(from: number): void {
    for (let i = from; i < this.problems.length; i++) {
      const problem = this.problems[i];
      if (problem?.code !== "unparsable-line") continue;
      const message =
        "The last line stops in the middle: Pi was cut off while writing it, or is writing it now. Pi skips it.";
      this.problems[i] = { ...problem, code: "torn-line", severity: "info", message };
    }
  }

  #snapshot(): SavedBuilder {
    const { columns, others } = this;
    return {
      offset: this.next.offset,
      lineNumber: this.next.number,
      columns: columns.save(columns.count, columns.callRow.length),
      others: others.save(others.count),
      parsed: this.parsed.view(),
      header: this.header,
      version: this.version,
      texts: [...this.texts],
      problems: [...this.problems],
      usage: this.usage.totals(),
      title: this.title,
      firstMessage: this.firstMessage,
      ownIds: this.ownIds,
    };
  }
}

const TARGETED = new Set<unknown>(["context_edit", "label", "compaction", "branch_summary"]);

function hasTarget(entry: unknown): boolean {
  return TARGETED.has(field(entry, "type"));
}
