// oxlint-disable-next-line import/default -- Vite makes the module: it exports a constructor of the worker
import SessionWorker from "./session.worker.ts?worker&inline";

/** Starts the worker that is part of the page's own text: the only form that also runs from `file://`. Throws where there are no workers. */
export function startWorker(): Worker {
  return new SessionWorker({ name: "session" });
}

/** Starts the first worker now, so that it is ready when a file comes. What is returned starts the others, as {@link startWorker} does. */
export function startAhead(start: () => Worker = startWorker): () => Worker {
  let first: Worker | null = null;
  try {
    first = start();
    // One that failed before anybody listened would be waited for: whoever asks next is told by the failure of its own.
    first.addEventListener("error", () => (first = null));
  } catch {
    // As above.
  }
  return () => {
    const worker = first ?? start();
    first = null;
    return worker;
  };
}
