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
  // Only Pi, with the file system at hand, could tell.
  ["../demo/a.ts", "../demo/a.ts"],
  ["~/a.ts", "~/a.ts"],
  ["/", "/"],
  ["a\\b.ts", "a\\b.ts"],
])("%s is %s in /srv/demo", (written, path) => {
  expect(filePath(written, "/srv/demo")).toBe(path);
  expect(filePath(written, "/srv/demo/")).toBe(path);
});

it("is as written where the session has no folder", () => {
  expect(filePath("/srv/demo/a.ts", "")).toBe("/srv/demo/a.ts");
});

it("knows the separators of Windows, where the folder is one of its", () => {
  expect(filePath("c:\\Work\\Demo\\src\\a.ts", "C:\\work\\demo")).toBe("src/a.ts");
  expect(filePath(".\\src\\a.ts", "C:\\work\\demo")).toBe("src/a.ts");
});
