/** The two places on the page that commands reach for: the filter box of the tree, and the one file input. */
import { batch } from "@preact/signals";
import { showLeft, showNarrow } from "../../state/actions.ts";

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

/** Lets the reader choose a file. Browsers allow this only while a click or key is being handled. */
export function pickFile(): void {
  document.getElementById(FILE_INPUT)?.click();
}
