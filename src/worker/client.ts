import type { SessionInfo } from "../core/view/info.ts";
import type { Row } from "../core/view/row.ts";
import type { ErrorCode, FromWorker, Method, Progress, Requests, ToWorker, WireError } from "./protocol.ts";
import { startAhead } from "./start.ts";
import { crashMessage, wordsOf } from "./words.ts";

/** Why a request failed. `message` is for people; `kind` says what a file of another kind is. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: ErrorCode;
  readonly kind: string | undefined;

  constructor(error: WireError) {
    super(error.message);
    this.code = error.code;
    this.kind = error.kind;
  }
}

/** The part of a Worker that the client needs. */
export interface WorkerLike {
  postMessage(message: ToWorker, transfer: Transferable[]): void;
  addEventListener(type: "message" | "messageerror" | "error", listener: (event: Event) => void): void;
  terminate(): void;
}

export interface RequestOptions {
  /** Aborting settles the request at once with `cancelled`. */
  readonly signal?: AbortSignal;
  /** Of `open` and `reopen`: bytes and entries so far, at most every 50 ms. */
  readonly onProgress?: (progress: Progress) => void;
  /** Of `open` and `reopen`: the first rows, once, before the whole tree is known. */
  readonly onPreview?: (rows: readonly Row[]) => void;
}

export interface WorkerClient {
  /**
   * Asks the worker. Always settles: with the result, or with a {@link RequestError}. A session request that was under way
   * when another file was opened, or when the session was replaced, ends with `gone`.
   */
  request<M extends Method>(
    method: M,
    params: Requests[M]["params"],
    options?: RequestOptions,
  ): Promise<Requests[M]["result"]>;
  /** The open session was read again, because the cache was out of date: ask for everything anew. Returns its own end. */
  onReplaced(callback: (info: SessionInfo) => void): () => void;
  /**
   * The worker is gone and the open session with it. Called after the pending requests have settled, so an `open` that was
   * under way has failed with the same error. The next request starts a new worker.
   */
  onCrash(callback: (error: RequestError) => void): () => void;
  /** Ends the worker, and with it the session; pending requests settle with `cancelled`. The next request starts a new one. */
  restart(): void;
}

/**
 * The page's end of the worker. `start` is for tests: by default it is the worker inlined in the page, the first of which is
 * started at once. One that `start` gives is started by the first request.
 */
export function createClient(start: () => WorkerLike = startAhead()): WorkerClient {
  return new Client(start);
}

/** Requests that need no open session: another worker can answer them just as well. */
const sessionless: ReadonlySet<Method> = new Set<Method>(["open", "reopen", "recents", "forget"]);

function opens(method: Method): boolean {
  return method === "open" || method === "reopen";
}

/**
 * How long, in ms, a cancelled request may go unconfirmed before the worker counts as stuck. Ending the worker costs
 * nothing while a file is being opened, and the next file may be waiting; later it costs the session, so a long
 * computation gets more time.
 */
const patience = { opening: 300, session: 10_000 };

/**
 * Seconds of silence, while something is asked, after which the worker counts as dead: before its first word ever, and later
 * (a pass over millions of entries answers nothing while it runs). Counted in ticks of the page's own timer: a computer
 * that slept has not waited.
 */
const silence = { first: 15, ping: 5, later: 60 };

interface Call {
  readonly id: number;
  readonly method: Method;
  readonly params: Requests[Method]["params"];
  readonly options: RequestOptions;
  /** The last progress, for the words of an error. */
  progress: Progress | undefined;
  /** Cancelled: the page has its answer, the worker has yet to confirm. */
  settled: boolean;
  deadline: ReturnType<typeof setTimeout> | undefined;
  /** Stops listening to the signal. */
  release(): void;
  // A method, not a property: a method's parameter may be narrower, and the worker answers a request of M with a result of M.
  resolve(value: Requests[Method]["result"]): void;
  reject(error: RequestError): void;
}

class Client implements WorkerClient {
  readonly #start: () => WorkerLike;
  readonly #calls = new Map<number, Call>();
  readonly #replaced = new Set<(info: SessionInfo) => void>();
  readonly #crashed = new Set<(error: RequestError) => void>();
  #worker: WorkerLike | undefined;
  #nextId = 1;
  #hasSession = false;
  /** The worker has said something since it was started. */
  #heard = false;
  #silentTicks = 0;
  #ticker: ReturnType<typeof setInterval> | undefined;

  constructor(start: () => WorkerLike) {
    this.#start = start;
  }

  request<M extends Method>(
    method: M,
    params: Requests[M]["params"],
    options: RequestOptions = {},
  ): Promise<Requests[M]["result"]> {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      if (signal?.aborted === true) {
        reject(cancelled());
        return;
      }
      const id = this.#nextId++;
      const onAbort = (): void => this.#cancel(call);
      signal?.addEventListener("abort", onAbort, { once: true });
      const release = (): void => signal?.removeEventListener("abort", onAbort);
      const state = { progress: undefined, settled: false, deadline: undefined };
      const call: Call = { id, method, params, options, release, resolve, reject, ...state };
      this.#calls.set(id, call);
      this.#send(call);
    });
  }

  onReplaced(callback: (info: SessionInfo) => void): () => void {
    this.#replaced.add(callback);
    return () => this.#replaced.delete(callback);
  }

  onCrash(callback: (error: RequestError) => void): () => void {
    this.#crashed.add(callback);
    return () => this.#crashed.delete(callback);
  }

  restart(): void {
    this.#end();
    for (const call of this.#calls.values()) this.#fail(call, cancelled());
  }

  #send(call: Call): void {
    if (opens(call.method)) this.#hasSession = false;
    const { id, method, params } = call;
    try {
      this.#worker ??= this.#listen(this.#start());
    } catch (error) {
      this.#fail(call, crash(call, wordsOf(error)));
      return;
    }
    try {
      this.#worker.postMessage({ type: "request", id, method, params }, []);
    } catch (error) {
      this.#fail(call, new RequestError({ code: "failed", message: wordsOf(error) }));
      return;
    }
    this.#ticker ??= setInterval(() => this.#tick(), 1_000);
  }

  #listen(worker: WorkerLike): WorkerLike {
    // Events of a worker that was ended may still arrive: they mean nothing any more.
    const current = (): boolean => this.#worker === worker;
    worker.addEventListener("message", (event) => {
      if (current() && "data" in event && isFromWorker(event.data)) this.#receive(event.data);
    });
    worker.addEventListener("messageerror", () => {
      if (current()) this.#crash("its answer could not be read");
    });
    worker.addEventListener("error", (event) => {
      if (current()) this.#crash(wordsOf(event));
    });
    return worker;
  }

  #receive(message: FromWorker): void {
    this.#heard = true;
    this.#silentTicks = 0;
    if (message.type === "pong") return;
    if (message.type === "replaced") {
      // Whatever is on its way speaks of rows of the session that was.
      const gone = { code: "gone", message: "The file was read again." } as const;
      for (const call of this.#calls.values()) {
        if (!sessionless.has(call.method)) this.#fail(call, new RequestError(gone));
      }
      for (const callback of this.#replaced) callback(message.info);
      return;
    }
    const call = this.#calls.get(message.id);
    if (call === undefined) return;
    switch (message.type) {
      case "progress":
        call.progress = message.progress;
        if (!call.settled) call.options.onProgress?.(message.progress);
        return;
      case "preview":
        if (!call.settled) call.options.onPreview?.(message.rows);
        return;
      case "result":
        if (opens(call.method) && !call.settled) this.#hasSession = true;
        this.#forget(call);
        call.resolve(message.value);
        return;
      case "error":
        this.#fail(call, new RequestError(message.error));
        return;
      default:
        message satisfies never;
    }
  }

  #cancel(call: Call): void {
    call.release();
    call.settled = true;
    call.reject(cancelled());
    this.#worker?.postMessage({ type: "cancel", id: call.id }, []);
    const wait = opens(call.method) ? patience.opening : patience.session;
    call.deadline = setTimeout(() => this.#stuck(call), wait);
  }

  /** A cancelled request was not confirmed: the worker is in a long task, and only ending it ends the task. */
  #stuck(call: Call): void {
    this.#forget(call);
    const lost = this.#hasSession;
    this.#end();
    const error = crash(undefined, "it did not stop what it was doing");
    const waiting = [...this.#calls.values()];
    for (const other of waiting) {
      if (other.settled || !sessionless.has(other.method)) this.#fail(other, error);
      else this.#send(other);
    }
    if (lost) for (const callback of this.#crashed) callback(error);
  }

  #crash(detail: string): void {
    const lost = this.#hasSession;
    this.#end();
    const waiting = [...this.#calls.values()];
    const opening = waiting.findLast((call) => opens(call.method) && !call.settled);
    const error = crash(opening, detail);
    for (const call of waiting) this.#fail(call, error);
    if (lost || opening !== undefined) for (const callback of this.#crashed) callback(error);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#hasSession = false;
    this.#heard = false;
    this.#silentTicks = 0;
  }

  #fail(call: Call, error: RequestError): void {
    this.#forget(call);
    call.reject(error);
  }

  #forget(call: Call): void {
    call.release();
    clearTimeout(call.deadline);
    this.#calls.delete(call.id);
    if (this.#calls.size > 0) return;
    clearInterval(this.#ticker);
    this.#ticker = undefined;
    this.#silentTicks = 0;
  }

  #tick(): void {
    this.#silentTicks++;
    if (this.#silentTicks >= (this.#heard ? silence.later : silence.first)) this.#crash("it stopped answering");
    else if (this.#silentTicks % silence.ping === 0) this.#worker?.postMessage({ type: "ping" }, []);
  }
}

function isFromWorker(data: unknown): data is FromWorker {
  return typeof data === "object" && data !== null && "type" in data;
}

function cancelled(): RequestError {
  return new RequestError({ code: "cancelled", message: "Cancelled." });
}

/** `call`: the opening that was under way, if any. */
function crash(call: Call | undefined, detail: string): RequestError {
  return new RequestError({ code: "worker-crashed", message: crashMessage(detail, call?.progress) });
}
