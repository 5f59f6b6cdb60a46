import fc from "fast-check";

/** JSON text as a hand might write it: names twice and with escapes, space anywhere, names of prototypes. */

const space = fc.constantFrom("", "", "", " ", "\t ", "\r");
const name = fc.constantFrom(
  '"a"',
  '"b"',
  '"\\u0061"',
  '"type"',
  '"data"',
  '"source"',
  '"__proto__"',
  '"0"',
  '""',
  '"é\\""',
);
const scalar = fc.oneof(
  fc.constantFrom("0", "-1.5e+3", "true", "false", "null", '""', '"image"', '"im\\u0061ge"', '"\\\\"', '"]}\\","'),
  fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => JSON.stringify(text)),
);

/** Text of any JSON value, mostly of objects and lists. */
export const written: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const padded = fc.tuple(space, tie("value"), space).map((parts) => parts.join(""));
  const member = fc
    .tuple(space, name, space, padded)
    .map(([before, key, after, value]) => `${before}${key}${after}:${value}`);
  const list = (parts: fc.Arbitrary<string>, open: string, close: string) =>
    fc
      .tuple(fc.array(parts, { maxLength: 4 }), space)
      .map(([members, gap]) => `${open}${members.length === 0 ? gap : members.join(",")}${close}`);
  return { value: fc.oneof({ maxDepth: 5 }, scalar, list(member, "{", "}"), list(padded, "[", "]")) };
}).value;

type Path = (string | number)[];

/** Paths to all values in one, the value itself first. */
export function pathsOf(root: unknown): Path[] {
  const paths: Path[] = [[]];
  for (const path of paths) {
    const value = valueAt(root, path);
    if (typeof value !== "object" || value === null) continue;
    for (const key of Object.keys(value)) paths.push([...path, Array.isArray(value) ? Number(key) : key]);
  }
  return paths;
}

/** The obvious way to a value: own members alone, undefined where there is none. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    if (Array.isArray(value) && typeof key !== "number") return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value as unknown;
  }
  return value;
}
