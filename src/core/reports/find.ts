import { formatAmount, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { passesAt } from "../present/at.ts";
import { refTo } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import { why } from "../present/why.ts";
import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { FATES, type Fate } from "../view/fate.ts";
import { type Control, type Report, type ReportSection, type TableCell, type TableColumn } from "../view/report.ts";
import { findText, type TextHit } from "./find-text.ts";
import type { ReportMaker } from "./report.ts";
import { table } from "./table.ts";

/** Most UTF-16 units of a text that is looked for. */
const TEXT_UNITS = 2000;
/** Entries of each fate that are listed; all are counted. */
const SHOWN = 200;
/** UTF-16 units of it that are said again. */
const SAID_UNITS = 60;

/** Where a text of the session went: every entry that holds it, by its fate at the point. */
export const find: ReportMaker = async (session, { point, choices }, signal) => {
  const text = cut((choices["text"] ?? "").trim(), TEXT_UNITS);
  const anyCase = choices["case"] !== "exact";
  const controls = controlsFor(text, anyCase);
  if (text === "") {
    return {
      lead: [
        "Find a text in the whole session, tool arguments, outputs, thinking and summaries included, and see what became of it.",
      ],
      controls,
      sections: [],
    };
  }
  const passes = passesAt(session, point);
  const found = new Map<Fate, Group>();
  await findText(session, text, anyCase, signal, (hit) => {
    const fate = fateOf(session.index, passes, hit.row);
    let group = found.get(fate);
    if (group === undefined) found.set(fate, (group = { count: 0, first: [] }));
    group.count += 1;
    if (group.first.length < SHOWN) group.first.push(hit);
  });
  return answer(session, passes, text, found, controls);
};

/** Entries of one fate that hold the text: how many, and the first {@link SHOWN} of them. */
interface Group {
  count: number;
  readonly first: TextHit[];
}

function controlsFor(text: string, anyCase: boolean): Control[] {
  return [
    { name: "text", label: "Text anywhere in the session", options: [], value: text },
    {
      name: "case",
      label: "Case",
      options: [
        { value: "any", text: "any" },
        { value: "exact", text: "as typed" },
      ],
      value: anyCase ? "any" : "exact",
    },
  ];
}

function answer(
  session: OpenedSession,
  passes: Passes,
  text: string,
  found: ReadonlyMap<Fate, Group>,
  controls: readonly Control[],
): Report {
  const said = text.length > SAID_UNITS ? `${cut(text, SAID_UNITS)}…` : text;
  const groups = [...FATES].toReversed().flatMap((fate) => {
    const group = found.get(fate);
    return group === undefined ? [] : [{ fate, ...group }];
  });
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return { lead: [`No entry of this session holds “${said}”.`], controls, sections: [] };
  const counts = groups.map(({ fate, count }) => `${formatCount(count)} ${fate}`).join(", ");
  const verb = total === 1 ? "holds" : "hold";
  return {
    lead: [`${formatAmount(total, "entry", "entries")} ${verb} “${said}”: ${counts}.`],
    controls,
    sections: groups.map(({ fate, count, first }) => section(session, passes, fate, first, count)),
  };
}

function section(
  session: OpenedSession,
  passes: Passes,
  fate: Fate,
  hits: readonly TextHit[],
  count: number,
): ReportSection {
  // Of all that stand in the context as stored there is nothing more to say.
  const isPlain = fate === "in context";
  const reason: TableColumn = { title: "What became of it", unit: "words" };
  const columns: readonly TableColumn[] = [
    { title: "Entry", unit: "words" },
    { title: "Time", unit: "time" },
    ...(isPlain ? [] : [reason]),
    { title: "In", unit: "words", about: "The first string of the entry that holds it" },
    { title: "Text", unit: "words" },
  ];
  const rows = hits.map(({ row, path, strings, excerpt }): TableCell[] => [
    [refTo(session, row)],
    timeOfRow(session.index, row),
    ...(isPlain ? [] : [why(session, passes, row, fate)]),
    [strings === 1 ? path : `${path} and ${formatCount(strings - 1)} more`],
    [excerpt],
  ]);
  return {
    title: fate.charAt(0).toUpperCase() + fate.slice(1),
    fact: `${formatAmount(count, "entry", "entries")}${count > hits.length ? `, the first ${formatCount(hits.length)} of the file` : ""}`,
    parts: [table(`Entries that hold the text: ${fate}`, columns, rows)],
  };
}
