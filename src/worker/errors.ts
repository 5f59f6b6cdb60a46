import type { ErrorCode, WireError } from "./protocol.ts";

/** An error that one side throws on purpose: it crosses with this code and message. */
export class CodedError extends Error {
  override readonly name = "CodedError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const unreadable =
  "This file could not be read. It may have been moved or deleted, or this page may not be allowed to read it. If it is a folder, open the files in it.";

const changed = "The file was deleted or changed on disk while it was open. Open it again to see it as it is now.";

const tooLarge =
  "There was not enough memory. Close other tabs, or open the page afresh, and try again. The file itself is untouched.";

/** What browsers and Node say when memory for a string, buffer or copy cannot be had. */
const allocation = /alloc|out of memory|invalid (string|array|array buffer|typed array) length/i;

/** The kind a WrongKindError names; read by shape, so that this file needs nothing of the core. */
function wrongKind(error: Error): string | undefined {
  return error.name === "WrongKindError" && "kind" in error && typeof error.kind === "string" ? error.kind : undefined;
}

/**
 * Any thrown value as it crosses to the page. `begun`: some of the file had been read before, so a file that cannot be
 * read now was changed or deleted meanwhile.
 */
export function toWireError(error: unknown, begun: boolean): WireError {
  if (error instanceof CodedError) return { code: error.code, message: error.message };
  // Not every DOMException is an Error by its prototype in every realm; all of them have a name and a message.
  const { name, message } = named(error);
  switch (name) {
    case "AbortError":
      return { code: "cancelled", message: "Cancelled." };
    case "NotFoundError":
    case "NotReadableError":
    case "SecurityError":
      return begun ? { code: "changed-on-disk", message: changed } : { code: "not-readable", message: unreadable };
    // The core's own words, for people.
    case "ExportError":
      return { code: "failed", message };
    default:
  }
  if (error instanceof Error) {
    const kind = wrongKind(error);
    if (kind !== undefined) return { code: "wrong-kind", message, kind };
  }
  // A stack overflow is a RangeError too, and more memory would not help it.
  if (allocation.test(message)) return { code: "out-of-memory", message: tooLarge };
  return { code: "failed", message: `Something went wrong in the viewer: ${message}` };
}

function named(error: unknown): { name: string; message: string } {
  if (typeof error !== "object" || error === null) return { name: "", message: String(error) };
  const name = "name" in error && typeof error.name === "string" ? error.name : "";
  const message = "message" in error && typeof error.message === "string" ? error.message : "";
  return { name, message: message === "" ? name || "no reason given" : message };
}
