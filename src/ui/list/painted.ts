import { useLayoutEffect } from "preact/hooks";
import { markOnce, type Mark } from "../../state/marks.ts";

/** Notes a moment, once a session, when what was just drawn is on the screen: after the frame, not before it. */
export function usePainted(mark: Mark, drawn: boolean): void {
  // Of layout: the frame that shows what was drawn is the next one, not the one after.
  useLayoutEffect(() => {
    if (!drawn) return undefined;
    let left = false;
    const frame = requestAnimationFrame(() => {
      afterFrame(() => {
        if (!left) markOnce(mark);
      });
    });
    return () => {
      left = true;
      cancelAnimationFrame(frame);
    };
  }, [mark, drawn]);
}

/** As soon as the frame that is being made is done, ahead of answers that wait to be drawn into the next one. */
function afterFrame(run: () => void): void {
  if (typeof scheduler === "object") void scheduler.postTask(run, { priority: "user-blocking" });
  else setTimeout(run);
}
