import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ListHandle } from "./VirtualList.tsx";

/**
 * The focus of a list of which only the rows in view are in the document. It goes with the active row (the one with
 * tabindex 0) when a key of the list moved it, and comes back to it when drawing the rows anew took it away. Returns how to
 * say that it shall move.
 */
export function useKeptFocus(list: { readonly current: ListHandle | null }): () => void {
  const wanted = useRef(false);
  const within = useRef(false);
  useEffect(() => {
    const element = list.current?.element;
    if (element === undefined) return undefined;
    const enter = (): void => {
      within.current = true;
    };
    const leave = (event: FocusEvent): void => {
      // A row that was taken out of the document loses the focus to nothing; a reader takes it somewhere.
      const gone = event.relatedTarget === null && event.target instanceof Element && !event.target.isConnected;
      if (!gone) within.current = false;
    };
    element.addEventListener("focusin", enter);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("focusin", enter);
      element.removeEventListener("focusout", leave);
    };
  }, [list]);
  useLayoutEffect(() => {
    const element = list.current?.element;
    const at = document.activeElement;
    const lost = within.current && at === document.body;
    // The active row was moved from outside, by a key of the page.
    const left =
      at instanceof HTMLElement && at.tabIndex < 0 && at.matches("[data-row]") && element?.contains(at) === true;
    if (!wanted.current && !lost && !left) return;
    wanted.current = false;
    element?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  });
  return () => {
    wanted.current = true;
  };
}

/** Where a key moves in a plain list; null for other keys. */
export function listMove(key: string, at: number, count: number, page: number): number | null {
  const go = (index: number): number => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case "ArrowDown":
      return go(at + 1);
    case "ArrowUp":
      return go(at - 1);
    case "PageDown":
      return go(at + Math.max(1, page - 1));
    case "PageUp":
      return go(at - Math.max(1, page - 1));
    case "Home":
      return go(0);
    case "End":
      return go(count - 1);
    default:
      return null;
  }
}

/** A key without a modifier, which nobody has used yet. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented);
}
