import { refTo } from "../present/refs.ts";
import { cut } from "../../lib/text.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Control } from "../view/report.ts";

/** Requests, changes and branches that are offered, of each at most so many: those nearest to the point. */
const MOST = 20;
/** UTF-16 units of an option. */
const OPTION_UNITS = 80;

/** A moment of the session to look at its context: after an entry, which is a row; null is before any entry. */
export interface Moment {
  readonly value: string;
  readonly text: string;
  readonly row: number | null;
}

/**
 * Moments worth comparing with the point, or with one another: the point, the requests before it, before and after each compaction and
 * edit on its path, the tips of other branches, what is being read, and before any entry.
 */
export function momentsAt(session: OpenedSession, passes: Passes, selection: number | null): Moment[] {
  const { index } = session;
  const { point } = passes;
  const words = (row: number): string => cut(refTo(session, row).text, OPTION_UNITS);
  const after = (row: number, text: string): Moment => ({ value: String(row), text, row });
  const before = (row: number, text: string): Moment => {
    const parent = index.parent(row);
    return { value: `before-${row}`, text, row: parent === -1 || parent === row ? null : parent };
  };
  const backwards = Array.from(passes.path).toReversed();
  const answers = backwards.filter(
    (row) => row !== point && index.type(row) === "message" && index.role(row) === "assistant",
  );
  const changes = backwards.filter((row) => index.type(row) === "compaction" || index.type(row) === "context_edit");
  const moments: Moment[] = [
    { value: "point", text: "the point", row: point === -1 ? null : point },
    ...answers.slice(0, MOST).map((row) => before(row, `the request answered by ${words(row)}`)),
    ...changes
      .slice(0, MOST)
      .flatMap((row) => [before(row, `before the ${words(row)}`), after(row, `after the ${words(row)}`)]),
    ...tips(session, passes).map((row) => after(row, `the branch to ${words(row)}`)),
    ...(selection === null || selection === point
      ? []
      : [after(selection, `the entry being read, ${words(selection)}`)]),
    { value: "start", text: "before any entry", row: null },
  ];
  const met = new Set<string>();
  return moments.filter(({ value }) => !met.has(value) && met.add(value));
}

/** Last entries of branches off the path, the latest first. */
function tips({ index }: OpenedSession, { pathIndex, point }: Passes): number[] {
  const found: number[] = [];
  for (let row = index.count - 1; row >= 0 && found.length < MOST; row--) {
    const isTip = index.childCount(row) === 0 && row !== point;
    if (isTip && (pathIndex[row] === -1 || row === index.last)) found.push(row);
  }
  return found;
}

/** A choice of one moment; what is chosen by nobody, or is no moment, is `usual`. */
export function momentControl(
  name: string,
  label: string,
  moments: readonly Moment[],
  chosen: string | undefined,
  usual: string,
): Control {
  const value = moments.some((moment) => moment.value === chosen) ? (chosen ?? usual) : usual;
  return { name, label, options: moments.map(({ value, text }) => ({ value, text })), value };
}
