import { useEffect, useRef, useState } from "preact/hooks";
import { failureOf } from "../../state/client.ts";

/** An answer of the worker: the newest there is. While the next one is on its way, the one before stays. */
export interface Answer<T> {
  readonly value: T | null;
  /** Why the newest question was not answered. */
  readonly failed: string | null;
  /** The newest question has waited for longer than goes unnoticed: what is shown is an older answer. */
  readonly waiting: boolean;
  /** Gives the newest question up: what is shown stays. */
  readonly cancel: () => void;
}

/** ms that a wait goes unnoticed. */
const QUIET = 150;

/** Asks again when one of `of` changes; null asks nothing and forgets the answer. */
export function useAnswer<T>(
  question: ((signal: AbortSignal) => Promise<T>) | null,
  of: readonly unknown[],
): Answer<T> {
  const [answer, setAnswer] = useState<Omit<Answer<T>, "cancel">>(NONE);
  const asked = useRef<AbortController | null>(null);
  useEffect(() => {
    if (question === null) {
      setAnswer(NONE);
      return undefined;
    }
    const abort = new AbortController();
    asked.current = abort;
    const timer = setTimeout(() => setAnswer((before) => ({ ...before, waiting: true })), QUIET);
    const settle = (now: Pick<Answer<T>, "value" | "failed">): void => {
      clearTimeout(timer);
      if (!abort.signal.aborted) setAnswer({ ...now, waiting: false });
    };
    question(abort.signal).then(
      (value) => settle({ value, failed: null }),
      (error: unknown) => settle({ value: null, failed: failureOf(error).message }),
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // The question is made anew on every drawing; `of` says when it is another one.
  }, of);
  const cancel = (): void => {
    asked.current?.abort();
    setAnswer((before) => ({ ...before, waiting: false }));
  };
  return { ...answer, cancel };
}

const NONE = { value: null, failed: null, waiting: false } as const;
