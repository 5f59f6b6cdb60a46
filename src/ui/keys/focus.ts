/** What commands reach for on the page: the filter box of the tree, the text to find, and the one file input. */
import { batch } from "@preact/signals";
import { arriving } from "../report/arrival.ts";
import { choose, showLeft, showMiddle, showNarrow } from "../../state/actions.ts";

export const FILE_INPUT = "file-input";

const FILTER_BOX = '#tree input[type="search"]';

/** The cursor stands in the filter box: a second Ctrl+F is then for the browser, which finds what is on the screen. */
export function isInFilter(): boolean {
  return document.activeElement?.matches(FILTER_BOX) === true;
}

/** Shows the tree where it is hidden, and puts the cursor in its filter box. */
export function focusFilter(): void {
  batch(() => {
    showLeft("tree");
    showNarrow("tree");
  });
  // The box may be drawn by that change only.
  requestAnimationFrame(() => {
    const box = document.querySelector<HTMLInputElement>(FILTER_BOX);
    box?.focus();
    box?.select();
  });
}

/** Most UTF-16 units of a selected text that is looked for. */
const SOUGHT_UNITS = 2000;

/** Finds the text that is selected on the page in the whole session; where none is, lets the reader type one. */
export function askWhere(): void {
  const text = (getSelection()?.toString() ?? "").trim().slice(0, SOUGHT_UNITS);
  batch(() => {
    arriving.value = true;
    if (text === "") showMiddle("find");
    else choose("find", "text", text);
  });
}

/** Lets the reader choose a file. Browsers allow this only while a click or key is being handled. */
export function pickFile(): void {
  document.getElementById(FILE_INPUT)?.click();
}
