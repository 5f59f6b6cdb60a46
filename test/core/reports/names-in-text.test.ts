import { describe, expect, it } from "vitest";
import { namesIn } from "../../../src/core/reports/names-in-text.ts";

function found(text: string): string[] {
  return Array.from(namesIn(text), ({ name, kind }) => `${kind} ${name}`);
}

describe("names in a text", () => {
  it.each([
    ["See src/auth/tokens.ts, line 22.", ["path src/auth/tokens.ts"]],
    ["Look into ./lib or ~/notes/today.md.", ["path ./lib", "path ~/notes/today.md"]],
    ["Open README.md and package.json; not e.g. this.", ["file README.md", "file package.json"]],
    ["keep .gitignore and .env.local", ["file .gitignore", "file .env.local"]],
    [
      "rotateToken calls revoke_family unless GRACE_MS is set",
      ["identifier rotateToken", "identifier revoke_family", "identifier GRACE_MS"],
    ],
    ["SessionStore.findByHash() fails", ["identifier SessionStore.findByHash"]],
    ["It said ENOENT, TS2304 and CVE-2024-12345.", ["code ENOENT", "code TS2304", "code CVE-2024-12345"]],
    ["see https://example.com/a?b=1.", ["URL https://example.com/a?b=1"]],
    ["pass --no-cache to it", ["flag --no-cache"]],
    ["commit 7c1e0b9f broke it", ["hash 7c1e0b9f"]],
    ["use the `lock` and `npm run check`", ["quoted lock", "quoted npm run check"]],
    ["`GRACE_MS = 10_000` in `inGrace()`", ["identifier GRACE_MS", "identifier inGrace"]],
    ["@scope/name is a package", ["path @scope/name"]],
    ["in C:\\work\\a.ts it is", ["path C:\\work\\a.ts"]],
    ["$HOME_DIR is unset", ["identifier HOME_DIR"]],
    ["改 src/a.ts 里的 rotateToken。", ["path src/a.ts", "identifier rotateToken"]],
    ["src/größe.ts", ["path src/größe.ts"]],
  ])("%s", (text, names) => {
    expect(found(text)).toEqual(names);
  });

  it.each([
    "This and/or that, input/output, yes/no, 24/7 and 12/03/2026.",
    "GitHub, JavaScript, iOS, UTF-8, SHA256 and HTTP 404 are everyday words.",
    "The end.Next sentence, i.e. one without a space. Version 1.2.3 or v20.19.0.",
    "<summary>text</summary> <read-files/> `{}` `` ` ",
    "UPPER CASE is no name, nor is kebab-case or Capital.",
    "a ".repeat(1000),
  ])("are none in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("are found in time that grows with the text", () => {
    for (const hostile of [
      "`".repeat(200_000),
      "a/".repeat(100_000),
      "`a".repeat(100_000),
      "/".repeat(200_000),
      "a.".repeat(100_000),
    ]) {
      const start = performance.now();
      expect(found(hostile).length).toBeLessThan(200_001);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });
});
