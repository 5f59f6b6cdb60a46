/**
 * Ids are compared as Pi compares them, by `Map` and `===`: the number 1 is not the text "1". Each JSON value that can be
 * equal to another gets a text of its own; text ids stand for themselves, everything else starts with a NUL.
 */
export function idKey(id: unknown): string | undefined {
  if (typeof id === "string") return id.startsWith("\0") ? `\0s${id}` : id;
  if (typeof id === "object" && id !== null) return undefined; // an object equals nothing
  return id === 0 ? "\u00000" : `\0${String(id)}`; // -0 equals 0
}

/** The id as shown and used in links: text and numbers as they are; undefined for anything else. */
export function shownId(key: string): string | undefined {
  if (!key.startsWith("\0")) return key;
  if (key.startsWith("\0s")) return key.slice(2);
  const number = key.slice(1);
  return number !== "" && Number.isFinite(Number(number)) ? number : undefined;
}
