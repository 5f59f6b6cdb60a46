import { expect, it } from "vitest";
import { filePath } from "../../../src/core/reports/file-path.ts";

it.each([
  ["src/a.ts", "src/a.ts"],
  ["./src/a.ts", "src/a.ts"],
  ["././src//./a.ts", "src/a.ts"],
  ["/srv/demo/src/a.ts", "src/a.ts"],
  ["/srv/demo//src/a.ts", "src/a.ts"],
  ["@src/a.ts", "src/a.ts"],
  ["src/", "src"],
  // A folder whose name begins alike is another.
  ["/srv/demonstration/a.ts", "/srv/demonstration/a.ts"],
  ["/srv/demo", "/srv/demo"],
  // Taken back as far as they go: above the root is the root.
  ["../demo/a.ts", "a.ts"],
  ["../demo/../demo/./a.ts", "a.ts"],
  ["../other/a.ts", "/srv/other/a.ts"],
  ["../..", "/"],
  ["../../../../a.ts", "/a.ts"],
  ["src/../a.ts", "a.ts"],
  ["src/../../demo/a.ts", "a.ts"],
  ["/srv/other/../demo/a.ts", "a.ts"],
  ["/../a.ts", "/a.ts"],
  ["src/..", "."],
  ["src/..a/b..ts", "src/..a/b..ts"],
  // Whose folder that is, only Pi could tell.
  ["~/a.ts", "~/a.ts"],
  ["~/../a.ts", "~/../a.ts"],
  ["/", "/"],
  ["a\\b.ts", "a\\b.ts"],
])("%s is %s in /srv/demo", (written, path) => {
  expect(filePath(written, "/srv/demo")).toBe(path);
  expect(filePath(written, "/srv/demo/")).toBe(path);
});

it("is as written where the session has no folder", () => {
  expect(filePath("/srv/demo/a.ts", "")).toBe("/srv/demo/a.ts");
  expect(filePath("../demo/a.ts", "")).toBe("../demo/a.ts");
  expect(filePath("../../demo/a.ts", "demo")).toBe("../../demo/a.ts");
  expect(filePath("src/../../a.ts", "")).toBe("../a.ts");
});

it("knows the separators of Windows, where the folder is one of its", () => {
  expect(filePath("c:\\Work\\Demo\\src\\a.ts", "C:\\work\\demo")).toBe("src/a.ts");
  expect(filePath(".\\src\\a.ts", "C:\\work\\demo")).toBe("src/a.ts");
  expect(filePath("..\\demo\\a.ts", "C:\\work\\demo")).toBe("a.ts");
  expect(filePath("..\\..\\..\\a.ts", "C:\\work\\demo")).toBe("C:/a.ts");
});
