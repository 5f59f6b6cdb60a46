import { field } from "../../lib/json.ts";
import { cut } from "../../lib/text.ts";
import { kindOf } from "../entries/kinds.ts";
import type { Problem } from "../format/problem.ts";
import type { OpenedSession } from "../session/session.ts";
import { PREVIEW_CHARS } from "../view/block.ts";
import type { LostRecord, ProblemView } from "../view/context.ts";
import { parsed, pretty } from "./raw.ts";

/** Most records shown of one line, and UTF-16 units of one's title. */
const RECORDS = 8;
const TITLE_UNITS = 100;
/** UTF-16 units of records, over all problems of one answer, after which problems come without. */
const ALL_RECORDS_UNITS = 4 << 20;

export function problemView(problem: Problem): ProblemView {
  const { code, severity, line, offset, message, row, records } = problem;
  const view = { code, severity, line, offset, message, row: row ?? null };
  return records === undefined ? view : { ...view, records: records.slice(0, RECORDS).map(lostRecord) };
}

function lostRecord(record: string): LostRecord {
  const entry = parsed(record);
  // What is too long to be kept whole does not parse.
  const title = entry === undefined ? record : kindOf(field(entry, "type")).print(entry);
  return { title: cut(title, TITLE_UNITS), text: cut(pretty(record) ?? record, PREVIEW_CHARS) };
}

/** All problems of the file, by line. */
export function problemViews(session: OpenedSession): ProblemView[] {
  let left = ALL_RECORDS_UNITS;
  return session.problems.map((problem) => {
    if (left <= 0) return problemView({ ...problem, records: [] });
    const view = problemView(problem);
    for (const { text } of view.records ?? []) left -= text.length;
    return view;
  });
}
