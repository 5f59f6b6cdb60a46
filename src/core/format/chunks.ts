import { nextTask } from "../../lib/next-task.ts";

/** Bytes per read. Larger reads gain nothing once the buffer is reused; smaller ones cost a turn each. */
const CHUNK_BYTES = 1 << 20;

/** How long one read may take before the stream counts as lost, ms. */
const STALL_MS = 10_000;

/** How long reading goes on before the worker may look at its messages, ms. */
const TURN_MS = 40;

/**
 * Streams that are being read, held from here: when only a suspended function holds a byte stream, a garbage collection can
 * take it together with its pending read, whose promise then never settles (seen in Chromium).
 */
const held = new Set<object>();

/**
 * Reads a blob from byte `from` to its end and hands on every piece in order. A piece is valid only during the call: its
 * memory is reused. Reads by BYOB into two buffers where the stream allows it (several times the speed of `slice()`, since
 * no fresh memory is touched), else by the default reader; a stream that stalls is given up for slices.
 *
 * @throws DOMException AbortError when `signal` aborts; NotReadableError or NotFoundError when the file changed or is gone.
 */
export async function readChunks(
  blob: Blob,
  from: number,
  onChunk: (chunk: Uint8Array) => void,
  signal?: AbortSignal,
): Promise<void> {
  const end = blob.size;
  let position = from;
  const take = (chunk: Uint8Array): void => {
    position += chunk.length;
    onChunk(chunk);
  };
  const stream = from === 0 ? blob.stream() : blob.slice(from).stream();
  const whole = await readStream(stream, take, signal);
  if (whole) return;
  while (position < end) {
    signal?.throwIfAborted();
    take(new Uint8Array(await blob.slice(position, position + CHUNK_BYTES).arrayBuffer()));
  }
}

/** True when the stream was read to its end, false when it stalled: what was handed on until then stays valid. */
async function readStream(
  stream: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => void,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const read = byobReads(stream) ?? defaultReads(stream);
  const patient = new PatientReads(signal);
  held.add(read);
  try {
    for (let turn = performance.now(); ;) {
      signal?.throwIfAborted();
      // One after another by nature: the next read reuses the buffer of this one.
      const result = await patient.within(read.next());
      if (result === "stalled") return false;
      if (result === undefined) return true;
      take(result);
      if (performance.now() - turn < TURN_MS) continue;
      await nextTask();
      turn = performance.now();
    }
  } finally {
    patient.end();
    held.delete(read);
    read.cancel();
  }
}

interface Reads {
  /** The next bytes, or undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  cancel(): void;
}

/** Two buffers in turn: the next piece is on its way into one while the other is worked on. */
function byobReads(stream: ReadableStream<Uint8Array>): Reads | undefined {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = stream.getReader({ mode: "byob" });
  } catch {
    return undefined; // not a byte stream
  }
  let spare = new ArrayBuffer(CHUNK_BYTES);
  let ahead = reader.read(new Uint8Array(new ArrayBuffer(CHUNK_BYTES)));
  return {
    async next() {
      const { done, value } = await ahead;
      if (done || value === undefined) return undefined;
      ahead = reader.read(new Uint8Array(spare));
      ahead.catch(() => undefined); // told to whoever asks for it; nobody does after a cancel
      spare = value.buffer;
      return value;
    },
    cancel: () => void reader.cancel().catch(() => undefined),
  };
}

function defaultReads(stream: ReadableStream<Uint8Array>): Reads {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? undefined : value;
    },
    cancel: () => void reader.cancel().catch(() => undefined),
  };
}

/** Waits for reads, one at a time, but neither beyond an abort nor for one that is lost. One timer for all: most are ready at once. */
class PatientReads {
  readonly #signal: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setInterval>;
  #waiting: { readonly since: number; resolve(result: "stalled"): void; reject(reason: Error): void } | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#timer = setInterval(this.#look, STALL_MS / 4);
    signal?.addEventListener("abort", this.#abort);
  }

  within<T>(read: Promise<T>): Promise<T | "stalled"> {
    return new Promise((resolve, reject) => {
      this.#waiting = { since: performance.now(), resolve, reject };
      read.then(resolve, reject);
    });
  }

  end(): void {
    clearInterval(this.#timer);
    this.#signal?.removeEventListener("abort", this.#abort);
  }

  readonly #look = (): void => {
    if (this.#waiting !== undefined && performance.now() - this.#waiting.since > STALL_MS) {
      this.#waiting.resolve("stalled");
    }
  };

  readonly #abort = (): void => this.#waiting?.reject(abortReason(this.#signal));
}

function abortReason(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("Reading was cancelled", "AbortError");
}
