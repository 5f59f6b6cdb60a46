import type { Problem, ProblemCode } from "../format/problem.ts";
import type { SessionIndex } from "./session-index.ts";
import { FLAG } from "./facts.ts";
import { isBelow } from "./relations.ts";
import { shownId } from "./id-key.ts";

/** Problems between entries: broken links of every kind. Computed from the columns, so a grown file gets them anew. */
export function relationProblems(index: SessionIndex): Problem[] {
  const found: Problem[] = [];
  const say = (row: number, code: ProblemCode, severity: Problem["severity"], message: string): void => {
    found.push({
      code,
      severity,
      line: index.columns.line.at(row),
      offset: index.columns.offset.at(row),
      message,
      row,
    });
  };
  const { parent, rowOfId } = index.relations;
  const id = index.columns.id.array;
  const type = index.columns.type.array;
  const targeted = Uint8Array.from({ length: index.columns.names.size }, (_, name) =>
    TARGETED.has(index.columns.names.text(name)) ? 1 : 0,
  );
  for (let row = 0; row < index.count; row++) {
    if (parent[row] === -1 || parent[row] === row) parentProblem(index, row, say);
    if (rowOfId[id[row]!] !== row) duplicateProblem(index, row, say);
    if (targeted[type[row]!] === 1) targetProblem(index, row, say);
  }
  loopProblems(index, say);
  callProblems(index, say);
  return found;
}

/** Entry types whose target must be in the file. */
const TARGETED = new Set(["context_edit", "label", "compaction"]);

type Say = (row: number, code: ProblemCode, severity: Problem["severity"], message: string) => void;

function parentProblem(index: SessionIndex, row: number, say: Say): void {
  const { parent } = index.relations;
  if (parent[row] === row) {
    say(
      row,
      "self-parent",
      "error",
      "The entry is its own parent. It counts as a root; Pi never returns from a path through it.",
    );
  } else if (parent[row] === -1 && index.columns.parent.at(row) !== -1) {
    const lost = row === 0 ? "" : `, and ${row} earlier ${row === 1 ? "entry is" : "entries are"} out of reach from it`;
    say(
      row,
      "missing-parent",
      "error",
      `Its parent ${index.missingParent(row)} is not in the file: the path ends here${lost}.`,
    );
  }
}

function duplicateProblem(index: SessionIndex, row: number, say: Say): void {
  const key = index.columns.id.at(row);
  const last = index.relations.rowOfId[key]!;
  if (last === row || index.hasNoId(row)) return;
  say(
    row,
    "duplicate-id",
    "error",
    `Line ${index.columns.line.at(last)} repeats the id ${index.id(row)} and takes this entry's place on every path.`,
  );
}

function targetProblem(index: SessionIndex, row: number, say: Say): void {
  const type = index.type(row);
  const key = index.columns.target.at(row);
  const target = key === -1 ? -1 : index.relations.rowOfId[key]!;
  const name = key === -1 ? undefined : shownId(index.columns.ids.text(key));
  if (type === "compaction") {
    if (target === row || (target !== -1 && isBelow(index.relations, row, target))) return;
    say(
      row,
      "kept-not-on-path",
      "warning",
      `${name === undefined ? "No first kept entry is named" : `The first kept entry ${name} is not on the path before this compaction`}: nothing before it is kept.`,
    );
  } else if (target === -1) {
    const code = type === "label" ? "label-unknown-target" : "edit-unknown-target";
    say(
      row,
      code,
      "warning",
      `The ${type === "label" ? "label" : "context edit"} names ${name ?? "no entry"}${name === undefined ? "" : ", which is not in the file"}: it has no effect.`,
    );
  }
}

function loopProblems(index: SessionIndex, say: Say): void {
  for (const start of index.relations.loopRoots) {
    const ids = [index.id(start)];
    for (let row = index.relations.parent[start]!; row !== start && ids.length < 8; row = index.relations.parent[row]!)
      ids.push(index.id(row));
    const chain = `${ids.join(" → ")}${ids.length === 8 ? " …" : ""}`;
    const count = index.relations.last[start]! - index.relations.first[start]! + 1;
    const message = `Parents form a loop (${chain}). No root reaches its ${count} entries, so Pi's tree leaves them out, and Pi never returns from a path into it.`;
    say(start, "cycle", "error", message);
  }
}

function callProblems(index: SessionIndex, say: Say): void {
  const { columns, pairing } = index;
  for (let row = 0; row < index.count; row++) {
    if (pairing.callOfResult[row] === -1 && index.isResult(row)) {
      say(row, "result-without-call", "warning", "The tool result answers no call on its path.");
    }
  }
  for (let call = 0; call < columns.callRow.length; call++) {
    if (pairing.firstResult[call] !== -1) continue;
    const row = columns.callRow.at(call);
    if ((columns.flags.at(row) & FLAG.failedTurn) !== 0) continue; // an aborted turn never runs its calls
    say(row, "call-without-result", "info", `The call “${columns.callTitles.text(call)}” has no result.`);
  }
}
