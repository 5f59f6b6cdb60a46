import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { phase } from "../../state/cells.ts";
import { askWhere } from "../keys/focus.ts";
import { Keys } from "../parts/Keys.tsx";

/** ms that a selection stands before something is offered for it: nothing flickers while it is being made. */
const SETTLE = 350;
/** Pixels below the selection. */
const BELOW = 6;

interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Below a text that was selected in the session: the way to where it went. It takes no focus and no click that selects. */
export function AskWhere(): JSX.Element | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  const open = phase.value === "ready";
  useEffect(() => {
    if (!open) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      setSpot(null);
      timer = setTimeout(() => setSpot(spotOf(getSelection())), SETTLE);
    };
    const leave = (): void => setSpot(null);
    document.addEventListener("selectionchange", look);
    document.addEventListener("scroll", leave, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", look);
      document.removeEventListener("scroll", leave, { capture: true });
    };
  }, [open]);
  if (spot === null || !open) return null;
  return (
    <button
      type="button"
      class="app-ask"
      style={{ left: `${spot.left}px`, top: `${spot.top}px` }}
      // Before the press takes the selection away.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        askWhere();
        setSpot(null);
      }}
    >
      Where did this go? <Keys of="w" />
    </button>
  );
}

/** Below the end of a selection of content; null for none, and for one in a field or in the page's own words. */
function spotOf(selection: Selection | null): Spot | null {
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0 || selection.toString().trim() === "") {
    return null;
  }
  const { anchorNode } = selection;
  const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  const content = element?.closest("main .blocks, main .report, main .entry-raw, main .tree-text");
  if (content === null || content === undefined) return null;
  const boxes = [...selection.getRangeAt(0).getClientRects()];
  const last = boxes.at(-1);
  if (last === undefined) return null;
  return {
    left: Math.max(8, Math.min(innerWidth - 190, last.right - 60)),
    top: Math.max(8, Math.min(innerHeight - 40, last.bottom + BELOW)),
  };
}
