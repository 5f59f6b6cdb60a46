import { describe, expect, it } from "vitest";
import { cleanFileName, cleanName } from "../../src/state/names.ts";

describe("a name that is shown", () => {
  it.each([
    ["session.jsonl", "session.jsonl"],
    ["a\u202egpj.exe", "a gpj.exe"],
    ["line\nbreak\u2028and\ttab\u0085", "line break and tab"],
    ["\u001b[31mred\u007f\u0000", "␛[31mred␡␀"],
    ["\u2066isolated\u2069 \u200bzero", "isolated zero"],
    ["half \ud800 of", "half of"],
    ["👩\u200d💻.jsonl", "👩\u200d💻.jsonl"],
    ["", ""],
  ])("%j is %j", (name, clean) => {
    expect(cleanName(name)).toBe(clean);
  });

  it("is short", () => {
    expect(Array.from(cleanName("😀".repeat(500), 10))).toHaveLength(10);
  });
});

it.each([
  ["../../etc/passwd", "etc-passwd"],
  ['a:b*c?"d"<e>|f', "a-b-c-d-e-f"],
  [".hidden", "hidden"],
  ["name.json. ", "name.json"],
  ["\u202e", "session"],
  ["a\u0000b", "a b"],
])("the file name %j is saved as %j", (name, clean) => {
  expect(cleanFileName(name)).toBe(clean);
});
