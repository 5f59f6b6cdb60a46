import { formatAmount, formatTime } from "../../lib/figures.ts";
import { nextTask } from "../../lib/next-task.ts";
import { replay, type Replay } from "../messages/transcript.ts";
import { systemMessages } from "../present/prompt.ts";
import { timeOfRow } from "../present/times.ts";
import { runPasses, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { TABLE_ROWS, type Control, type ReportSection, type TableCell } from "../view/report.ts";
import { diffPart } from "./diff-lines.ts";
import { isChange, partName, tokensOfPrompt, type PromptEvent } from "./prompt-history.ts";
import { partChanges, type PartChange } from "./prompt-parts.ts";
import { table } from "./table.ts";

/** Parts of which the lines are compared, and UTF-16 units of all of them together. */
const DIFFS = 40;
const UNITS = 1_000_000;
/** So many differences are open from the start: further ones would hide what comes below. */
const OPEN = 1;

/** Moments of a path between which its prompt can be compared; a row, or one of the two words. */
interface Moments {
  readonly from: string;
  readonly to: string;
  readonly controls: readonly Control[];
}

/**
 * The choices of the two moments: before any entry, after each change of the prompt, the last ones where there are many, and the
 * point. By default from before the last change to the point.
 */
export function moments(
  session: OpenedSession,
  events: readonly PromptEvent[],
  choices: Readonly<Record<string, string>>,
): Moments {
  const changes = events.filter(isChange);
  const first = Math.max(0, changes.length - TABLE_ROWS);
  const options = [
    { value: "start", text: "before any entry" },
    ...changes.slice(first).map(({ row, what }, at) => {
      const time = formatTime(timeOfRow(session.index, row));
      return { value: String(row), text: `${first + at + 1}. ${time === "" ? "" : `${time} `}${what}` };
    }),
    { value: "point", text: "the point" },
  ];
  const choice = (name: string, label: string, usual: string): Control => {
    const chosen = choices[name];
    const value = options.some((option) => option.value === chosen) ? (chosen ?? usual) : usual;
    return { name, label, options, value };
  };
  const last = changes.at(-2);
  const from = choice("from", "Compare from", last === undefined ? "start" : String(last.row));
  const to = choice("to", "to", "point");
  return { from: from.value, to: to.value, controls: changes.length === 0 ? [] : [from, to] };
}

/** What differs between the prompts at two moments: a table, and the lines of each part. */
export async function differences(
  session: OpenedSession,
  passes: Passes,
  { from, to }: Moments,
  signal: AbortSignal,
): Promise<ReportSection[]> {
  const [before, after] = [await stateAt(session, passes, from), await stateAt(session, passes, to)];
  const changes = partChanges(before, after).filter(({ change }) => change !== "again");
  const title = "What differs between the two moments";
  if (changes.length === 0) {
    return [
      { title, parts: [{ kind: "words", tone: "plain", text: ["Nothing: the prompt and the tools are the same."] }] },
    ];
  }
  const totals: TableCell[] = [["Prompt and tools"], null, null, null, tokensOfPrompt(before), tokensOfPrompt(after)];
  const rows = changes.map(changeCells);
  const sections: ReportSection[] = [
    {
      title,
      fact: formatAmount(changes.length, "part"),
      parts: [
        table(
          "Parts of the prompt that differ",
          [
            { title: "Part", unit: "words" },
            { title: "Change", unit: "words" },
            { title: "Set by before", unit: "words" },
            { title: "Set by after", unit: "words" },
            { title: "Before", unit: "tokens" },
            { title: "After", unit: "tokens" },
          ],
          rows,
          totals,
        ),
      ],
    },
  ];
  let units = 0;
  for (const change of changes.slice(0, DIFFS)) {
    signal.throwIfAborted();
    const [old, now] = [change.before?.text() ?? "", change.after?.text() ?? ""];
    units += old.length + now.length;
    sections.push(lines(change, old, now, units > UNITS, changes.length > OPEN));
    await nextTask();
  }
  return sections;
}

function lines(change: PartChange, old: string, now: string, isMuch: boolean, folded: boolean): ReportSection {
  return {
    title: nameOf(change),
    fact: change.change,
    folded,
    parts: isMuch
      ? [{ kind: "words", tone: "info", text: ["Too much text differs to compare the lines of this part too."] }]
      : [diffPart(old, now)],
  };
}

function changeCells(change: PartChange): TableCell[] {
  const { before, after } = change;
  const setBy = (part: PartChange["after"]): TableCell => (part?.setBy ? [part.setBy] : null);
  return [
    [nameOf(change)],
    [change.change],
    setBy(before),
    setBy(after),
    before?.tokens ?? null,
    after?.tokens ?? null,
  ];
}

function nameOf({ before, after }: PartChange): string {
  const part = after ?? before;
  if (part === undefined) return "";
  return part.kind === "section" ? `section ${partName(part)}` : partName(part);
}

/** The prompt at a moment of the path to the point. */
async function stateAt(session: OpenedSession, passes: Passes, moment: string): Promise<Replay> {
  if (moment === "point") return replay(await systemMessages(session, passes));
  const then = runPasses(session.index, moment === "start" ? -1 : Number(moment));
  return replay(await systemMessages(session, then));
}
