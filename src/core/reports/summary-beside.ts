import { formatAmount, formatClock, formatCount } from "../../lib/figures.ts";
import { cut } from "../../lib/text.ts";
import { placeIn } from "../messages/draw.ts";
import { summaryBlocks } from "../messages/summary.ts";
import { messagePlace } from "../present/place.ts";
import { refAs } from "../present/refs.ts";
import { timeOfRow } from "../present/times.ts";
import type { OpenedSession } from "../session/session.ts";
import type { TextBlock } from "../view/block.ts";
import type { Ref } from "../view/ref.ts";
import type { BesidePart, ReportPart, ReportSection } from "../view/report.ts";
import { differs, hasLists } from "./summary-files.ts";
import type { summaryTokens } from "./summary-figures.ts";
import { replacing } from "./summary-messages.ts";
import type { SummarisedText, SummaryReading } from "./summary-read.ts";
import type { SummaryScope } from "./summary-scope.ts";
import type { ListedFile } from "./summary-touched.ts";
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
  made: ReturnType<typeof summaryTokens>,
): ReportSection {
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
  const checkpoint = made.checkpoint === 0 ? "" : `, and a system checkpoint of ~${formatCount(made.checkpoint)} apart`;
  return {
    title: "The summary beside what it was made of",
    parts: [
      {
        kind: "beside",
        sides: [
          { title: "The summary", fact: `~${formatAmount(made.summary, "token")}${checkpoint}`, parts: summary },
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
export function filesSection(scope: SummaryScope, entry: unknown, files: readonly ListedFile[]): ReportSection {
  const title = "Files it lists, and files that were touched";
  if (files.length === 0) {
    const none = "It lists none, and no tool call in it reads, edits or writes any.";
    return { title, parts: [{ kind: "words", tone: "plain", text: [none] }] };
  }
  const wrong = files.filter(isWrong).length;
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
              "In what it summarised by calls of read, write and edit, failed ones too, as Pi counts them; elsewhere by any tool of files. Commands are not guessed at",
          },
          { title: "Difference", unit: "words" },
        ],
        files.map((file) => [
          [cut(file.path, 300)],
          [file.listed.join(" and ") || "not listed"],
          [reallyWords(scope, file)],
          [isListed ? difference(file) : ""],
        ]),
      ),
    ],
  };
}

/** What was done to a file, and where on the path. */
function reallyWords({ kind }: SummaryScope, { really, carried, elsewhere, isSearched }: ListedFile): string {
  const range = kind === "branch" ? "on the branch left behind" : "in the range it summarised";
  if (really !== null) return carried ? `${really}, carried from an earlier summary` : `${really} ${range}`;
  if (elsewhere === null)
    return isSearched ? "never touched on this path" : "not touched by the calls that were looked at";
  const done = elsewhere.failed ? "tried" : elsewhere.kind;
  const end = elsewhere.failed ? ", but failed" : "";
  switch (elsewhere.place) {
    case "range":
      return `${done} ${range}, by a tool Pi does not count${end}`;
    case "earlier":
      return `${done}, carried from an earlier summary`;
    case "kept":
      return `${done} in the range it kept${end}`;
    case "path":
      return `${done} elsewhere on the path${end}`;
  }
}

/** True where the list says what the path does not bear out: a file from outside what was summarised is no error. */
function isWrong(file: ListedFile): boolean {
  return difference(file) !== "";
}

function difference(file: ListedFile): string {
  if (file.listed.length === 0) return "missing from the list";
  if (file.listed.length > 1) return "listed as both";
  if (file.really === null)
    return file.elsewhere !== null || !file.isSearched ? "" : "listed, but never touched on this path";
  return differs(file) ? `listed as ${file.listed[0] ?? ""}, but ${file.really}` : "";
}
