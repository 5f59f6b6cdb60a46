import { useLayoutEffect } from "preact/hooks";
import { markOnce, type Mark } from "../../state/marks.ts";

/** Notes a moment, once a session, when what was just drawn is on the screen: after the frame, not before it. */
export function usePainted(mark: Mark, drawn: boolean): void {
  // Of layout: the frame that shows what was drawn is the next one, not the one after.
  useLayoutEffect(() => {
    if (!drawn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => markOnce(mark));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [mark, drawn]);
}
