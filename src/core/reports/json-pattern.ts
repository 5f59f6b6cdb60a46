/** Short escapes of JSON, by the character they stand for. */
const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "/": "\\/",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** What `\s` matches. */
const spaces = Array.from(
  " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
);

const encoder = new TextEncoder();

/**
 * Finds a text in the bytes of JSON, read as Latin-1: however a writer may have escaped it. `anyCase` also takes each character in the
 * other case; white space stands for any amount of it. What it finds lies in a string of the JSON, or in what looks like one: a
 * hit is a reason to look, no answer.
 */
export function jsonPattern(text: string, anyCase: boolean): RegExp {
  const source = text
    .split(/\s+/)
    .map((word) => Array.from(word, (character) => anyWriting(character, anyCase)).join(""));
  return new RegExp(source.join(`${anyOf(spaces.flatMap(writings))}+`), "g");
}

/** Finds the same in the texts themselves. */
export function textPattern(text: string, anyCase: boolean): RegExp {
  return new RegExp(
    text
      .split(/\s+/)
      .map(literal)
      .join(String.raw`\s+`),
    anyCase ? "iu" : "u",
  );
}

function anyWriting(character: string, anyCase: boolean): string {
  const cases = anyCase ? new Set([character, character.toLowerCase(), character.toUpperCase()]) : [character];
  const ways = new Set<string>();
  for (const one of cases) for (const way of writings(one)) ways.add(way);
  return anyOf([...ways]);
}

function anyOf(ways: readonly string[]): string {
  return `(?:${ways.map(literal).join("|")})`;
}

/** How JSON may write a text of one character, as bytes. */
function writings(character: string): string[] {
  const units = Array.from({ length: character.length }, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, "0"),
  );
  const escaped = [units, units.map((unit) => unit.toUpperCase())].map((all) =>
    all.map((unit) => `\\u${unit}`).join(""),
  );
  const asShort = short[character];
  const found = asShort === undefined ? escaped : [asShort, ...escaped];
  const isPlain = character >= " " && character !== '"' && character !== "\\" && !/\p{Surrogate}/u.test(character);
  return isPlain ? [String.fromCharCode(...encoder.encode(character)), ...found] : found;
}

function literal(bytes: string): string {
  return bytes.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
