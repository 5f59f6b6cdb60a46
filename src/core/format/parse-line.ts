const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strictDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** What one line holds. */
export type ParsedLine =
  | { readonly kind: "blank" }
  | { readonly kind: "value"; readonly value: unknown; readonly badUtf8: boolean }
  | { readonly kind: "broken"; readonly text: string; readonly reason: string };

/**
 * Reads one line as Pi does (parseSessionEntryLine): blank by String.trim, else JSON. Bytes that are not UTF-8 become
 * U+FFFD, as in Node's StringDecoder.
 */
export function parseLine(bytes: Uint8Array): ParsedLine {
  const text = decoder.decode(bytes);
  if (isBlank(text)) return { kind: "blank" };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: "value", value, badUtf8: text.includes("\ufffd") && !isUtf8(bytes) };
  } catch (error) {
    return { kind: "broken", text, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Most lines begin with a brace: a copy of a long line by trim() is worth avoiding. */
function isBlank(text: string): boolean {
  return text.charCodeAt(0) !== 123 && text.trim() === "";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** True for bytes that begin with the UTF-8 byte order mark, of three bytes. */
export function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
