import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { openSession } from "../../src/core/index.ts";
import type { Session } from "../../src/core/index.ts";
import { disagreements, somePoints } from "./disagreements.ts";
import { openWithPi } from "./pi.ts";

/** `npm run compare -- <files or folders>`: opens each session here and with Pi, and says where they do not agree. */

export interface Verdict {
  readonly file: string;
  readonly ok: boolean;
  readonly lines: readonly string[];
}

const POINTS = 20;

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => join(path, name));
}

function message(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** What we say of a file that Pi does not open: its kind, or its entries and problems. */
function reading(session: Session): string {
  const counts = new Map<string, number>();
  for (const { code } of session.problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  const problems = Array.from(counts, ([code, count]) => (count === 1 ? code : `${code} ×${count}`));
  return `${session.ids().length} entries, context of ${session.buildContextEntries().length}; ${problems.join(", ") || "no problems"}`;
}

async function verdict(bytes: Buffer): Promise<Omit<Verdict, "file">> {
  const pi = openWithPi(bytes);
  let ours: Session;
  try {
    ours = await openSession(new Blob([new Uint8Array(bytes)]));
  } catch (error) {
    const refused = !("value" in pi) || pi.value === undefined;
    return { ok: refused, lines: [`${refused ? "refused by both" : "opened by Pi alone"}: ${message(error)}`] };
  }
  if ("hang" in pi || "crash" in pi || pi.value === undefined) {
    const theirs = "crash" in pi ? `crashes: ${pi.crash}` : bytes.length === 0 ? "starts a new session" : "refuses it";
    return { ok: true, lines: [`Pi ${theirs}`, `ours: ${reading(ours)}`] };
  }
  const points = somePoints(pi.value, POINTS);
  const found = await disagreements(ours, pi.value, points);
  const silent = points.filter((point) => {
    const answer = pi.value?.at(point);
    return answer === undefined || "hang" in answer || "crash" in answer.projection;
  }).length;
  const without = silent === 0 ? "" : `, Pi has no answer at ${silent}`;
  if (found.length > 0) return { ok: false, lines: found };
  return { ok: true, lines: [`agrees at ${points.length} points${without}: ${reading(ours)}`] };
}

/** Compares the sessions in some files and folders, one after the other. */
export async function* compare(paths: readonly string[]): AsyncGenerator<Verdict> {
  for (const file of paths.flatMap(filesIn)) {
    let result: Omit<Verdict, "file">;
    try {
      result = await verdict(readFileSync(file));
    } catch (error) {
      result = { ok: false, lines: [`ours fails: ${message(error)}`] };
    }
    yield { file: basename(file), ...result };
  }
}

/** Prints what {@link compare} finds; the number of files on which the two do not agree. */
export async function main(paths: readonly string[]): Promise<number> {
  let files = 0;
  let bad = 0;
  for await (const { file, ok, lines } of compare(paths)) {
    files++;
    if (!ok) bad++;
    console.log(
      `${ok ? "ok  " : "FAIL"} ${file}\n${lines
        .slice(0, 10)
        .map((line) => `       ${line}\n`)
        .join("")}`.trimEnd(),
    );
  }
  console.log(`${files} files, ${bad} without agreement`);
  return bad;
}
