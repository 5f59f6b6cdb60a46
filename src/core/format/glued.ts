import { isObject } from "../../lib/json.ts";

/** Places tried in one line: a line of thousands of brace pairs is not worth more. */
const MAX_TRIES = 256;
/** Longer lines are not taken apart, UTF-16 units. */
const MAX_CHARS = 4 << 20;

/**
 * The records of a line that holds several (a newline was lost between them): the text of each, or undefined when the line
 * is not two or more JSON objects one after another. Pi skips such a line whole.
 */
export function splitGluedRecords(text: string): string[] | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const records: string[] = [];
  let start = 0;
  let tries = 0;
  for (let at = text.indexOf("}{"); at !== -1; at = text.indexOf("}{", at + 1)) {
    if (++tries > MAX_TRIES) return undefined;
    const head = text.slice(start, at + 1);
    if (!isRecord(head)) continue;
    records.push(head);
    start = at + 1;
  }
  if (records.length === 0 || !isRecord(text.slice(start))) return undefined;
  records.push(text.slice(start));
  return records;
}

/** The records that can be saved from a broken line: those of a glued one, or the one left when NUL bytes are taken out. */
export function salvagedRecords(text: string): string[] | undefined {
  const stripped = text.replaceAll("\0", "");
  const glued = splitGluedRecords(stripped);
  if (glued !== undefined) return glued;
  return stripped !== text && isRecord(stripped) ? [stripped.trim()] : undefined;
}

function isRecord(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
