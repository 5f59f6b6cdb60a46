import { field, isArray, isObject, type JsonObject } from "../../lib/json.ts";
import { salvagedRecords } from "../format/glued.ts";
import { CURRENT_VERSION, headerVersion } from "../format/header.ts";
import type { LineSpan } from "../format/lines.ts";
import type { Problem, ProblemCode } from "../format/problem.ts";
import type { EntryFacts } from "./facts.ts";
import { piTrips } from "./pi-trips.ts";
import { FLAG } from "./facts.ts";

/** Problems that show on one line alone. Relations between entries are in relation-problems.ts. */

function problem(
  line: LineSpan,
  code: ProblemCode,
  severity: Problem["severity"],
  message: string,
  row?: number,
): Problem {
  const at = { code, severity, line: line.number, offset: line.offset, message };
  return row === undefined ? at : { ...at, row };
}

/** Kept of a broken line's records, UTF-16 units each. */
const RECORD_CHARS = 100_000;

/** A line that is no JSON. `text` is undefined for one too long to read. */
export function brokenLine(line: LineSpan, text: string | undefined, reason: string): Problem {
  if (text === undefined) {
    return problem(
      line,
      "line-too-long",
      "error",
      `The line has ${line.length} bytes: more than can be read as one text.`,
    );
  }
  const records = salvagedRecords(text)?.map((record) => record.slice(0, RECORD_CHARS));
  if (records !== undefined && records.length > 1) {
    const message = `The line holds ${records.length} records with no newline between them. Pi skips it whole, so ${records.length === 2 ? "both" : "all"} are lost to the context.`;
    return { ...problem(line, "glued-records", "error", message), records };
  }
  const message = `Not valid JSON, so Pi skips the line: ${brokenBy(text) ?? reason}`;
  const broken = problem(line, "unparsable-line", "error", message);
  return records === undefined ? broken : { ...broken, records };
}

/** What broke a line, where it shows in its characters: a parser would only quote them. */
function brokenBy(text: string): string | undefined {
  let holes = 0;
  for (let at = text.indexOf("\0"); at !== -1; at = text.indexOf("\0", at + 1)) holes += 1;
  if (holes > 0)
    return `it holds ${holes === 1 ? "a NUL byte" : `${holes} NUL bytes`}, as a crash or a full disk leaves them.`;
  const control = controlInText(text);
  if (control === undefined) return undefined;
  const code = control.toString(16).toUpperCase().padStart(4, "0");
  return `a control character (U+${code}) stands in a text as it is, where JSON wants an escape.`;
}

/** The first control character between quotes: outside of them JSON allows tabs. */
function controlInText(text: string): number | undefined {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) quoted = !quoted;
    else if (quoted && code === 0x5c) at += 1;
    else if (quoted && code < 0x20) return code;
  }
  return undefined;
}

/** A title record before the header. */
export function foreignTitle(line: LineSpan): Problem {
  const message = "A title record before the header, as oh-my-pi writes it. It names the session and is no entry.";
  return problem(line, "foreign-record", "info", message);
}

/** @param entriesBefore records that stand before the line: entries, and a title before the header */
export function headerProblems(
  line: LineSpan,
  header: JsonObject,
  first: boolean,
  entriesBefore: number,
  accepted: boolean,
): Problem[] {
  if (!first)
    return [
      problem(
        line,
        "header-repeated",
        "warning",
        "Another session header. The first one counts; this one is no entry.",
      ),
    ];
  const found: Problem[] = [];
  if (entriesBefore > 0) {
    found.push(
      problem(
        line,
        "header-late",
        "error",
        `The header stands behind ${entriesBefore === 1 ? "another record" : `${entriesBefore} other records`}. Pi expects it first and refuses the file.`,
      ),
    );
  }
  if (!accepted) {
    found.push(problem(line, "header-bad-id", "error", "The header's id is missing or no text. Pi refuses the file."));
  }
  const version = headerVersion(header);
  if (version > CURRENT_VERSION) {
    found.push(
      problem(
        line,
        "version-newer",
        "warning",
        `The file is of version ${version}, newer than the version 3 this viewer knows. It is read as version 3.`,
      ),
    );
  }
  return found;
}

/** What is wrong with one entry taken alone. `time` is what its timestamp stands for (timeOf in entries/words.ts), NaN for no time. */
export function entryProblems(
  line: LineSpan,
  row: number,
  entry: unknown,
  facts: EntryFacts,
  type: string,
  version: number,
  time: number,
): Problem[] {
  if (!isObject(entry)) {
    return [
      problem(
        line,
        "not-an-object",
        "error",
        "The line is JSON but no object. Pi keeps it as an entry without id or type, which reaches no model.",
        row,
      ),
    ];
  }
  const found: Problem[] = [];
  const say = (code: ProblemCode, severity: Problem["severity"], message: string): void =>
    void found.push(problem(line, code, severity, message, row));
  if (version >= 2 || Number.isNaN(version)) idProblems(entry, say);
  timeProblem(field(entry, "timestamp"), time, say);
  piTrips(entry, say);
  if (field(entry, "type") === "message") {
    const message = field(entry, "message");
    if (message === undefined || message === null)
      say("missing-message", "error", "A message entry without a message. Pi throws on a path through it.");
    else if (facts.role === undefined || (facts.flags & FLAG.notSent) !== 0) roleProblem(facts, say);
  }
  if (field(entry, "type") === "context_edit") editProblem(entry, facts, say);
  if (field(entry, "type") === "session_info") nameProblem(entry, say);
  if (type === "unknown" || type !== field(entry, "type")) {
    const name = field(entry, "type");
    say(
      "unknown-type",
      "info",
      typeof name === "string"
        ? `Entries of type “${name.slice(0, 80)}” are not Pi's. They make no message.`
        : "The entry has no type. It makes no message.",
    );
  }
  for (const block of facts.unknownBlocks)
    say("unknown-block", "info", `A content block of type “${block.slice(0, 80)}” is not Pi's. It is shown as stored.`);
  return found;
}

type Say = (code: ProblemCode, severity: Problem["severity"], message: string) => void;

function timeProblem(timestamp: unknown, time: number, say: Say): void {
  if (typeof timestamp === "number" && !Number.isNaN(time)) {
    say(
      "bad-timestamp",
      "info",
      "The timestamp is a number instead of a text. It is read as milliseconds, as Pi does.",
    );
  } else if (typeof timestamp !== "string" || Number.isNaN(time)) {
    const message = "The timestamp is missing or no valid time. Its place among its siblings is not certain.";
    say("bad-timestamp", "warning", message);
  }
}

function editProblem(entry: JsonObject, facts: EntryFacts, say: Say): void {
  const replacement = field(entry, "replacement");
  const content = field(replacement, "content");
  if ((facts.flags & FLAG.brokenEdit) !== 0) {
    say("malformed-edit", "warning", "The context edit has no replacement. It changes nothing here; Pi throws on it.");
  } else if (replacement !== null && typeof content !== "string" && !isArray(content)) {
    const left = content === undefined ? "no content at all" : "content that is neither text nor blocks";
    say(
      "malformed-edit",
      "warning",
      `The context edit leaves its target with ${left}. It is applied as Pi applies it.`,
    );
  }
}

function nameProblem(entry: JsonObject, say: Say): void {
  const name = field(entry, "name");
  if (name === undefined || name === null || typeof name === "string") return;
  say(
    "bad-name",
    "warning",
    "The session name is no text. It is passed over here; Pi throws whenever it shows the name.",
  );
}

function idProblems(entry: JsonObject, say: Say): void {
  const id = field(entry, "id");
  if (id === undefined || id === null) say("missing-id", "error", "The entry has no id: nothing can refer to it.");
  else if (typeof id !== "string")
    say(
      "bad-id",
      "warning",
      "The entry's id is no text. Ids are compared as they are: the number 1 is not the text 1.",
    );
  const parentId = field(entry, "parentId");
  if (parentId !== null && (parentId === undefined || !parentId)) {
    say(
      "bad-parent",
      "warning",
      `The parent is ${parentId === undefined ? "missing" : JSON.stringify(parentId)} instead of null. It counts as a root.`,
    );
  }
}

function roleProblem(facts: EntryFacts, say: Say): void {
  if (facts.role === "bashExecution") return; // kept out of context on purpose
  const role =
    facts.role === undefined ? "The message has no role" : `The role “${facts.role.slice(0, 80)}” is not Pi's`;
  say("unknown-role", "info", `${role}. It stays in the projection and is not sent.`);
}

export function byteOrderMark(line: LineSpan): Problem {
  const message =
    "The file starts with a byte order mark. It is skipped here; Pi cannot read the first line and refuses the file.";
  return problem(line, "byte-order-mark", "warning", message);
}

/** @param row the entry the line is, if it is one */
export function badUtf8(line: LineSpan, row: number | undefined): Problem {
  const message = "The line holds bytes that are not UTF-8. They are read as replacement characters, as Pi does.";
  return problem(line, "invalid-utf8", "warning", message, row);
}

/** A value Pi's loader drops: null, 0, false or an empty text. */
export function ignoredValue(line: LineSpan, value: unknown): Problem {
  const message = `The line holds ${JSON.stringify(value)}: no entry, and Pi ignores it.`;
  return problem(line, "ignored-value", "warning", message);
}
