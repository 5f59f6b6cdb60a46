import type { Failure } from "../../state/cells.ts";
import type { ErrorCode } from "../../worker/protocol.ts";

/** What a file is that is not a session: the end of "This is …". */
const kinds: Readonly<Record<string, string>> = {
  "claude-code": "a Claude Code transcript",
  codex: "a Codex rollout",
  copilot: "a Copilot session",
  "pi-events": "Pi's event stream",
  "pi-harness-v4": "a store of Pi's agent harness",
  "pi-html-export": "a page exported by Pi",
  html: "a web page",
  gzip: "a gzip archive",
  zstd: "a zstd archive",
  zip: "a zip archive",
  "utf-16": "text in UTF-16",
  binary: "a binary file",
  "json-array": "a JSON array",
  "pretty-printed": "reformatted JSON",
  text: "plain text",
};

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

/** What to say where the failure brings no words of its own. */
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
  /** Trying the same file again may help. */
  readonly again: boolean;
}

const retry: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "changed-on-disk",
  "worker-crashed",
  "out-of-memory",
  "failed",
  "cancelled",
]);

export function failureWords({ code, message, kind }: Failure): FailureWords {
  const known = kind === undefined ? undefined : kinds[kind];
  return {
    heading: known === undefined ? headings[code] : `This is ${known}, not a Pi session`,
    body: message === "" ? bodies[code] : message,
    again: retry.has(code),
  };
}
