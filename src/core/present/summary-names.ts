import { formatClock, formatDate, formatSeconds } from "../../lib/figures.ts";
import type { SessionIndex } from "../session/session-index.ts";
import { timeOfRow } from "./times.ts";

/** How a compaction or a branch summary is told from the others of its file. */
export interface SummaryName {
  /** Its place among all of the file, in file order, from 1. */
  readonly number: number;
  /** `compaction at 14:32`: with the date where the session lasts several days, with seconds where another has the same minute. */
  readonly text: string;
}

const known = new WeakMap<SessionIndex, ReadonlyMap<number, SummaryName>>();

/** The name of a compaction or branch summary; undefined for any other entry. */
export function summaryName(index: SessionIndex, row: number): SummaryName | undefined {
  let names = known.get(index);
  if (names === undefined) known.set(index, (names = namesOf(index)));
  return names.get(row);
}

function namesOf(index: SessionIndex): Map<number, SummaryName> {
  const { names, type } = index.columns;
  const [compaction, branch] = [names.find("compaction"), names.find("branch_summary")];
  const rows: number[] = [];
  for (let row = 0; row < index.count; row++)
    if (type.at(row) === compaction || type.at(row) === branch) rows.push(row);
  const dated = lastsDays(index);
  const word = (row: number): string => (type.at(row) === compaction ? "compaction" : "branch summary");
  const texts = rows.map((row) => `${word(row)} ${moment(index, row, dated, formatClock)}`);
  const rough = counted(texts);
  const exact = texts.map((text, at) =>
    rough.get(text) === 1 ? text : `${word(rows[at]!)} ${moment(index, rows[at]!, dated, formatSeconds)}`,
  );
  const fine = counted(exact);
  return new Map(
    rows.map((row, at) => {
      const text = exact[at]!;
      // Not even a second apart: the number tells.
      return [row, { number: at + 1, text: fine.get(text) === 1 ? text : text.replace(word(row), `$& ${at + 1}`) }];
    }),
  );
}

function moment(index: SessionIndex, row: number, dated: boolean, clock: (ms: number | null) => string): string {
  const time = timeOfRow(index, row);
  if (time === null || formatClock(time) === "") return `on line ${index.columns.line.at(row)}`;
  return dated ? `on ${formatDate(time)} at ${clock(time)}` : `at ${clock(time)}`;
}

function lastsDays(index: SessionIndex): boolean {
  let [first, last] = [Infinity, -Infinity];
  for (let row = 0; row < index.count; row++) {
    const time = index.columns.time.at(row);
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return last > first && formatDate(first) !== formatDate(last);
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
