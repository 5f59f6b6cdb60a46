import { CodedError, toWireError } from "./errors.ts";
import { methodsOf, OPENING, SESSIONLESS, type Methods } from "./methods.ts";
import type { Clock, Core, MessagePortLike, Saved, SessionCache } from "./ports.ts";
import type { FromWorker, Method, Requests, ToWorker } from "./protocol.ts";
import { Slot, type OpenHooks } from "./slot.ts";
import { transferables } from "./transfer.ts";

/** Least ms between two reports of progress. */
const PROGRESS_INTERVAL = 50;

/** The time of this thread. */
export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Answers the page's requests on `port` until the worker ends. The open session lives here. Every request gets exactly one
 * `result` or `error`; requests are handled as they come, also while a file is being read.
 */
export function serve<Session, Index extends Saved>(
  port: MessagePortLike,
  core: Core<Session, Index>,
  cache: SessionCache<Index>,
  clock: Clock = systemClock,
): void {
  const asked = new Pending(port, clock);
  const slot = new Slot(core, cache, clock, (info) => {
    asked.endSession("The file was read again.");
    asked.post({ type: "replaced", info });
  });
  const methods = methodsOf(core, slot, cache);
  port.addEventListener("message", ({ data }) => {
    if (!isToWorker(data)) return;
    if (data.type === "ping") asked.post({ type: "pong" });
    else if (data.type === "cancel") asked.cancel(data.id);
    else {
      if (OPENING.has(data.method)) {
        asked.endOpening();
        asked.endSession("Another file was opened.");
        slot.drop();
      }
      void asked.answer(data.id, data.method, (hooks) => call(methods, data.method, data.params, hooks));
    }
  });
  port.start?.();
}

/** Generic, so that the compiler sees that method, parameters and result belong together. */
function call<M extends Method>(methods: Methods, method: M, params: Requests[M]["params"], hooks: OpenHooks) {
  return methods[method](params, hooks);
}

function isToWorker(data: unknown): data is ToWorker {
  return typeof data === "object" && data !== null && "type" in data;
}

interface Asked {
  readonly method: Method;
  readonly controller: AbortController;
  /** Some of the file could be read. */
  begun: boolean;
}

/** The requests that have no answer yet. An answer to one that is not here any more goes nowhere. */
class Pending {
  readonly #port: MessagePortLike;
  readonly #clock: Clock;
  readonly #asked = new Map<number, Asked>();

  constructor(port: MessagePortLike, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
  }

  post(message: FromWorker, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  /** Runs `work` and posts what comes of it. Never rejects. */
  async answer(
    id: number,
    method: Method,
    work: (hooks: OpenHooks) => Requests[Method]["result"] | Promise<Requests[Method]["result"]>,
  ): Promise<void> {
    const asked = { method, controller: new AbortController(), begun: !SESSIONLESS.has(method) };
    this.#asked.set(id, asked);
    try {
      const value = await work(this.#hooks(id, asked));
      if (!this.#asked.has(id)) return;
      // May throw, for want of memory: then the error below is the answer.
      this.post({ type: "result", id, value }, transferables(value));
      this.#asked.delete(id);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  cancel(id: number): void {
    this.#asked.get(id)?.controller.abort();
    this.#fail(id, new CodedError("cancelled", "Cancelled."));
  }

  /** Another file is being opened: ends the opening before it. */
  endOpening(): void {
    for (const [id, { method }] of this.#asked) if (OPENING.has(method)) this.cancel(id);
  }

  /** The open session is no more: ends what was asked of it. */
  endSession(why: string): void {
    for (const [id, { method }] of this.#asked) {
      if (!SESSIONLESS.has(method)) this.#fail(id, new CodedError("gone", why));
    }
  }

  #fail(id: number, error: unknown): void {
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    this.#asked.delete(id);
    this.post({ type: "error", id, error: toWireError(error, asked.begun) });
  }

  #hooks(id: number, asked: Asked): OpenHooks {
    let last = Number.NEGATIVE_INFINITY;
    let previewed = false;
    return {
      signal: asked.controller.signal,
      onProgress: (progress) => {
        if (progress.bytes > 0) asked.begun = true;
        const now = this.#clock.now();
        if (!this.#asked.has(id) || now - last < PROGRESS_INTERVAL) return;
        last = now;
        this.post({ type: "progress", id, progress });
      },
      onPreview: (rows) => {
        if (!this.#asked.has(id) || previewed) return;
        try {
          const first = rows();
          if (first.length > 0) this.post({ type: "preview", id, rows: first });
          previewed = first.length > 0;
        } catch {
          // The reading goes on: the rows come with the whole tree.
          previewed = true;
        }
      },
    };
  }
}
