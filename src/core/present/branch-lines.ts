import type { OpenedSession } from "../session/session.ts";
import { TextParts } from "./json-writer.ts";

/** Bytes of a byte order mark in UTF-8. */
const MARK_BYTES = 3;

/** Collects the lines of a session file. Lines of the open file that follow one another become one part of it: nothing is read. */
export class BranchLines {
  readonly #session: OpenedSession;
  readonly #parts = new TextParts();
  /** The run of stored lines not yet added: bytes `start` to `end` of the file. */
  #run: { readonly start: number; end: number } | undefined;

  constructor(session: OpenedSession) {
    this.#session = session;
  }

  /** A line of its own text. */
  add(text: string): void {
    this.#endRun();
    this.#parts.add(`${text}\n`);
  }

  /** The line of an entry, byte for byte. */
  addStored(row: number): void {
    const { columns } = this.#session.index;
    const offset = columns.offset.at(row);
    const end = offset + columns.length.at(row);
    if (this.#run !== undefined && this.#run.end + 1 === offset) {
      this.#run.end = end;
      return;
    }
    this.#endRun();
    this.#run = { start: offset + (this.#hasMark(row) ? MARK_BYTES : 0), end };
  }

  end(): Blob {
    this.#endRun();
    return this.#parts.end("application/x-ndjson");
  }

  #endRun(): void {
    if (this.#run === undefined) return;
    this.#parts.addBlob(this.#session.file.slice(this.#run.start, this.#run.end));
    this.#parts.add("\n");
    this.#run = undefined;
  }

  /** True for the line that begins with the file's byte order mark: within a file it would make the line unreadable. */
  #hasMark(row: number): boolean {
    const session = this.#session;
    return session.index.columns.line.at(row) === 1 && session.problems.some(({ code }) => code === "byte-order-mark");
  }
}
