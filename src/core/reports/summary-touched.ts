import { field } from "../../lib/json.ts";
import type { Passes } from "../session/passes.ts";
import type { OpenedSession } from "../session/session.ts";
import { type FileOperation, fileOperations } from "./file-operations.ts";
import { cwdOf, filePath } from "./file-path.ts";
import { readEach } from "./read-each.ts";
import { compareFiles, type FileComparison, type FileLists, listsIn, listsInText } from "./summary-files.ts";
import type { SummaryReading } from "./summary-read.ts";
import { isSummary, type SummaryScope, summaryText } from "./summary-scope.ts";

/** Most earlier summaries whose lists are read, the last ones. */
const SUMMARIES = 200;

/** Parts of a path in which a file may have been touched, the nearest to what a summary's list is about first. */
const PLACES = ["range", "earlier", "kept", "path"] as const;

/** Where a listed file was touched that no call Pi counts touches in what was summarised. */
export interface Elsewhere {
  /** `range` by a tool that Pi's lists do not count, `earlier` in the list of an earlier summary, `kept` in the range it kept. */
  readonly place: (typeof PLACES)[number];
  readonly kind: "read" | "changed";
  /** No such call there succeeded. */
  readonly failed: boolean;
}

export interface ListedFile extends FileComparison {
  /** Null where `really` says it, and for a file that was touched nowhere. */
  readonly elsewhere: Elsewhere | null;
  /** False where not all calls of the path were looked at. */
  readonly isSearched: boolean;
}

/**
 * The files a summary lists beside those that were touched in what it summarised (compareFiles), those that another spelling names taken
 * together; and for each that was not, where on the path it was. The path is that to the point where the summary lies on it, else that
 * to the summary, and the branch that was left.
 *
 * Rejects with an AbortError once `signal` aborts, with a DOMException NotReadableError when the file has changed.
 */
export async function listedFiles(
  session: OpenedSession,
  scope: SummaryScope,
  point: Passes,
  entry: unknown,
  reading: SummaryReading,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const key = (path: string): string => filePath(path, cwdOf(session));
  const files = oneSpelling(compareFiles(entry, reading.calls, reading.earlier), key);
  const wanted = new Set(files.filter(({ really }) => really === null).map(({ path }) => key(path)));
  const plain = files.map((file) => ({ ...file, elsewhere: null, isSearched: true }));
  if (wanted.size === 0) return plain;
  const found = new Map<string, Elsewhere>();
  const note = (path: string, elsewhere: Elsewhere): void => {
    const known = found.get(path);
    if (wanted.has(path) && (known === undefined || rank(elsewhere) < rank(known))) found.set(path, elsewhere);
  };
  const walks = [point.pathIndex[scope.row] === -1 ? scope.after : point];
  if (scope.kind === "branch") walks.push(scope.before);
  let unread = 0;
  for (const walk of walks) {
    const operations = await fileOperations(session, walk, signal);
    unread += operations.unread;
    const placed = placing(scope);
    for (const one of operations.list) {
      if (one.kind !== "look") note(one.path, { ...placed(one), failed: one.outcome === "failed" });
    }
  }
  await earlierLists(session, scope, signal, ({ readFiles, modifiedFiles }) => {
    for (const path of readFiles) note(key(path), { place: "earlier", kind: "read", failed: false });
    for (const path of modifiedFiles) note(key(path), { place: "earlier", kind: "changed", failed: false });
  });
  return plain.map((file) =>
    file.really === null ? { ...file, elsewhere: found.get(key(file.path)) ?? null, isSearched: unread === 0 } : file,
  );
}

/** Calls that were done before those that failed, of these the nearest, of which a change says more than a read. */
function rank({ place, kind, failed }: Elsewhere): number {
  return (failed ? 10 : 0) + 2 * PLACES.indexOf(place) + (kind === "read" ? 1 : 0);
}

function placing({ summarised, after, row, kind }: SummaryScope): (one: FileOperation) => Omit<Elsewhere, "failed"> {
  const range = new Set(summarised);
  const end = kind === "compaction" ? (after.pathIndex[row] ?? -1) : -1;
  return ({ row: answer, result, kind: what }) => {
    const at = after.pathIndex[answer] ?? -1;
    const isKept = at !== -1 && at >= after.keptFrom && at < end;
    const place = range.has(answer) || range.has(result) ? "range" : isKept ? "kept" : "path";
    return { place, kind: what === "read" ? "read" : "changed" };
  };
}

/** Hands over the lists of the summaries before one, whoever made them: of extensions too, which Pi does not carry on. */
async function earlierLists(
  session: OpenedSession,
  { before, after, row }: SummaryScope,
  signal: AbortSignal,
  use: (lists: FileLists) => void,
): Promise<void> {
  const rows = new Set([...before.path, ...after.path].filter((one) => one !== row && isSummary(session.index, one)));
  await readEach(session, [...rows].slice(-SUMMARIES), signal, (entry) => {
    use(listsIn(field(entry, "details")));
    use(listsInText(summaryText(entry)));
  });
}

/** A file that is listed in one spelling and was touched in another is one: `./a.ts` and `a.ts`. */
function oneSpelling(files: readonly FileComparison[], key: (path: string) => string): FileComparison[] {
  const touched = new Map<string, FileComparison>();
  for (const file of files) if (file.listed.length === 0) touched.set(key(file.path), file);
  if (touched.size === 0) return [...files];
  const gone = new Set<FileComparison>();
  const merged = files.map((file) => {
    const other = file.really === null ? touched.get(key(file.path)) : undefined;
    if (other === undefined) return file;
    gone.add(other);
    return { ...file, really: other.really, carried: other.carried };
  });
  return merged.filter((_, at) => !gone.has(files[at]!));
}
