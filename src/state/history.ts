/**
 * The history of the browser. Each of its entries has a number for its state: that of the session it shows, or 0 for the start
 * page. One without a number was made by a link in the address.
 */
import * as cells from "./cells.ts";

export const START_PAGE = 0;

let stepped = false;

/** What changes now is a step: Back leads to where the reader was before. All other changes of place go along in silence. */
export function noteStep(): void {
  stepped = true;
}

/** Before a press that may lead on, by a link or a button, is handled: if it changes the place, that is a step. */
export function watchStep(): void {
  const [point, selection] = [cells.point.peek(), cells.selection.peek()];
  setTimeout(() => {
    if (cells.point.peek() !== point || cells.selection.peek() !== selection) noteStep();
  });
}

/** The number of the session that the present entry shows; null for none that is known. */
export function shownSession(): number | null {
  const state: unknown = history.state;
  return typeof state === "number" ? state : null;
}

/**
 * Writes where the reader is into the history: in place of what its present entry says, or after a step as a new one.
 * Browsers refuse this when it is done too often.
 */
export function showPlace(hash: string, session: number, step = stepped): void {
  stepped = false;
  if (location.hash === hash && history.state === session) return;
  const url = hash === "" ? location.pathname + location.search : hash;
  try {
    if (step) history.pushState(session, "", url);
    else history.replaceState(session, "", url);
  } catch {
    // The next change writes it.
  }
}
