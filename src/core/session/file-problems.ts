import type { Problem } from "../format/problem.ts";
import type { SessionIndex } from "./session-index.ts";

/** Problems of the file as a whole: no header, a version that was lost, a leaf nothing can point to. */
export function fileProblems(file: Blob, index: SessionIndex): Problem[] {
  const found: Problem[] = [];
  const { builder } = index;
  const firstLine = { line: 1, offset: 0 };
  if (builder.header === null && file.size > 0) {
    const message =
      builder.ownIds > 0
        ? "The file has no session header. Its entries are read by their own ids as version 3; Pi refuses the file."
        : "The file has no session header. Pi refuses it.";
    found.push({ code: "header-missing", severity: "error", ...firstLine, message });
  }
  if (builder.header !== null && builder.version < 2 && builder.ownIds > 0) {
    const message =
      "The header states no version from 2 on, so Pi takes the file for version 1: it gives every entry a new id in one straight line. Branches, labels and edits are lost when Pi opens it. The context shown here is what Pi makes of it.";
    found.push({ code: "version-lost", severity: "error", ...firstLine, message });
  }
  if (index.count > 0 && index.hasNoId(index.last)) {
    const row = index.last;
    const message =
      index.leaf === -1
        ? "The id of the last entry is null, so Pi stands before any entry: its context is empty."
        : "The last entry has no id, so Pi's leaf points nowhere: its context is this entry and what it names above it.";
    const at = { line: index.columns.line.at(row), offset: index.columns.offset.at(row) };
    found.push({ code: "leaf-without-id", severity: "error", ...at, message, row });
  }
  return found;
}
