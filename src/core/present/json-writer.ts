import { cut, jsonPrefix } from "../../lib/text.ts";

/** UTF-16 units of text that are joined before they are handed to a Blob. */
const PART_UNITS = 16 << 20;

/** Thrown for what cannot be written to a file; the message is for people. */
export class ExportError extends Error {
  override readonly name = "ExportError";
}

/** JSON text of a value on one line, however deep it is nested. @throws RangeError beyond the longest text there can be */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return jsonPrefix(value, Infinity);
  }
}

/** Collects text in a Blob by parts of at most 16 M UTF-16 units, so that no text and no copy is as large as the file. */
export class TextParts {
  readonly #parts: Blob[] = [];
  #text = "";

  add(text: string): void {
    let left = text;
    while (this.#text.length + left.length > PART_UNITS) {
      const piece = cut(left, PART_UNITS - this.#text.length);
      this.#parts.push(new Blob([this.#text, piece]));
      this.#text = "";
      left = left.slice(piece.length);
    }
    this.#text += left;
  }

  /** A part of another file, as it is. */
  addBlob(blob: Blob): void {
    this.#flush();
    this.#parts.push(blob);
  }

  end(type: string): Blob {
    this.#flush();
    return new Blob(this.#parts, { type });
  }

  #flush(): void {
    if (this.#text !== "") this.#parts.push(new Blob([this.#text]));
    this.#text = "";
  }
}

/** Writes a JSON array, pretty-printed by two spaces, one value after another. */
export class JsonArrayWriter {
  readonly #parts = new TextParts();
  #empty = true;

  /** @throws ExportError when the value is too large for one text; `name` says what it is. */
  add(value: unknown, name: string): void {
    this.#parts.add(this.#empty ? "[" : ",");
    this.#parts.add(element(value, name));
    this.#empty = false;
  }

  end(): Blob {
    this.#parts.add(this.#empty ? "[]\n" : "\n]\n");
    return this.#parts.end("application/json");
  }
}

/** A value as one element of a pretty-printed array: what stands between the brackets. */
function element(value: unknown, name: string): string {
  try {
    return JSON.stringify([value], null, 2).slice(1, -2);
  } catch {
    try {
      return `\n  ${jsonPrefix(value, Infinity) || "null"}`;
    } catch {
      throw new ExportError(`${name} is too large to be written as JSON.`);
    }
  }
}

/** A new session id. Pages on plain http have no randomUUID. */
export function newSessionId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
