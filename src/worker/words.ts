import type { Progress } from "./protocol.ts";

/** What an error, or an error event, says of itself, without a full stop. */
export function wordsOf(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : "";
  const text = typeof message === "string" ? message.replace(/\.+$/, "") : "";
  return text === "" ? "it failed or could not be started" : text;
}

/** Says that the worker is gone, how far its reading had come, and the way on. `detail` says why, as {@link wordsOf} does. */
export function crashMessage(detail: string, progress: Progress | undefined): string {
  const far =
    progress === undefined
      ? ""
      : ` ${megabytes(progress.bytes)} of ${megabytes(progress.totalBytes)} and ${progress.entries} entries had been read.`;
  return `The part of this page that reads sessions stopped: ${detail}.${far} Open the file again, or reload the page.`;
}

/** `12.3 MB`: a million bytes each. */
function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
