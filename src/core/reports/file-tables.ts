import { formatAmount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { refAs, refTo } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { TABLE_ROWS, type ReportSection, type TableCell } from "../view/report.ts";
import { type FileRecord, judged, type JudgedCopy } from "./file-copies.ts";
import type { Lines } from "./file-lines.ts";
import type { FileOperation } from "./file-operations.ts";
import { extentWords, isTouched, isUnseen, lineWords, operationRef, staleWords, untouchedWords } from "./file-words.ts";
import { table } from "./table.ts";

/** Most UTF-16 units of a path in a table. */
const PATH_UNITS = 300;
/** Parts of a file that are named. */
const PARTS = 4;

/** Those that touched a file before those that did not. */
const OUTCOMES: readonly FileRecord["outcome"][] = ["ok", "open", "failed"];

/** Every file that was read, edited or written: stale copies first, then what takes most of the context. */
export function overviewSection(session: OpenedSession, passes: Passes, records: readonly FileRecord[]): ReportSection {
  const last = (record: FileRecord): FileOperation => record.operations.at(-1)!;
  const order = (record: FileRecord): number => {
    if (isUnseen(session, passes, record)) return 0;
    if (record.stale !== null) return 1;
    return record.tokens > 0 ? 2 : 3 + OUTCOMES.indexOf(record.outcome);
  };
  const sorted = records.toSorted((a, b) => order(a) - order(b) || b.tokens - a.tokens || last(b).row - last(a).row);
  const count = (record: FileRecord, kind: FileOperation["kind"]): number | null =>
    record.operations.filter((one) => one.kind === kind && one.outcome === "ok").length || null;
  const total = sorted.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    title: "Files",
    fact: [formatAmount(records.filter(isTouched).length, "file"), ...untouchedWords(records)].join(", "),
    parts: [
      table(
        "Files read, edited and written",
        [
          { title: "File", unit: "words" },
          { title: "Reads", unit: "count" },
          { title: "Edits", unit: "count" },
          { title: "Writes", unit: "count" },
          { title: "Failed", unit: "count", about: "Calls that failed, or that no result on the path answers" },
          { title: "Last", unit: "words" },
          {
            title: "In context",
            unit: "tokens",
            about: "Text of the file in this context: reads, what was written, new texts of edits",
          },
          { title: "Of it", unit: "words" },
          { title: "Stale", unit: "words", about: "Against later calls on this path: what commands did is not known" },
        ],
        sorted.map((record): TableCell[] => [
          [cut(record.path, PATH_UNITS)],
          count(record, "read"),
          count(record, "edit"),
          count(record, "write"),
          record.operations.filter(({ outcome }) => outcome !== "ok").length || null,
          [operationRef(session, last(record))],
          record.tokens || null,
          [heldWords(record)],
          record.stale === null ? null : staleWords(session, passes, record.stale),
        ]),
        [[formatAmount(records.length, "file")], null, null, null, null, null, total, null, null],
      ),
    ],
  };
}

/** How much of a file this context holds. */
export function heldWords({ extent, present }: FileRecord): string {
  if (extent === "none") return "";
  if (extent === "whole") return "all of it";
  if (extent === "pieces") return "only new texts of edits";
  const parts = merged(present.flatMap(({ lines }) => (lines === null ? [] : [lines]))).map(lineWords);
  const left = parts.length - PARTS;
  return left > 0 ? `${parts.slice(0, PARTS).join(", ")} and ${formatAmount(left, "more part")}` : parts.join(", ");
}

/** Lines as they were read, those together that touch. */
function merged(all: readonly Lines[]): Lines[] {
  const found: Lines[] = [];
  for (const next of all.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last === undefined || next.from > last.to + 1) found.push(next);
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, next.to), toEnd: last.toEnd || next.toEnd };
  }
  return found;
}

/** What happened to one file, call by call, and what became of each copy. */
export function timelineSection(session: OpenedSession, passes: Passes, record: FileRecord): ReportSection {
  const shown = record.operations.slice(-TABLE_ROWS);
  const left = record.operations.length - shown.length;
  const copies = new Map(record.copies.map((copy) => [copy.operation, copy]));
  return {
    title: cut(record.path, PATH_UNITS),
    fact: formatAmount(record.operations.length, "call"),
    parts: [
      ...(left > 0
        ? [
            {
              kind: "words",
              tone: "info",
              text: [`The first ${formatAmount(left, "call")} of them are not shown.`],
            } as const,
          ]
        : []),
      table(
        "Calls on this file",
        [
          { title: "Call", unit: "words" },
          { title: "Time", unit: "time" },
          { title: "Of it", unit: "words" },
          { title: "Result", unit: "words" },
          { title: "Tokens", unit: "tokens", about: "Text of the file that the call or its result holds" },
          { title: "Fate", unit: "words", about: "At the point, of the entry that holds that text" },
          { title: "Stale", unit: "words", about: "Against later calls on this path: what commands did is not known" },
        ],
        shown.map((operation): TableCell[] => {
          const copy = copies.get(operation);
          return [
            [refAs(session, operation.call === -1 ? operation.result : operation.row, operation.kind)],
            timeOfRow(session.index, operation.row),
            [extentWords(operation)],
            outcomeCell(session, operation),
            copy?.tokens ?? null,
            [copy?.fate ?? ""],
            copy === undefined ? null : staleCell(session, passes, judged(copy, record.changes)),
          ];
        }),
      ),
    ],
  };
}

function staleCell(session: OpenedSession, passes: Passes, copy: JudgedCopy): TableCell {
  return copy.staleBy === null ? null : staleWords(session, passes, copy);
}

function outcomeCell(session: OpenedSession, { outcome, result }: FileOperation): TableCell {
  if (outcome === "open" || result === -1) return ["none on this path"];
  return [refAs(session, result, outcome === "failed" ? "failed" : "done")];
}

/** Searches and listings, which give no copy of a file; closed at first. */
export function searchSection(session: OpenedSession, operations: readonly FileOperation[]): ReportSection | undefined {
  const found = new Map<string, { tool: string; path: string; count: number; last: FileOperation }>();
  for (const operation of operations) {
    if (operation.kind !== "look") continue;
    const { tool, path } = operation;
    const known = found.get(`${tool}\0${path}`);
    found.set(`${tool}\0${path}`, { tool, path, count: (known?.count ?? 0) + 1, last: operation });
  }
  if (found.size === 0) return undefined;
  const list = [...found.values()].toSorted((a, b) => b.count - a.count || b.last.row - a.last.row);
  return {
    title: "Searches and listings",
    fact: formatAmount(
      list.reduce((sum, { count }) => sum + count, 0),
      "call",
    ),
    folded: true,
    parts: [
      table(
        "Searches and listings",
        [
          { title: "Tool", unit: "words" },
          { title: "In", unit: "words" },
          { title: "Calls", unit: "count" },
          { title: "Last", unit: "words" },
        ],
        list.map(({ tool, path, count, last }) => [
          [cut(tool, 60)],
          [cut(path, PATH_UNITS)],
          count,
          [refTo(session, last.result === -1 ? last.row : last.result)],
        ]),
      ),
    ],
  };
}
