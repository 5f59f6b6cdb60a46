import { formatAmount, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { passesAt } from "../present/at.ts";
import { refTo, timeOfRow } from "../present/refs.ts";
import { why } from "../present/why.ts";
import { fateOf } from "../session/fates.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { FATES, type Fate } from "../view/fate.ts";
import {
  TABLE_ROWS,
  type Control,
  type Report,
  type ReportSection,
  type TableCell,
  type TableColumn,
} from "../view/report.ts";
import { findText, type TextHit } from "./find-text.ts";
import type { ReportMaker } from "./report.ts";
import { table } from "./table.ts";

/** Most UTF-16 units of a text that is looked for. */
const TEXT_UNITS = 2000;
/** UTF-16 units of it that are said again. */
const SAID_UNITS = 60;

/** Where a text of the session went: every entry that holds it, by its fate at the point. */
export const where: ReportMaker = async (session, { point, choices }, signal) => {
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
  const { hits, cut: isCut } = await findText(session, text, anyCase, TABLE_ROWS, signal);
  return answer(session, passes, text, hits, isCut, controls);
};

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
  hits: readonly TextHit[],
  isCut: boolean,
  controls: readonly Control[],
): Report {
  const said = text.length > SAID_UNITS ? `${cut(text, SAID_UNITS)}…` : text;
  if (hits.length === 0) return { lead: [`No entry of this session holds “${said}”.`], controls, sections: [] };
  const byFate = new Map<Fate, TextHit[]>();
  for (const hit of hits) {
    const fate = fateOf(session.index, passes, hit.row);
    byFate.set(fate, [...(byFate.get(fate) ?? []), hit]);
  }
  const order = [...FATES].toReversed().filter((fate) => byFate.has(fate));
  const counts = order.map((fate) => `${formatCount(byFate.get(fate)?.length ?? 0)} ${fate}`).join(", ");
  const amount = `${isCut ? "More than " : ""}${formatAmount(hits.length, "entry", "entries")}`;
  return {
    lead: [`${amount} ${hits.length === 1 && !isCut ? "holds" : "hold"} “${said}”: ${counts}.`],
    controls,
    sections: order.map((fate) => section(session, passes, fate, byFate.get(fate) ?? [])),
  };
}

function section(session: OpenedSession, passes: Passes, fate: Fate, hits: readonly TextHit[]): ReportSection {
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
    fact: formatAmount(hits.length, "entry", "entries"),
    parts: [table(`Entries that hold the text: ${fate}`, columns, rows)],
  };
}
