import { useEffect, useState } from "preact/hooks";
import { failureOf } from "../../state/client.ts";

/** An answer of the worker: the newest there is. While the next one is on its way, the one before stays. */
export interface Answer<T> {
  readonly value: T | null;
  /** Why the newest question was not answered. */
  readonly failed: string | null;
}

/** Asks again when one of `of` changes; null asks nothing and forgets the answer. */
export function useAnswer<T>(
  question: ((signal: AbortSignal) => Promise<T>) | null,
  of: readonly unknown[],
): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ value: null, failed: null });
  useEffect(() => {
    if (question === null) {
      setAnswer({ value: null, failed: null });
      return undefined;
    }
    const abort = new AbortController();
    question(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setAnswer({ value, failed: null });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setAnswer({ value: null, failed: failureOf(error).message });
      },
    );
    return () => abort.abort();
    // The question is made anew on every drawing; `of` says when it is another one.
  }, of);
  return answer;
}
