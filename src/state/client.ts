/** The one way to the worker. main.tsx connects the real one, tests connect a made-up one. */
import { batch } from "@preact/signals";
import type { WorkerClient } from "../worker/client.ts";
import type { ErrorCode, Method, Requests } from "../worker/protocol.ts";
import { announcement, context, form, generation, phase, point, remarks, trouble, type Failure } from "./cells.ts";

let connected: WorkerClient | null = null;

export function connect(client: WorkerClient): void {
  connected = client;
}

export function client(): WorkerClient {
  if (connected === null) throw new Error("no worker is connected");
  return connected;
}

const codes: ReadonlySet<string> = new Set<ErrorCode>([
  "cancelled",
  "empty-file",
  "wrong-kind",
  "not-readable",
  "changed-on-disk",
  "worker-crashed",
  "out-of-memory",
  "gone",
  "no-session",
  "failed",
]);

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && codes.has(value);
}

/** What a rejected request says, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DOMException && error.name === "AbortError")
    return { code: "cancelled", message: error.message };
  if (typeof error !== "object" || error === null) return { code: "failed", message: String(error) };
  const code = "code" in error && isErrorCode(error.code) ? error.code : "failed";
  const message = "message" in error && typeof error.message === "string" ? error.message : "";
  return "kind" in error && typeof error.kind === "string" ? { code, message, kind: error.kind } : { code, message };
}

/** After one of these nothing more can be read of the open session: the page says so, and offers to open it again. */
const fatal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "not-readable",
  "changed-on-disk",
  "worker-crashed",
  "out-of-memory",
  "no-session",
]);

export const STUCK = "The point and the form stay as they are: without its file no other context can be computed.";

/**
 * Notes that the open session can no longer be read, if that is what a failure means. A point or form whose context had not
 * come is given up: what is shown belongs together, and from now on stays as it is.
 */
export function noteTrouble(failure: Failure): void {
  if (phase.peek() !== "ready" || !fatal.has(failure.code) || trouble.peek() !== null) return;
  const shown = context.peek();
  batch(() => {
    trouble.value = failure;
    announcement.value = failure.message;
    if (shown === null || (point.peek() === shown.point && form.peek() === shown.form)) return;
    remarks.value = [...remarks.peek(), STUCK];
    point.value = shown.point;
    form.value = shown.form;
  });
}

/**
 * Asks about the open session. Rejects as the worker does, and then the page as a whole also learns of a session that can
 * no longer be read. An answer of an older session is never given: it rejects with `cancelled`.
 */
export async function ask<M extends Method>(
  method: M,
  params: Requests[M]["params"],
  signal?: AbortSignal,
): Promise<Requests[M]["result"]> {
  const asked = generation.peek();
  try {
    const result = await client().request(method, params, signal === undefined ? {} : { signal });
    if (generation.peek() === asked) return result;
  } catch (error) {
    if (generation.peek() === asked) {
      noteTrouble(failureOf(error));
      throw error;
    }
  }
  throw new DOMException("the session was closed", "AbortError");
}
