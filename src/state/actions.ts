/** What a reader can do with an open session. Opening and closing one: opening.ts. */
import { batch } from "@preact/signals";
import type { Form } from "../core/view/context.ts";
import type { Fate } from "../core/view/fate.ts";
import type { ReportName } from "../core/view/report.ts";
import type { Filter } from "../core/view/row.ts";
import * as cells from "./cells.ts";
import { ask, STUCK } from "./client.ts";
import { download } from "./download.ts";
import { noteStep } from "./history.ts";

/** Reads an entry. The point stays where it is. */
export function select(row: number | null): void {
  batch(() => {
    cells.selection.value = row;
    if (cells.rightPane.peek() === "problems") cells.rightPane.value = "entry";
  });
}

/**
 * Without its file no other context can be computed. Then point and form stay, so that all that is shown belongs together.
 */
function isStuck(): boolean {
  if (cells.trouble.peek() === null) return false;
  remark(STUCK);
  return true;
}

/** Shows the context at an entry; null is before any entry. A step in the history. */
export function setPoint(row: number | null): void {
  if (row === cells.point.peek() || isStuck()) return;
  noteStep();
  cells.point.value = row;
}

export function setForm(form: Form): void {
  if (form !== cells.form.peek() && !isStuck()) cells.form.value = form;
}

/** Folds go with the rows they were made in, as in Pi: one that a filter hides would hide what is below it without a sign. */
export function setFilter(filter: Filter): void {
  batch(() => {
    cells.filter.value = filter;
    cells.folded.value = new Set();
  });
}

/** Shows entries of one fate only, or of all again when those are what is shown. */
export function toggleFate(fate: Fate): void {
  const [only, ...others] = cells.fates.peek();
  batch(() => {
    cells.fates.value = only === fate && others.length === 0 ? [] : [fate];
    cells.folded.value = new Set();
    cells.leftPane.value = "tree";
  });
}

export function setQuery(query: string): void {
  batch(() => {
    cells.query.value = query;
    cells.folded.value = new Set();
  });
}

/** Hides or shows what hangs below a row. */
export function toggleFold(row: number): void {
  const folded = new Set(cells.folded.peek());
  if (!folded.delete(row)) folded.add(row);
  cells.folded.value = folded;
}

export function showLeft(pane: cells.LeftPane): void {
  cells.leftPane.value = pane;
}

/** Shows the context, or a report on it. */
export function showMiddle(pane: cells.MiddlePane): void {
  batch(() => {
    cells.middlePane.value = pane;
    cells.narrowPane.value = "context";
  });
}

/** Makes a choice in a report, and shows the report. */
export function choose(report: ReportName, control: string, value: string): void {
  const { [report]: made, ...others } = cells.choices.peek();
  batch(() => {
    cells.choices.value = { ...others, [report]: { ...made, [control]: value } };
    showMiddle(report);
  });
}

export function showRight(pane: cells.RightPane): void {
  batch(() => {
    cells.rightPane.value = pane;
    cells.narrowPane.value = "entry";
  });
}

export function showNarrow(pane: cells.NarrowPane): void {
  cells.narrowPane.value = pane;
}

export function showDialog(dialog: cells.Dialog | null): void {
  cells.dialog.value = dialog;
}

export function dismissRemark(text: string): void {
  cells.remarks.value = cells.remarks.peek().filter((remark) => remark !== text);
}

export function remark(text: string): void {
  cells.remarks.value = [...cells.remarks.peek().filter((known) => known !== text), text];
}

/** Says something through the live region; the same words again are said again. */
export function announce(text: string): void {
  cells.announcement.value = cells.announcement.peek() === text ? `${text}\u00a0` : text;
}

export type StepTo = "next" | "previous" | "first" | "last" | "next-prompt" | "previous-prompt";

/** Moves the selection: through the rows of the list on the left, or from prompt to prompt on its branch. */
export async function step(to: StepTo): Promise<void> {
  const from = cells.selection.peek();
  if (to === "next-prompt" || to === "previous-prompt") {
    const row = await quietly(ask("step", { row: from, to: "prompt", back: to === "previous-prompt" }));
    if (row !== null && cells.selection.peek() === from) select(row);
    else if (row === null) announce(to === "next-prompt" ? "No later prompt" : "No earlier prompt");
    return;
  }
  const row = cells.leftPane.peek() === "file" ? inFile(to, from) : inTree(to, from);
  if (row !== null) select(row);
}

/** Moves the point, and the selection with it, to the next or previous model request on its branch. */
export async function stepRequest(back: boolean): Promise<void> {
  const from = cells.point.peek();
  const row = await quietly(ask("step", { row: from, to: "request", back }));
  if (row === null) return announce(back ? "No earlier request" : "No later request");
  if (cells.point.peek() !== from || isStuck()) return;
  batch(() => {
    cells.point.value = row;
    select(row);
  });
}

function inFile(to: StepTo, from: number | null): number | null {
  const last = (cells.info.peek()?.entries ?? 0) - 1;
  if (last < 0) return null;
  if (to === "first" || (from === null && to === "next")) return 0;
  if (to === "last" || from === null) return last;
  return Math.min(last, Math.max(0, to === "next" ? from + 1 : from - 1));
}

function inTree(to: StepTo, from: number | null): number | null {
  const rows = cells.tree.peek()?.rows;
  if (rows === undefined || rows.length === 0) return null;
  if (to === "first") return rows[0] ?? null;
  if (to === "last") return rows.at(-1) ?? null;
  const at = from === null ? -1 : rows.indexOf(from);
  if (at >= 0) return rows[to === "next" ? at + 1 : at - 1] ?? null;
  return nearest(rows, from ?? -1, to === "next");
}

/** A selection that the tree does not show: the closest row of the file after or before it that it does show. */
function nearest(rows: Int32Array, from: number, after: boolean): number | null {
  let best: number | null = null;
  for (const row of rows) {
    if (after ? row > from && (best === null || row < best) : row < from && (best === null || row > best)) best = row;
  }
  return best;
}

/** The answer, or null when there is none: the session was closed, or has failed and the page says so elsewhere. */
async function quietly<T>(answer: Promise<T | null>): Promise<T | null> {
  try {
    return await answer;
  } catch {
    return null;
  }
}

export function toggleThinking(): void {
  cells.showThinking.value = !cells.showThinking.peek();
  announce(cells.showThinking.peek() ? "Thinking shown" : "Thinking folded");
}

export function toggleSource(): void {
  cells.showSource.value = !cells.showSource.peek();
  announce(cells.showSource.peek() ? "Texts as they were written" : "Texts as Markdown");
}

export function toggleToolOutput(): void {
  cells.showToolOutput.value = !cells.showToolOutput.peek();
  announce(cells.showToolOutput.peek() ? "Tool output shown" : "Tool output folded");
}

export function toggleHidden(): void {
  cells.showHidden.value = !cells.showHidden.peek();
  announce(cells.showHidden.peek() ? "Hidden messages shown" : "Hidden messages folded");
}

export function setTheme(theme: cells.Theme): void {
  cells.theme.value = theme;
}

/** Downloads the context at the point as JSON, or the branch to it as a session file. */
export async function exportContext(what: "projected" | "sent" | "branch"): Promise<void> {
  announce("Preparing the download");
  try {
    const { name, blob } = await ask("export", { what, point: cells.point.peek() });
    download(name, blob);
    announce(`Saved as ${name}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    remark(`The download could not be made${message === "" ? "." : `: ${message}`}`);
  }
}
