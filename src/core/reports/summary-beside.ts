import { formatAmount, formatClock, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { placeIn } from "../messages/draw.ts";
import { summaryBlocks } from "../messages/summary.ts";
import { messagePlace } from "../present/place.ts";
import { refAs, timeOfRow } from "../present/refs.ts";
import type { OpenedSession } from "../session/session.ts";
import type { TextBlock } from "../view/block.ts";
import type { Ref } from "../view/ref.ts";
import type { BesidePart, ReportPart, ReportSection } from "../view/report.ts";
import { compareFiles, differs, type FileComparison, hasLists } from "./summary-files.ts";
import { replacing } from "./summary-messages.ts";
import type { SummarisedText, SummaryReading } from "./summary-read.ts";
import type { SummaryScope } from "./summary-scope.ts";
import { table } from "./table.ts";

/** UTF-16 units of one summarised text that are shown at once. */
const TEXT_UNITS = 2000;

type SidePart = Exclude<ReportPart, BesidePart>;

/** The summary, and what the user and the model said of which it was made. */
export function besideSection(
  session: OpenedSession,
  scope: SummaryScope,
  entry: unknown,
  { head, tail, between }: SummaryReading,
): ReportSection {
  const { index } = session;
  const talk = head.length + tail.length + between;
  const shown = (text: SummarisedText, at: number): SidePart[] => talkParts(session, scope, text, `talk.${at}`);
  const right: SidePart[] = head.flatMap(shown);
  if (between > 0)
    right.push({ kind: "words", tone: "info", text: [`${formatAmount(between, "text")} between these are left out.`] });
  right.push(...tail.flatMap((text, at) => shown(text, head.length + at)));
  if (talk === 0) right.push({ kind: "words", tone: "plain", text: ["No prompt and no answer with text."] });
  const summary: SidePart[] = [
    { kind: "blocks", scope: "summary", blocks: summaryBlocks(entry, { row: scope.row, path: [] }) },
  ];
  return {
    title: "The summary beside what it was made of",
    parts: [
      {
        kind: "beside",
        sides: [
          { title: "The summary", fact: `~${formatCount(index.columns.tokens.at(scope.row))} tokens`, parts: summary },
          { title: "Prompts and answers", fact: formatAmount(talk, "text"), parts: right },
        ],
      },
    ],
  };
}

function talkParts(
  session: OpenedSession,
  scope: SummaryScope,
  { row, path, text }: SummarisedText,
  name: string,
): SidePart[] {
  const edit = replacing(session, scope, row);
  const stored = { row, path: session.index.type(row) === "message" ? ["message"] : [] };
  const message = edit === -1 ? stored : messagePlace({ row, part: 0, edit, sent: false });
  const block: TextBlock = {
    kind: "text",
    look: "prose",
    text: cut(text, TEXT_UNITS),
    ...(text.length > TEXT_UNITS && { more: { chars: text.length, place: placeIn(message, ...path) } }),
  };
  return [
    { kind: "words", tone: "plain", text: [talkRef(session, row)] },
    { kind: "blocks", scope: name, blocks: [block] },
  ];
}

/** `prompt at 14:32`: its own words follow. */
function talkRef(session: OpenedSession, row: number): Ref {
  const { index } = session;
  const role = index.role(row);
  const name = role === "user" ? "prompt" : role === "assistant" ? "answer" : "message of an extension";
  const clock = formatClock(timeOfRow(index, row));
  return refAs(session, row, clock === "" ? name : `${name} at ${clock}`);
}

/** The files a summary lists, beside those that were touched. */
export function filesSection(entry: unknown, reading: SummaryReading): ReportSection {
  const files = compareFiles(entry, reading.calls, reading.earlier);
  const title = "Files it lists, and files that were touched";
  if (files.length === 0) {
    const none = "It lists none, and no tool call in it reads, edits or writes any.";
    return { title, parts: [{ kind: "words", tone: "plain", text: [none] }] };
  }
  const wrong = files.filter(differs).length;
  const isListed = hasLists(entry);
  const outcome = !isListed ? "none listed" : wrong === 0 ? "all listed rightly" : `${formatCount(wrong)} differ`;
  return {
    title,
    fact: `${formatAmount(files.length, "file")}, ${outcome}`,
    parts: [
      ...(isListed ? [] : [{ kind: "words", tone: "plain", text: ["The entry has no lists of files."] } as const]),
      table(
        "Files listed and touched",
        [
          { title: "File", unit: "words" },
          { title: "Listed as", unit: "words", about: "In the details of the entry, or between tags in its text" },
          {
            title: "Really",
            unit: "words",
            about:
              "By calls of read, write and edit in what it summarised, as Pi counts them: commands are not guessed at",
          },
          { title: "Difference", unit: "words" },
        ],
        files.map((file) => [
          [cut(file.path, 300)],
          [file.listed.join(" and ") || "not listed"],
          [file.really === null ? "not touched" : file.carried ? `${file.really}, by an earlier list` : file.really],
          [isListed ? difference(file) : ""],
        ]),
      ),
    ],
  };
}

function difference(file: FileComparison): string {
  if (!differs(file)) return "";
  if (file.listed.length === 0) return "missing from the list";
  if (file.really === null) return "listed, but not touched";
  if (file.listed.length > 1) return "listed as both";
  return `listed as ${file.listed[0] ?? ""}, but ${file.really}`;
}
