import { field, isObject, type JsonObject } from "../../lib/json.ts";
import { ENTRY_TYPES } from "../entries/kinds.ts";

/** Bytes looked at to tell what a file is. */
const SNIFF_BYTES = 256 << 10;

/** Thrown for a file that is not a Pi session at all. `kind` names it; the message is for people. */
export class WrongKindError extends Error {
  override readonly name = "WrongKindError";
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Magic numbers of what people drop by mistake. */
const MAGIC: readonly [kind: string, bytes: readonly number[], message: string][] = [
  ["gzip", [0x1f, 0x8b], "This is a gzip archive. Unpack it and drop the .jsonl file inside."],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd], "This is a zstd archive. Unpack it and drop the .jsonl file inside."],
  ["zip", [0x50, 0x4b, 0x03, 0x04], "This is a zip archive. Unpack it and drop the session file inside."],
  [
    "utf-16",
    [0xff, 0xfe],
    "This file is UTF-16, as a shell redirection on Windows writes it. Save it as UTF-8; Pi refuses it as it is.",
  ],
  ["utf-16", [0xfe, 0xff], "This file is UTF-16. Save it as UTF-8; Pi refuses it as it is."],
];

/** Record types of Pi's RPC and `--mode json` event streams. */
const EVENT_TYPES = new Set(
  (
    "agent_start agent_end turn_start turn_end message_start message_update message_end tool_execution_start " +
    "tool_execution_update tool_execution_end response extension_ui_request compaction_start compaction_end " +
    "auto_retry_start auto_retry_end queue_update"
  ).split(" "),
);

/**
 * Tells by content whether a file may be a Pi session. A damaged session passes; a file of another kind does not.
 *
 * @throws WrongKindError when the first records or bytes are those of something else.
 */
export async function assertSession(file: Blob): Promise<void> {
  const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer());
  for (const [kind, magic, message] of MAGIC) {
    if (magic.every((byte, index) => head[index] === byte)) throw new WrongKindError(kind, message);
  }
  const text = new TextDecoder().decode(head).trimStart();
  if (text === "") return;
  assertNoPage(text);
  const { records, first } = headRecords(text);
  if (/^\[\s*(\{|$)/.test(first)) throw jsonArray();
  // One line fills all that was looked at: too little to say it is something else.
  if (first.length === text.length && file.size > SNIFF_BYTES && first.startsWith("{")) return;
  if (looksLikeSession(records)) return;
  for (const record of records) {
    const other = otherKind(record);
    if (other !== undefined) throw other;
  }
  if (records.length === 0) throw notRecords(text, first);
  if (!records.some(looksLikeEntry)) throw unknownRecords(records);
}

function assertNoPage(text: string): void {
  if (/^<(!doctype|html|\?xml|!--)/i.test(text)) {
    const exported = text.includes("session-data") || /pi session|session export/i.test(text);
    throw exported
      ? new WrongKindError(
          "pi-html-export",
          "This is the HTML page that Pi exports, not the session itself. Drop the .jsonl file (Pi keeps it under ~/.pi/agent/sessions).",
        )
      : new WrongKindError("html", "This is a web page, not a Pi session. Drop the session's .jsonl file.");
  }
}

/** The objects among the first lines, and the first line. The last line may be cut by the sniffing bound: it is left out. */
function headRecords(text: string): { records: JsonObject[]; first: string } {
  const lines = text.split("\n", 64);
  const records: JsonObject[] = [];
  for (const line of lines) {
    try {
      const value: unknown = JSON.parse(line);
      if (isObject(value)) records.push(value);
    } catch {
      continue; // a broken line says nothing about the kind
    }
  }
  return { records, first: lines[0] ?? "" };
}

function looksLikeSession(records: readonly JsonObject[]): boolean {
  const header = records.some((record) => field(record, "type") === "session");
  const events = records.some((record) => EVENT_TYPES.has(String(field(record, "type"))));
  return header && !events;
}

function looksLikeEntry(record: JsonObject): boolean {
  return (
    ENTRY_TYPES.includes(String(field(record, "type"))) ||
    Object.hasOwn(record, "parentId") ||
    field(record, "type") === "session"
  );
}

function otherKind(record: JsonObject): WrongKindError | undefined {
  const type = field(record, "type");
  if (EVENT_TYPES.has(String(type))) {
    return new WrongKindError(
      "pi-events",
      "This is the event stream of Pi's RPC or JSON mode, not a session file. Pi keeps the session itself under ~/.pi/agent/sessions.",
    );
  }
  if (field(record, "kind") === "header") {
    return new WrongKindError(
      "pi-harness-v4",
      "This is a version 4 store of Pi's agent harness, which Pi's own command line does not open either.",
    );
  }
  if (
    type === "session_meta" ||
    type === "response_item" ||
    (type === "event_msg" && Object.hasOwn(record, "payload"))
  ) {
    return new WrongKindError(
      "codex",
      "This is a Codex rollout, not a Pi session. This viewer reads Pi session files only.",
    );
  }
  if (typeof type === "string" && /^(session|user|assistant|tool|system)\.[a-z_]+$/.test(type)) {
    return new WrongKindError(
      "copilot",
      "This is a Copilot session, not a Pi session. This viewer reads Pi session files only.",
    );
  }
  const claude =
    Object.hasOwn(record, "parentUuid") || Object.hasOwn(record, "sessionId") || isObject(field(record, "message"));
  if (
    (type === "user" ||
      type === "assistant" ||
      type === "summary" ||
      type === "file-history-snapshot" ||
      type === "queue-operation") &&
    (claude || Object.hasOwn(record, "leafUuid"))
  ) {
    return new WrongKindError(
      "claude-code",
      "This is a Claude Code transcript, not a Pi session. This viewer reads Pi session files only.",
    );
  }
  return undefined;
}

function jsonArray(): WrongKindError {
  const message = "This is a JSON array, not a session file: a session has one JSON object on each line.";
  return new WrongKindError("json-array", message);
}

function notRecords(text: string, first: string): WrongKindError {
  // Bytes that are no text: NUL, or what UTF-8 does not allow.
  if (/[\0\ufffd]/.test(text)) {
    const message = "This is a binary file, not a Pi session: a session is text, one JSON object a line.";
    return new WrongKindError("binary", message);
  }
  if (/^\{\s*$/.test(first)) {
    const message =
      "This JSON was reformatted over many lines. A session has one whole JSON object on each line; Pi refuses this file as well.";
    return new WrongKindError("pretty-printed", message);
  }
  return new WrongKindError("text", "No line of this file is a JSON object: it is not a Pi session.");
}

function unknownRecords(records: readonly JsonObject[]): WrongKindError {
  const type = field(records[0], "type");
  const named =
    typeof type === "string" ? `its first record is of type “${type.slice(0, 60)}”` : "its first record has no type";
  return new WrongKindError(
    "jsonl",
    `This is not a Pi session: ${named}, and nothing in it looks like a session entry.`,
  );
}
