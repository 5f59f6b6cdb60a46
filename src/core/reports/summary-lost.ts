import { formatAmount, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { refTo } from "../present/refs.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { ReportSection, TablePart, WordsPart } from "../view/report.ts";
import { type LostNames, type NameUse, SPEAKERS } from "./summary-names.ts";
import type { StillSaid } from "./summary-read.ts";
import { table } from "./table.ts";

/** Most names that are listed. */
const NAMES = 200;

/** Names and paths that were said and that the summary does not hold. */
export function namesSection(session: OpenedSession, { names, once, all }: LostNames, still: StillSaid): ReportSection {
  const title = "Names and paths the summary does not hold";
  const rest =
    once === 0
      ? ""
      : ` ${formatAmount(once, "more name")}, said once and not by the user, ${once === 1 ? "is" : "are"} not listed.`;
  if (names.length === 0) {
    const found = all === 0 ? "No names were found." : `It holds all ${formatCount(all)} that were found.`;
    return { title, parts: [words("plain", `${found}${rest}`)] };
  }
  const gone = names.filter((use) => stillSaid(session, use, still) === null).length;
  const left = names.length - NAMES;
  return {
    title,
    fact: `${formatCount(names.length)} of ${formatCount(all)}`,
    parts: [
      words(
        "plain",
        `Paths, identifiers and words in backticks that prompts, answers and arguments say; what tools returned and the text of files written do not count. ${formatCount(gone)} of them ${gone === 1 ? "is" : "are"} said nowhere in what is kept or follows.${rest}`,
      ),
      namesTable(session, names, still),
      ...(left > 0 ? [words("info", `${formatAmount(left, "more name")} not shown.`)] : []),
    ],
  };
}

function namesTable(session: OpenedSession, names: readonly NameUse[], still: StillSaid): TablePart {
  return table(
    "Names the summary does not hold",
    [
      { title: "Name", unit: "words" },
      { title: "Kind", unit: "words" },
      { title: "Times", unit: "count" },
      { title: "Said by", unit: "words" },
      { title: "First", unit: "words" },
      { title: "Last", unit: "words" },
      {
        title: "Still said",
        unit: "words",
        about: "In what stands in the context right after, or in the 500 entries that follow; tool results count here",
      },
    ],
    names
      .slice(0, NAMES)
      .map((use) => [
        [cut(use.name, 120)],
        [use.kind],
        use.mentions,
        [speakers(use)],
        [refTo(session, use.first)],
        use.last === use.first ? null : [refTo(session, use.last)],
        stillSaid(session, use, still) ?? [""],
      ]),
  );
}

function stillSaid(session: OpenedSession, { name }: NameUse, { kept, later }: StillSaid): Sentence | null {
  const inKept = kept.uses.get(name);
  if (inKept !== undefined) return ["kept: ", refTo(session, inKept.last)];
  const inLater = later.uses.get(name);
  return inLater === undefined ? null : ["later: ", refTo(session, inLater.first)];
}

/** `user 2, model 5`. */
function speakers({ by }: NameUse): string {
  const said = SPEAKERS.flatMap((speaker, at) => ((by[at] ?? 0) > 0 ? [`${speaker} ${formatCount(by[at] ?? 0)}`] : []));
  return said.join(", ");
}

function words(tone: WordsPart["tone"], text: string): WordsPart {
  return { kind: "words", tone, text: [text] };
}
