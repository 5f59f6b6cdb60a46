import { formatAmount, formatCount } from "../../lib/figures.ts";
import { asString, field, isArray, isObject } from "../../lib/json.ts";
import { cut, jsonPrefix } from "../../lib/text.ts";
import { modelName } from "../messages/assistant.ts";
import { readUsage } from "../messages/usage.ts";
import { passesAt } from "../present/at.ts";
import { refTo } from "../present/refs.ts";
import { FLAG } from "../session/facts.ts";
import { isProjected, type Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import type { Sentence } from "../view/ref.ts";
import type { ReportSection, TableCell } from "../view/report.ts";
import { readEach } from "./read-each.ts";
import type { ReportMaker } from "./report.ts";
import { table } from "./table.ts";

/** Most answers that are read for what they record: the last on the path. */
const ANSWERS = 2000;
/** Most UTF-16 units of a name out of the file. */
const NAME_UNITS = 80;

/** What the file cannot tell of the requests, and what it does record of them. */
export const limits: ReportMaker = async (session, { point }, signal) => {
  const passes = passesAt(session, point);
  const answers = ofRole(session, passes.path, "assistant");
  const found = await readAnswers(session, answers.slice(-ANSWERS), signal);
  return {
    lead: [
      "What is shown is the session’s own projection. What happens after it, on the way to the provider, is not in the file.",
    ],
    controls: [],
    sections: [
      notRecorded(session, passes),
      {
        title: "What the answers record",
        fact:
          answers.length > ANSWERS
            ? `the last ${formatCount(ANSWERS)} on the path`
            : formatAmount(answers.length, "answer"),
        parts: found,
      },
      await otherUsage(session, passes, signal),
    ],
  };
};

function ofRole({ index }: OpenedSession, path: Int32Array, role: string): number[] {
  return Array.from(path).filter((row) => index.type(row) === "message" && index.role(row) === role);
}

function notRecorded(session: OpenedSession, passes: Passes): ReportSection {
  const { index } = session;
  const selected = Array.from(passes.selected).filter((row) => isProjected(index, passes, row));
  const images = selected.filter((row) => index.has(row, FLAG.image)).length;
  const failed = selected.filter((row) => index.has(row, FLAG.failedTurn)).length;
  const custom = Array.from(passes.path).filter((row) => index.type(row).startsWith("custom")).length;
  const facts: { name: string; value: Sentence }[] = [
    {
      name: "Context handlers",
      value: [
        "Extensions may change, add or drop messages before each request. ",
        custom === 0
          ? "No entry on this path was written by an extension, which does not say that none ran."
          : `${formatAmount(custom, "entry", "entries")} on this path ${custom === 1 ? "was" : "were"} written by extensions.`,
      ],
    },
    { name: "Request hooks", value: ["They may rewrite the whole request. Nothing of that is stored."] },
    {
      name: "Image blocking",
      value: [
        images === 0
          ? "This context holds no image."
          : `${formatAmount(images, "message")} of this context ${images === 1 ? "holds" : "hold"} images. Whether the setting at that time let them through is not stored.`,
      ],
    },
    {
      name: "Provider conversion",
      value: [
        "Each provider’s adapter merges, drops and renames parts: thinking of other models, ids of calls, failed answers.",
        failed === 0
          ? ""
          : ` ${formatAmount(failed, "failed or aborted answer")} of this context ${failed === 1 ? "is" : "are"} dropped there.`,
      ].filter((part) => part !== ""),
    },
    {
      name: "Settings",
      value: [
        "Limits of compaction, tool output, retries and caching are settings of that day, not part of the session.",
      ],
    },
    {
      name: "Prompt",
      value: selected.some((row) => index.role(row) === "system" || index.has(row, FLAG.checkpoint))
        ? ["The prompt and tools are recorded, as far as system messages in the file have them."]
        : ["This context has no system message: the prompt and the tools of its requests are not in the file."],
    },
  ];
  return { title: "Not in the file", parts: [{ kind: "facts", facts }] };
}

/** What answers say of themselves, counted by what they say, with the last that says it. */
async function readAnswers(
  session: OpenedSession,
  rows: readonly number[],
  signal: AbortSignal,
): Promise<ReportSection["parts"]> {
  const said = new Map<string, { what: string; value: string; count: number; last: number }>();
  const note = (what: string, value: string, row: number): void => {
    const key = `${what}\0${value}`;
    const known = said.get(key);
    if (known === undefined) said.set(key, { what, value, count: 1, last: row });
    else Object.assign(known, { count: known.count + 1, last: row });
  };
  await readEach(session, rows, signal, (entry, row) => {
    const message = field(entry, "message");
    for (const [what, value] of recorded(message)) note(what, value, row);
  });
  if (said.size === 0)
    return [{ kind: "words", tone: "plain", text: ["Nothing beyond the content, the model asked for and the usage."] }];
  const list = [...said.values()].toSorted((a, b) => b.count - a.count);
  return [
    table(
      "What the answers record beside their content",
      [
        { title: "Recorded", unit: "words" },
        { title: "Value", unit: "words" },
        { title: "Answers", unit: "count" },
        { title: "Last", unit: "words" },
      ],
      list.map(({ what, value, count, last }) => [[what], [value], count, [refTo(session, last)]]),
    ),
  ];
}

function recorded(message: unknown): [what: string, value: string][] {
  const found: [string, string][] = [];
  const text = (what: string, name: string): void => {
    const value = field(message, name);
    if (value !== undefined && value !== null)
      found.push([what, cut(asString(value) ?? jsonPrefix(value, NAME_UNITS), NAME_UNITS)]);
  };
  const asked = modelName(field(message, "provider"), field(message, "model"));
  const answered = asString(field(message, "responseModel"));
  if (answered !== undefined && answered !== asString(field(message, "model"))) {
    found.push(["Another model answered", cut(`${answered} for ${asked}`, 2 * NAME_UNITS)]);
  }
  text("Stop reason", "stopReason");
  text("Stop reason as sent", "rawStopReason");
  text("Thinking level asked", "thinkingLevel");
  text("Thinking level as sent", "providerThinkingLevel");
  const diagnostics = field(message, "diagnostics");
  for (const diagnostic of isArray(diagnostics) ? diagnostics : []) {
    const type = asString(field(diagnostic, "type")) ?? "unknown";
    const error = asString(field(field(diagnostic, "error"), "message"));
    found.push(["Diagnostic", cut(error === undefined ? type : `${type}: ${error}`, 2 * NAME_UNITS)]);
  }
  return found;
}

/** Requests that are no answers: their cost counts, their content is nowhere. */
async function otherUsage(session: OpenedSession, passes: Passes, signal: AbortSignal): Promise<ReportSection> {
  const rows = Array.from(passes.path).filter((row) => session.index.type(row) === "usage");
  const kinds = new Map<string, { count: number; total: number; cost: number; last: number }>();
  await readEach(session, rows, signal, (entry, row) => {
    const kind = cut(asString(field(entry, "kind")) ?? "of no kind", NAME_UNITS);
    const usage = field(entry, "usage");
    const { total, cost } = readUsage(isObject(usage) ? usage : {});
    const known = kinds.get(kind) ?? { count: 0, total: 0, cost: 0, last: row };
    kinds.set(kind, {
      count: known.count + 1,
      total: known.total + (total ?? 0),
      cost: known.cost + (cost ?? 0),
      last: row,
    });
  });
  const cells = [...kinds].map(([kind, { count, total, cost, last }]): TableCell[] => [
    [kind],
    count,
    total,
    cost,
    [refTo(session, last)],
  ]);
  return {
    title: "Requests of which only the usage is recorded",
    fact: formatAmount(rows.length, "entry", "entries"),
    parts:
      rows.length === 0
        ? [{ kind: "words", tone: "plain", text: ["None on this path."] }]
        : [
            table(
              "Usage entries by kind",
              [
                { title: "Kind", unit: "words" },
                { title: "Entries", unit: "count" },
                { title: "Tokens", unit: "provider" },
                { title: "Cost", unit: "cost" },
                { title: "Last", unit: "words" },
              ],
              cells,
            ),
          ],
  };
}
