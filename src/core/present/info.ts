import { asString, field } from "../../lib/json.ts";
import type { OpenedSession } from "../session/session.ts";
import { readingsOf } from "./readings.ts";
import type { SessionInfo } from "../view/info.ts";

/** What the page shows of the session as a whole. */
export function sessionInfo(session: OpenedSession, fileName: string, source: SessionInfo["source"]): SessionInfo {
  const { index, header } = session;
  const created = Date.parse(asString(field(header, "timestamp")) ?? "");
  const problems = { error: 0, warning: 0, info: 0 };
  for (const problem of session.problems) problems[problem.severity] += 1;
  return {
    fileName,
    size: session.file.size,
    sessionId: asString(field(header, "id")) ?? null,
    name: session.name ?? null,
    firstMessage: index.builder.firstMessage ?? null,
    cwd: asString(field(header, "cwd")) ?? null,
    parentSession: asString(field(header, "parentSession")) ?? null,
    created: Number.isNaN(created) ? null : created,
    sourceVersion: session.sourceVersion,
    entries: index.count,
    lines: index.count + index.builder.others.count,
    ...counts(session),
    leaf: index.leaf === -1 ? null : index.leaf,
    problems,
    notices: notices(session),
    usage: session.usageTotals(),
    readings: readingsOf(session),
    source,
  };
}

function counts(session: OpenedSession): { forks: number; leaves: number; compactions: number } {
  const { index } = session;
  const found = { forks: 0, leaves: 0, compactions: 0 };
  const type = index.columns.type.array;
  const compaction = index.columns.names.find("compaction");
  for (let row = 0; row < index.count; row++) {
    const children = index.childCount(row);
    if (children === 0) found.leaves += 1;
    if (children > 1) found.forks += 1;
    if (type[row] === compaction) found.compactions += 1;
  }
  return found;
}

/** Problems that concern the whole file are said before anything else. */
const LOUD = new Set([
  "header-missing",
  "header-late",
  "header-bad-id",
  "version-newer",
  "version-lost",
  "byte-order-mark",
  "glued-records",
  "leaf-without-id",
]);

function notices(session: OpenedSession): SessionInfo["notices"] {
  const said = new Map<string, { tone: "warning" | "info"; text: string }>();
  for (const { code, message, line } of session.problems) {
    if (LOUD.has(code) && !said.has(code))
      said.set(code, { tone: "warning", text: message.replace(/^The line /, `Line ${line} `) });
  }
  if (session.sourceVersion === 1 && session.index.count > 0 && !said.has("version-lost")) {
    const text =
      "Version 1 has no ids. Those shown, v1-…, were made here from line numbers; Pi makes others when it opens the file.";
    said.set("version-1", { tone: "info", text });
  }
  const leaf = session.index.leaf;
  if (leaf >= 0 && session.passes(leaf).endless) {
    const text =
      "Pi would never return from this file: the path to its last entry runs in a loop. Here each entry stands once.";
    said.set("endless", { tone: "warning", text });
  }
  return [...said.values()];
}
