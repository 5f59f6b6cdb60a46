import { formatAmount, formatCount, formatTokens } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { passesAt } from "../present/at.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { Control, ReportPart, WordsPart } from "../view/report.ts";
import { type FileRecord, fileRecords } from "./file-copies.ts";
import { CALLS, fileOperations, type FileOperations } from "./file-operations.ts";
import { heldWords, overviewSection, searchSection, timelineSection } from "./file-tables.ts";
import { isTouched, isUnseen, staleWords, untouchedWords } from "./file-words.ts";
import type { ReportMaker } from "./report.ts";

/** Most files to choose from: those touched last. */
const CHOICES = 300;
/** Most UTF-16 units of a path in a control, and in a sentence. */
const PATH_UNITS = 120;

/** What was read, edited and written of each file, and whether what the model has of it is stale. */
export const files: ReportMaker = async (session, { point, selection, choices }, signal) => {
  const passes = passesAt(session, point);
  const operations = await fileOperations(session, passes, signal);
  const records = fileRecords(session, passes, operations.list);
  const path = chosen(records, operations, selection, choices["file"]);
  const record = path === "" ? undefined : records.get(path);
  const searches = searchSection(session, operations.list);
  const remarks = remarksOn(operations);
  const section =
    record === undefined
      ? overviewSection(session, passes, [...records.values()])
      : timelineSection(session, passes, record);
  return {
    lead: record === undefined ? leadOf(session, passes, [...records.values()]) : leadOfFile(session, passes, record),
    controls: records.size === 0 ? [] : [controlFor(records, path)],
    sections: [
      { ...section, parts: [...remarks, ...(records.size === 0 ? [] : section.parts)] },
      ...(record === undefined && searches !== undefined ? [searches] : []),
    ],
  };
};

/** The file asked for, else that of the selection; empty for all of them. */
function chosen(
  records: ReadonlyMap<string, FileRecord>,
  { list }: FileOperations,
  selection: number | null,
  choice: string | undefined,
): string {
  if (choice !== undefined && (choice === "" || records.has(choice))) return choice;
  const found = list.find(
    ({ row, result, path }) => (row === selection || (result !== -1 && result === selection)) && records.has(path),
  );
  return found?.path ?? "";
}

function controlFor(records: ReadonlyMap<string, FileRecord>, path: string): Control {
  const paths = [...records.values()]
    .toSorted((a, b) => (b.operations.at(-1)?.row ?? 0) - (a.operations.at(-1)?.row ?? 0))
    .map((record) => record.path);
  const newest = paths.slice(0, CHOICES);
  const offered = path === "" || newest.includes(path) ? newest : [...newest.slice(0, -1), path];
  const all = records.size > CHOICES ? `all ${formatCount(records.size)} files` : "all files";
  return {
    name: "file",
    label: "File",
    options: [{ value: "", text: all }, ...offered.map((one) => ({ value: one, text: shortened(one) }))],
    value: path,
  };
}

/** The end of a path tells more than its beginning. */
function shortened(path: string): string {
  return path.length <= PATH_UNITS ? path : `…${path.slice(-PATH_UNITS)}`;
}

function leadOf(session: OpenedSession, passes: Passes, records: readonly FileRecord[]): Sentence {
  if (records.length === 0) return ["No call on this path reads, edits or writes a file."];
  const held = records.filter(({ present }) => present.length > 0);
  const stale = held.filter((record) => record.stale !== null);
  const pieces = records.filter(({ extent }) => extent === "pieces").length;
  const of = held.length === 0 ? "none has" : held.length === 1 ? "1 has" : `${formatCount(held.length)} have`;
  const staleness =
    held.length === 0
      ? ""
      : stale.length === 0
        ? ", none of them stale"
        : `, ${formatCount(stale.length)} of them stale`;
  const unseen = stale.filter((record) => isUnseen(session, passes, record)).length;
  const blind = unseen === 0 ? "" : ` Of ${formatCount(unseen)} the change that made it so is not in this context.`;
  const edits = pieces === 0 ? "" : ` Of ${formatAmount(pieces, "other")} it holds only the new texts of edits.`;
  const touched = records.filter(isTouched).length;
  const others = untouchedWords(records).join(", ");
  const tried = others === "" ? "" : ` Beside these ${others}.`;
  if (touched === 0) return [`No call on this path is known to have touched a file: ${others}.`];
  return [
    `${formatAmount(touched, "file")} touched, ${of} a copy in this context${staleness}.${blind}${edits}${tried}`,
  ];
}

function leadOfFile(session: OpenedSession, passes: Passes, record: FileRecord): Sentence {
  const name = cut(shortened(record.path), PATH_UNITS + 1);
  if (record.outcome === "failed") return [`Every call on ${name} failed: this context has no copy of it.`];
  if (record.extent === "none") return [`This context has no copy of ${name}.`];
  const held = record.extent === "whole" ? "all" : heldWords(record);
  const amount = `This context holds ${held} of ${name}, in ~${formatTokens(record.tokens)} tokens`;
  if (record.extent === "pieces") return [`This context has no copy of ${name} but the new texts of edits.`];
  if (record.stale === null) return [`${amount}; no later call on this path makes that stale.`];
  return [`${amount}. A copy is stale `, ...staleWords(session, passes, record.stale), "."];
}

/** What these answers rest on. */
function remarksOn({ commands, unread, calls }: FileOperations): ReportPart[] {
  const remarks: WordsPart[] = [];
  if (unread > 0)
    remarks.push(
      info(
        `Only the last ${formatCount(Math.min(calls, CALLS))} calls were looked at: ${formatCount(unread)} before them were not.`,
      ),
    );
  if (commands > 0)
    remarks.push(
      info(
        `${formatAmount(commands, "command")} on this path may have read or changed any file: that is not guessed at.`,
      ),
    );
  return remarks;
}

function info(text: string): WordsPart {
  return { kind: "words", tone: "info", text: [text] };
}
