/** Something wrong with a line, or a relation between lines. Never fatal, never dropped. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: "error" | "warning" | "info";
  /** 1-based physical line. */
  readonly line: number;
  /** Byte offset of that line in the file. */
  readonly offset: number;
  /** One sentence, in plain words. */
  readonly message: string;
  /** Row of the entry, when the line is one. */
  readonly row?: number;
  /** What can be saved of a broken line: the text of each glued record, or of the one left without its NUL bytes. */
  readonly records?: readonly string[];
}

export type ProblemCode =
  | "unparsable-line"
  | "glued-records"
  | "torn-line"
  | "not-an-object"
  | "ignored-value"
  | "byte-order-mark"
  | "invalid-utf8"
  | "line-too-long"
  | "header-missing"
  | "header-late"
  | "header-bad-id"
  | "header-repeated"
  | "version-newer"
  | "version-lost"
  | "missing-id"
  | "bad-id"
  | "duplicate-id"
  | "missing-parent"
  | "bad-parent"
  | "cycle"
  | "self-parent"
  | "bad-timestamp"
  | "missing-message"
  | "malformed-edit"
  | "bad-name"
  | "edit-unknown-target"
  | "label-unknown-target"
  | "kept-not-on-path"
  | "result-without-call"
  | "call-without-result"
  | "odd-usage"
  | "odd-content"
  | "odd-arguments"
  | "foreign-record"
  | "unknown-type"
  | "unknown-role"
  | "unknown-block"
  | "leaf-without-id";
