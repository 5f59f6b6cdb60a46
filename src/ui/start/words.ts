import type { Failure } from "../../state/cells.ts";
import type { ErrorCode } from "../../worker/protocol.ts";

/** What to say where the failure brings no words of its own. */
const headings: Readonly<Record<ErrorCode, string>> = {
  cancelled: "Cancelled",
  "empty-file": "This file is empty",
  "wrong-kind": "This is not a Pi session",
  "not-readable": "This file cannot be read",
  "changed-on-disk": "This file changed while it was read",
  "worker-crashed": "The reader stopped",
  "out-of-memory": "Not enough memory for this file",
  gone: "This copy is gone",
  "no-session": "No session is open",
  failed: "This file could not be opened",
};

const bodies: Readonly<Record<ErrorCode, string>> = {
  cancelled: "Nothing was opened.",
  "empty-file": "It has no lines. Pi writes a session's file together with the model's first answer.",
  "wrong-kind": "Pi keeps its sessions as .jsonl files: text, one JSON object a line.",
  "not-readable": "It may have been moved or deleted, or the browser may not read it. Choose it again.",
  "changed-on-disk": "Something wrote to it. Open it again to see it as it is now.",
  "worker-crashed": "The part of the page that reads files ended unexpectedly. Try again.",
  "out-of-memory": "The browser ran out of memory. Close other tabs and try again.",
  gone: "The browser no longer has it. Open the file itself.",
  "no-session": "Open a file first.",
  failed: "Something went wrong in the viewer.",
};

export interface FailureWords {
  readonly heading: string;
  readonly body: string;
}

/** A first sentence longer than this is no heading. */
const longest = 110;

/** What is said of a file, said of text that was pasted. */
function ofText(words: string): string {
  return words.replace(/\b(this) file\b/gi, "$1 text").replace(/ (Choose it|Open it) again[^.]*\./g, "");
}

/** The words for a failure to open a file, or pasted text. */
export function failureWords(failed: Failure, isText = false): FailureWords {
  const { heading, body } = fileWords(failed);
  return isText ? { heading: ofText(heading), body: ofText(body) } : { heading, body };
}

/** The first sentence of what the worker says is the heading: it names the kind of a file that is no session. */
function fileWords({ code, message }: Failure): FailureWords {
  const [, first = message, rest = ""] = /^(.+?)\.(?:\s+(.+))?$/s.exec(message) ?? [];
  if (message === "") return { heading: headings[code], body: bodies[code] };
  if (first.length > longest) return { heading: headings[code], body: message };
  return { heading: first, body: rest };
}
