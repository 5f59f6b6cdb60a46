import { describe, expect, it, test } from "vitest";
import { codeHead } from "../../../src/core/rich/code-head.ts";
import { highlight, MOST_CODE } from "../../../src/core/rich/highlight.ts";
import { languageOfPath, languageOfWord } from "../../../src/core/rich/languages.ts";
import { LANGUAGES } from "../../../src/core/view/rich.ts";
import { expectTokens } from "./rich-laws.ts";

const joined = (text: string, language: (typeof LANGUAGES)[number]): string =>
  (highlight(text, language) ?? []).map((run) => (typeof run === "string" ? run : run[1])).join("");

describe("a language", () => {
  test.each([
    ["src/a.ts", "typescript"],
    ["a.tsx", "typescript"],
    ["C:\\x\\b.PY", "python"],
    ["Dockerfile", "dockerfile"],
    ["x/Makefile", "makefile"],
    [".env", "ini"],
    ["a.tar.gz", undefined],
    ["a", undefined],
    ["", undefined],
    ["x.ts/", undefined],
    ["constructor", undefined],
    ["a.__proto__", undefined],
  ])("of the path %j is %s", (path, language) => {
    expect(languageOfPath(path)).toBe(language);
  });
  test.each([
    ["ts", "typescript"],
    ["Shell", "bash"],
    ["rust", "rust"],
    ["toString", undefined],
    ["", undefined],
  ])("of the word %j is %s", (word, language) => {
    expect(languageOfWord(word)).toBe(language);
  });
});

describe("code", () => {
  it("has the colours of its tokens", () => {
    expect(highlight('const a = "b"; // c\n', "javascript")).toEqual([
      ["keyword", "const"],
      " a = ",
      ["string", '"b"'],
      "; ",
      ["comment", "// c\n"],
    ]);
    expect(highlight("-a\n+b", "diff")).toEqual([
      ["removed", "-a\n"],
      ["added", "+b"],
    ]);
  });

  test.each(LANGUAGES)("%s: tokens are the text, of known kinds, whatever the text", (language) => {
    const texts = [
      'def f(x):\n  return "a" # <b>\n',
      '{"a": [1, true, null]}\n',
      '<a href="x">&amp;</a>\n/* c */ a::b => `x${y}`',
      "\u202e\0\ud800 ünï\r\n\t",
    ];
    for (const text of texts) {
      expectTokens(text, highlight(text, language) ?? []);
      expect(joined(text, language)).toBe(text);
    }
    const known = highlight(texts.join("\n+x: 1\n"), language) ?? [];
    expect(known.some((run) => typeof run !== "string")).toBe(true);
  });

  test.each(LANGUAGES)("%s: text that is none of it keeps to the laws", (language) => {
    for (const bit of ["(", "{[", "<a ", "\\", "/*", "`${", '"', "'a", "=== ", "0x1f_", "$(", "\n  - a: b"]) {
      const text = `${bit.repeat(Math.ceil(300 / bit.length))}\n`.repeat(2);
      expectTokens(text, highlight(text, language) ?? []);
    }
  });

  // Without a bound each of these takes some seconds.
  test.each([
    ["c", "a"],
    ["csharp", "a "],
    ["cpp", "_"],
    ["nix", " "],
    ["ini", "1."],
  ] as const)("%s: 40,000 characters of %j are bounded in time", (language, bit) => {
    const text = `${bit.repeat(Math.ceil(1900 / bit.length))}\n`.repeat(20);
    const start = performance.now();
    expectTokens(text, highlight(text, language) ?? []);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it("is plain where a grammar loses some of it", () => {
    // A slash too many in a style sheet: highlight.js drops it.
    const text = `${"/*".repeat(950)}\n`.repeat(4);
    expectTokens(text, highlight(text, "css") ?? []);
  });

  it("ends before a line without end, and at a bound", () => {
    expect(joined(`a\n${"b".repeat(3000)}\n`, "json")).toBe("a\n");
    expect(highlight("b".repeat(3000), "json")).toBeUndefined();
    const long = joined("let a;\n".repeat(20_000), "javascript");
    // How far it gets depends on the machine.
    expect(long.length).toBeGreaterThan(1900);
    expect(long.length).toBeLessThanOrEqual(MOST_CODE);
  });

  it("comes with the tokens of its first lines", () => {
    const text = "let a;\n".repeat(100);
    const { tokens = [] } = codeHead(text, "javascript");
    const head = tokens.map((run) => (typeof run === "string" ? run : run[1])).join("");
    expect(head).toBe("let a;\n".repeat(14));
    expect(codeHead(text, undefined)).toEqual({ text });
  });
});
