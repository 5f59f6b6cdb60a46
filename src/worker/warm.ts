import type { Clock, Core, ReadOptions, Saved } from "./ports.ts";
import { packColumns, unpackColumns } from "./record.ts";

/** Sessions that are read, entries of each, and ms of rest before each: short turns, between which the page is heard. */
const ROUNDS = 24;
const ENTRIES = 198;
const REST = 15;
/** Times that a round goes on from stored columns: what looks at every entry is soon done, so it takes many to be compiled. */
const AGAIN = 8;
/** ms before the first: the page comes first, which is just being loaded. */
const QUIET = 400;

/** A bit of everything that answers hold. */
const CODE = "// Adds.\nexport const add = (a: number): string => `${a + 1}`;\n";
const ANSWER = `and **so** it is, see \`a.ts\` and [this](https://example.org).\n\n## Next\n\n- one *a* b_c\n- two\n\n1. three\n   four\n
\`\`\`ts\n${CODE}\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> five\n`;

/**
 * Runs the code that opens a file, on made-up sessions, while nobody waits: what has run is compiled, so the first file is read
 * as fast as the second. Ends, at the latest after the turn it is in, when `signal` aborts. Never rejects.
 */
export async function warmUp<Session, Index extends Saved>(
  core: Core<Session, Index>,
  signal: AbortSignal,
  clock: Pick<Clock, "sleep">,
): Promise<void> {
  try {
    await clock.sleep(QUIET);
    const file = madeUp();
    let saved: Index | undefined;
    let record: unknown;
    let last: Session | undefined;
    for (let round = 0; round < ROUNDS; round++) {
      await clock.sleep(REST);
      signal.throwIfAborted();
      const session = await openOnce(core, file, signal);
      signal.throwIfAborted();
      saved ??= await core.saveIndex(session, signal);
      record ??= await packColumns(saved);
      await unpackColumns(record);
      signal.throwIfAborted();
      for (let i = 0; i < AGAIN; i++) {
        last = await core.openSession(file, { ...quiet(signal), saved });
        look(core, last);
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      await clock.sleep(REST);
      signal.throwIfAborted();
      if (last !== undefined) await readOnce(core, last, round, signal);
    }
  } catch {
    // Nobody waits for it.
  }
}

/** What the page does with a file first. */
async function openOnce<Session, Index extends Saved>(
  core: Core<Session, Index>,
  file: Blob,
  signal: AbortSignal,
): Promise<Session> {
  const session = await core.openSession(file, quiet(signal));
  signal.throwIfAborted();
  const [rows, point] = look(core, session);
  core.rowsOf(session, rows, point);
  await core.contextView(session, "projected", point);
  signal.throwIfAborted();
  await core.contextItems(session, "projected", point, rows.length - 12, rows.length);
  // As typed: each letter narrows what the one before has found.
  for (const query of ["w", "wo", "words"]) core.treeView(session, { filter: "default", query, folded: [], point });
  return session;
}

/** What comes after the tree: the chart, and answers with all they may hold. */
async function readOnce<Session, Index extends Saved>(
  core: Core<Session, Index>,
  session: Session,
  round: number,
  signal: AbortSignal,
): Promise<void> {
  const { leaf: point } = core.sessionInfo(session, "", "cached");
  for (let i = 0; i < AGAIN; i++) await core.growthOf(session, point);
  // Another text each time: what was read is remembered.
  await core.readMarkdown(`${round} ${ANSWER}`, signal);
  core.codeTokens(CODE, "typescript");
}

/** What looks at every entry: totals, tree and map. */
function look<Session, Index extends Saved>(core: Core<Session, Index>, session: Session): [Int32Array, number | null] {
  const { leaf: point, entries } = core.sessionInfo(session, "", "cached");
  const { rows } = core.treeView(session, { filter: "default", query: "", folded: [], point });
  core.minimapOf(session, entries, point);
  return [rows, point];
}

function quiet(signal: AbortSignal): ReadOptions<never> {
  return { signal, onProgress: () => undefined, onPreview: (rows) => void rows() };
}

/** A chain of prompts, answers with a call, and results, as Pi writes them. */
function madeUp(): Blob {
  const timestamp = new Date(0).toISOString();
  const lines: unknown[] = [{ type: "session", version: 3, id: "s", timestamp, cwd: "/" }];
  const text = (length: number) => ({ type: "text", text: "words and\n".repeat(length) });
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const usage = { input: 1, output: 1, cacheRead: 1, cacheWrite: 1, totalTokens: 4, cost };
  const names = { api: "a", provider: "p", model: "m" };
  for (let row = 0; row < ENTRIES; row++) {
    const call = { type: "toolCall", id: `c${row}`, name: "bash", arguments: { command: "ls" } };
    const result = { toolCallId: `c${row - 1}`, toolName: "bash", isError: false };
    const message = [
      { role: "user", content: [text(20)] },
      { role: "assistant", content: [text(30), call], ...names, usage, stopReason: "toolUse" },
      { role: "toolResult", content: [text(60)], ...result },
    ][row % 3];
    const parentId = row === 0 ? null : `e${row - 1}`;
    lines.push({ type: "message", id: `e${row}`, parentId, timestamp, message: { ...message, timestamp: 0 } });
  }
  return new Blob(lines.map((line) => `${JSON.stringify(line)}\n`));
}
