import { asString, field, isArray } from "../../lib/json.ts";
import { isByExtension, summaryText } from "./summary-scope.ts";

/** Paths of tool calls, by what the call does (Pi: FileOperations). */
export interface FileOps {
  readonly read: Set<string>;
  readonly written: Set<string>;
  readonly edited: Set<string>;
}

/** Files as a summary lists them; no file is in both. */
export interface FileLists {
  readonly readFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
}

export function noFileOps(): FileOps {
  return { read: new Set(), written: new Set(), edited: new Set() };
}

/** Adds what the tool calls of a message, or those nested in a tool result, do to files (Pi: extractFileOpsFromMessage). */
export function addMessageOps(message: unknown, ops: FileOps): void {
  const role = field(message, "role");
  if (role === "toolResult") {
    const calls = field(field(message, "nestedCalls"), "calls");
    for (const call of isArray(calls) ? calls : []) addOp(call, ops);
  }
  if (role !== "assistant") return;
  const content = field(message, "content");
  for (const block of isArray(content) ? content : []) if (field(block, "type") === "toolCall") addOp(block, ops);
}

function addOp(call: unknown, ops: FileOps): void {
  const path = asString(field(field(call, "arguments"), "path"));
  if (path === undefined || path === "") return;
  const name = field(call, "name");
  if (name === "read") ops.read.add(path);
  else if (name === "write") ops.written.add(path);
  else if (name === "edit") ops.edited.add(path);
}

/** Adds the files that an earlier summary lists, as Pi carries them on: not those of an extension (Pi: extractFileOperations). */
export function addListed(entry: unknown, ops: FileOps): void {
  if (isByExtension(entry)) return;
  const { readFiles, modifiedFiles } = listsIn(field(entry, "details"));
  for (const path of readFiles) ops.read.add(path);
  for (const path of modifiedFiles) ops.edited.add(path);
}

/** The lists Pi would write of them (Pi: computeFileLists): what was changed is not listed as read. */
export function fileLists(ops: FileOps): FileLists {
  const modified = new Set([...ops.edited, ...ops.written]);
  return {
    readFiles: [...ops.read].filter((path) => !modified.has(path)).toSorted(byUnits),
    modifiedFiles: [...modified].toSorted(byUnits),
  };
}

/** As sorting without a comparison does. */
function byUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The lists in `details` of a summary; what is no list of texts counts as empty. */
export function listsIn(details: unknown): FileLists {
  const texts = (value: unknown): string[] =>
    isArray(value) ? value.filter((path): path is string => typeof path === "string") : [];
  return { readFiles: texts(field(details, "readFiles")), modifiedFiles: texts(field(details, "modifiedFiles")) };
}

/** The lists between `<read-files>` and `<modified-files>` tags of a summary (Pi: formatFileOperations), the last of each. */
export function listsInText(summary: string): FileLists {
  return { readFiles: tagged(summary, "read-files"), modifiedFiles: tagged(summary, "modified-files") };
}

function tagged(text: string, tag: string): string[] {
  const open = `<${tag}>`;
  const start = text.lastIndexOf(open);
  if (start === -1) return [];
  const end = text.indexOf(`</${tag}>`, start);
  if (end === -1) return [];
  const lines = text.slice(start + open.length, end).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** What is said of one file and what was done to it. */
export interface FileComparison {
  readonly path: string;
  readonly listed: readonly ("read" | "changed")[];
  readonly really: "read" | "changed" | null;
  /** Only an earlier summary says so: no tool call in what was summarised. */
  readonly carried: boolean;
}

/**
 * The files a summary lists, in its details or its text, beside those its tool calls and the summaries before it touched. What
 * differs comes first.
 */
export function compareFiles(entry: unknown, calls: FileOps, earlier: FileOps): FileComparison[] {
  const listed = new Map<string, Set<"read" | "changed">>();
  for (const lists of [listsIn(field(entry, "details")), listsInText(summaryText(entry))]) {
    for (const path of lists.readFiles) listed.set(path, (listed.get(path) ?? new Set()).add("read"));
    for (const path of lists.modifiedFiles) listed.set(path, (listed.get(path) ?? new Set()).add("changed"));
  }
  const all = fileLists({
    read: new Set([...calls.read, ...earlier.read]),
    written: calls.written,
    edited: new Set([...calls.edited, ...earlier.edited]),
  });
  const really = new Map<string, "read" | "changed">();
  for (const path of all.modifiedFiles) really.set(path, "changed");
  for (const path of all.readFiles) really.set(path, "read");
  const touched = new Set([...calls.read, ...calls.written, ...calls.edited]);
  const rows = [...new Set([...really.keys(), ...listed.keys()])].map((path): FileComparison => ({
    path,
    listed: [...(listed.get(path) ?? [])].toSorted(byUnits),
    really: really.get(path) ?? null,
    carried: really.has(path) && !touched.has(path),
  }));
  const order = (row: FileComparison): number => (differs(row) ? 0 : row.really === "changed" ? 1 : 2);
  return rows.toSorted((a, b) => order(a) - order(b) || byUnits(a.path, b.path));
}

/** True when a summary has lists of files, be they empty. */
export function hasLists(entry: unknown): boolean {
  const details = field(entry, "details");
  const text = summaryText(entry);
  const isListed = isArray(field(details, "readFiles")) || isArray(field(details, "modifiedFiles"));
  return isListed || text.includes("<read-files>") || text.includes("<modified-files>");
}

/** True when the list is not what the tool calls say. */
export function differs({ listed, really }: FileComparison): boolean {
  return listed.length !== (really === null ? 0 : 1) || (really !== null && listed[0] !== really);
}
