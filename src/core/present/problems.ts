import type { Problem } from "../format/problem.ts";
import type { OpenedSession } from "../session/session.ts";
import type { ProblemView } from "../view/context.ts";

export function problemView(problem: Problem): ProblemView {
  const { code, severity, line, offset, message, row } = problem;
  return { code, severity, line, offset, message, row: row ?? null };
}

/** All problems of the file, by line. */
export function problemViews(session: OpenedSession): ProblemView[] {
  return session.problems.map(problemView);
}
