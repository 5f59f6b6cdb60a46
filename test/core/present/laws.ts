import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertToLlm } from "../../../src/core/index.ts";
import { contextItems } from "../../../src/core/present/items.ts";
import { contextView } from "../../../src/core/present/context.ts";
import { entryView } from "../../../src/core/present/entry.ts";
import { exportBranch, exportMessages } from "../../../src/core/present/export.ts";
import { ExportError } from "../../../src/core/present/json-writer.ts";
import { fileLines, lineCount } from "../../../src/core/present/lines.ts";
import { readBlob, readText } from "../../../src/core/present/place.ts";
import { rawView } from "../../../src/core/present/raw.ts";
import { jsonPrefix } from "../../../src/lib/text.ts";
import type { OpenedSession } from "../../../src/core/session/session.ts";
import type { Block, Place } from "../../../src/core/view/block.ts";
import { FORMS } from "../../../src/core/view/context.ts";
import type { Sentence } from "../../../src/core/view/ref.ts";
import { ask, openWithPi, type PiPoint, SessionManager } from "../../oracle/pi.ts";
import { difference } from "../../oracle/same.ts";

/** Laws that hold for every session, whatever it holds. Each gives the first violation in words, or undefined. */

/** A sentence as one text, links in brackets. */
export function words(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : `[${part.text}]`)).join("");
}

/** A value as JSON can say it. */
export function asJson(value: unknown): unknown {
  return JSON.parse(jsonPrefix(value, Infinity)) as unknown;
}

/** Every place that a value of the view names, with how long the text there is said to be (-1 for an image). */
export function placesIn(value: unknown): { place: Place; chars: number }[] {
  const found: { place: Place; chars: number }[] = [];
  const stack = [value];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const { more, place, kind } = next as { more?: { chars: number; place: Place }; place?: Place; kind?: unknown };
    if (more) found.push(more);
    if (kind === "image" && place) found.push({ place, chars: -1 });
    stack.push(...(Object.values(next) as unknown[]));
  }
  return found;
}

/** What blocks say in part can be read in full, and begins so. */
export async function placesHold(session: OpenedSession, blocks: readonly Block[]): Promise<string | undefined> {
  for (const { place, chars } of placesIn(blocks)) {
    if (chars === -1) {
      await readBlob(session, place);
      continue;
    }
    const text = await readText(session, place, Infinity);
    if (text.length !== chars) return `${JSON.stringify(place)} holds ${text.length} units, not ${chars}`;
  }
  return undefined;
}

/** The context at a point in all forms: as many items as there are messages, each readable, each estimate finite. */
export async function contextHolds(session: OpenedSession, point: number | null): Promise<string | undefined> {
  const { index } = session;
  const passes = session.passes(point ?? -1);
  const messages = JSON.parse(await (await exportMessages(session, "projected", point)).text()) as unknown[];
  const sent = JSON.parse(await (await exportMessages(session, "sent", point)).text()) as unknown[];
  const llm = difference(sent, asJson(convertToLlm(messages)));
  if (llm !== undefined) return `sent: ${llm}`;
  for (const form of FORMS) {
    const view = await contextView(session, form, point);
    const items = await contextItems(session, form, point, 0, Infinity);
    const lead = view.parts[0] === 255 ? 1 : 0;
    const expected = { stored: passes.path.length, projected: messages.length, sent: sent.length + lead }[form];
    if (view.rows.length !== expected || items.length !== expected) {
      return `${form}: ${view.rows.length} rows and ${items.length} items instead of ${expected}`;
    }
    if ((lead === 1) !== (form === "sent" && view.summary.prompt !== null))
      return `${form}: a prompt that should not lead`;
    const total = Object.values(view.summary.fates).reduce((sum, count) => sum + count, 0);
    if (total !== index.count) return `${total} fates for ${index.count} entries`;
    for (const item of items) {
      if (item.tokens !== view.tokens[item.index] || item.row !== view.rows[item.index])
        return `${form} item ${item.index}`;
      const place = await placesHold(session, item.blocks);
      if (place !== undefined) return `${form} item ${item.index}: ${place}`;
    }
  }
  return undefined;
}

/** Everything about every entry can be shown, at a point. */
export async function entriesHold(session: OpenedSession, point: number | null): Promise<string | undefined> {
  for (let row = 0; row < session.index.count; row++) {
    const view = await entryView(session, row, point);
    const said = words(view.why);
    if (!/^[A-Z].*[.!]$/s.test(said)) return `row ${row}: ${said}`;
    const place = await placesHold(session, view.blocks);
    if (place !== undefined) return `entry ${row}: ${place}`;
  }
  return undefined;
}

/** Every line that is not blank is listed once, in order, whatever the window. */
export async function linesHold(session: OpenedSession, text: string): Promise<string | undefined> {
  const all = await fileLines(session, 0, Infinity, null);
  const physical = text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [at + 1]));
  const listed = difference(
    all.map(({ line }) => line),
    physical,
  );
  if (listed !== undefined || all.length !== lineCount(session)) return `lines: ${listed}`;
  for (let at = 0; at < all.length; at++) {
    const window = await fileLines(session, at, at + 2, null);
    const part = difference(window, all.slice(at, at + 2));
    if (part !== undefined) return `window at ${at}: ${part}`;
    const raw = await rawView(session, at % 2 === 0 ? null : all[at]!.row, all[at]!.line);
    if (raw.exactWhole && raw.exact !== text.split("\n")[raw.line - 1]) return `raw line ${raw.line}: ${raw.exact}`;
  }
  return undefined;
}

const folder = mkdtempSync(join(tmpdir(), "pi-branch-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});

/** An exported branch as Pi opens it from a file of its own. */
export async function openBranch(branch: Blob): Promise<{ text: string; point: PiPoint; manager: SessionManager }> {
  const text = await branch.text();
  const path = join(folder, "branch.jsonl");
  writeFileSync(path, new Uint8Array(await branch.arrayBuffer()));
  const opened = openWithPi(text);
  if (!("value" in opened) || opened.value === undefined) throw new Error(`Pi does not open ${text.slice(0, 300)}`);
  const point = opened.value.at(undefined);
  if ("hang" in point) throw new Error("Pi would hang on the branch");
  return { text, point, manager: SessionManager.open(path) };
}

/** The branch to a point, opened by Pi, has the context, the estimate, the name and the labels that the session has there. */
export async function branchHolds(session: OpenedSession, point: number | null): Promise<string | undefined> {
  let branch: Blob;
  try {
    branch = await exportBranch(session, point, "origin.jsonl");
  } catch (error) {
    return error instanceof ExportError ? undefined : String(error);
  }
  const opened = await openBranch(branch);
  const context = opened.point.sessionContext;
  // Pi's own crash, which the file keeps: a message entry without a message, an edit without a replacement.
  if (!("value" in context)) return "crash" in context ? undefined : "Pi hangs";
  const { summary } = await contextView(session, "projected", point);
  const messages = JSON.parse(await (await exportMessages(session, "projected", point)).text()) as unknown[];
  const same = difference(messages, asJson(context.value.messages));
  if (same !== undefined) return `messages: ${same}`;
  const { tokens } = opened.point;
  // An entry without an id gets one in the copy, and Pi then believes the usage it states.
  const isGiven = session.passes(point ?? -1).path.some((row) => session.index.hasFalsyId(row));
  if (!isGiven && "value" in tokens && Number.isFinite(tokens.value) && tokens.value !== summary.tokens) {
    return `${summary.tokens} tokens, Pi has ${tokens.value}`;
  }
  return namesHold(session, point, opened.manager);
}

/** Where the branch ends in an entry with a text id, names and labels come along. */
function namesHold(session: OpenedSession, point: number | null, manager: SessionManager): string | undefined {
  const { index } = session;
  const isText = (row: number) =>
    !index.hasNoId(row) && !index.columns.ids.text(index.columns.id.at(row)).startsWith("\0");
  if (point === null || !isText(point) || index.id(point) === "") return undefined;
  const name = ask(() => manager.getSessionName());
  if ("value" in name && name.value !== session.name) return `name ${name.value}, not ${session.name}`;
  for (const row of session.passes(point).path) {
    if (!isText(row)) continue;
    const label: unknown = manager.getLabel(index.id(row));
    // A label that is no text is one here, by what it is written as.
    const text = typeof label === "object" ? index.label(row) : label === undefined ? undefined : String(label);
    if ((text ?? "") !== (index.label(row) ?? "")) {
      return `label ${text}, not ${index.label(row)}`;
    }
  }
  return undefined;
}
