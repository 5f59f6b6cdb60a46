import type { OpenedSession } from "../session/session.ts";
import type { ProblemView } from "../view/context.ts";
import { problemView } from "./problems.ts";

/** The problems of one line, 1-based. */
export function problemsOnLine(session: OpenedSession, line: number): ProblemView[] {
  const { problems } = session; // sorted by line
  let low = 0;
  let high = problems.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (problems[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  const found: ProblemView[] = [];
  for (let at = low; problems[at]?.line === line; at++) found.push(problemView(problems[at]!));
  return found;
}
