// oxlint-disable-next-line import/default -- Vite makes the module: it exports a constructor of the worker
import SessionWorker from "./session.worker.ts?worker&inline";

/** Starts the worker that is part of the page's own text: the only form that also runs from `file://`. Throws where there are no workers. */
export function startWorker(): Worker {
  return new SessionWorker({ name: "session" });
}
