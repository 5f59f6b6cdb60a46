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

const encoder = new TextEncoder();

/**
 * Finds a text in the bytes of JSON, read as Latin-1: however a writer may have escaped it. `anyCase` also takes each character in the
 * other case. What it finds lies in a string of the JSON, or in what looks like one: a hit is a reason to look, no answer.
 */
export function jsonPattern(text: string, anyCase: boolean): RegExp {
  const source = Array.from(text, (character) => {
    const cases = anyCase ? new Set([character, character.toLowerCase(), character.toUpperCase()]) : [character];
    const ways = new Set<string>();
    for (const one of cases) for (const way of writings(one)) ways.add(way);
    const all = [...ways].map(literal);
    return all.length === 1 ? all[0] : `(?:${all.join("|")})`;
  });
  return new RegExp(source.join(""), "g");
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
  return bytes.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
