import * as act from "../../state/actions.ts";
import * as cells from "../../state/cells.ts";
import { cancel, close, openPrevious, previousName } from "../../state/opening.ts";
import { width } from "../app/width.ts";

/** To the session that was open before, else to the start page. */
async function backFromFailure(): Promise<void> {
  if (previousName() === null) close();
  else await openPrevious();
}

/** Esc: takes back the last thing that stands in the way, one at a time. */
export function backOut(): void {
  if (cells.dialog.peek() !== null) act.showDialog(null);
  else if (cells.phase.peek() === "loading") cancel();
  else if (cells.phase.peek() === "failed") void backFromFailure();
  else if (cells.phase.peek() !== "ready") return;
  else if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  else if (cells.query.peek() !== "") act.setQuery("");
  else if (width.peek() !== "wide" && cells.narrowPane.peek() !== "context") act.showNarrow("context");
  else if (cells.rightPane.peek() !== "entry") act.showRight("entry");
  else if (cells.leftPane.peek() !== "tree") act.showLeft("tree");
  else act.select(cells.point.peek());
}
