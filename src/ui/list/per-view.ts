import { useEffect, useMemo, useRef } from "preact/hooks";

/** A cache for one view: made anew, with the one before at hand, when one of `of` changes; the old one is disposed of. */
export function usePerView<C>(make: (before: C | null) => C, dispose: (cache: C) => void, of: readonly unknown[]): C {
  const last = useRef<C | null>(null);
  const cache = useMemo(() => {
    const made = make(last.current);
    last.current = made;
    return made;
  }, of);
  useEffect(() => () => dispose(cache), [cache]);
  return cache;
}
