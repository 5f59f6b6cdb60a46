import type { OpenedSession } from "../session/session.ts";
import { REPORTS, type Report, type ReportName, type ReportQuery } from "../view/report.ts";
import { passesAt } from "../present/at.ts";
import { cache } from "./cache.ts";
import { compare } from "./compare.ts";
import { tokens } from "./tokens.ts";
import { compactions } from "./compactions.ts";
import { prompt } from "./prompt.ts";
import { files } from "./files.ts";
import { visibleControl } from "./option-text.ts";
import { find } from "./find.ts";
import { limits } from "./limits.ts";

/**
 * Makes one report. Reads what it needs, in pieces. Rejects with an AbortError once `signal` aborts, with a DOMException
 * NotReadableError when the file has changed.
 */
export type ReportMaker = (session: OpenedSession, query: ReportQuery, signal: AbortSignal) => Promise<Report>;

/** One line a report. */
const makers: Readonly<Record<ReportName, ReportMaker>> = {
  tokens,
  prompt,
  compactions,
  cache,
  files,
  compare,
  find,
  limits,
};

/**
 * What a question's answer is at a point.
 *
 * @throws RangeError for a point that is not in the session, or a report nobody knows.
 */
export async function reportOf(session: OpenedSession, query: ReportQuery, signal: AbortSignal): Promise<Report> {
  passesAt(session, query.point);
  if (!REPORTS.includes(query.name)) throw new RangeError("There is no such report");
  const report = await makers[query.name](session, query, signal);
  return { ...report, controls: report.controls.map(visibleControl) };
}
