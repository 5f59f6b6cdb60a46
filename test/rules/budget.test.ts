import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/**
 * What one visit may cost, in bytes after gzip. Raise it with a reason. The last ones: a scanner that reads messages itself, and a search
 * over bytes, which together made large sessions open and filter several times sooner; the growth chart, and the reports
 * beside the context; Markdown (micromark, 60 kB with the names of all characters) and the grammars of 31 languages (45 kB), for answers
 * are Markdown and most of a session is code.
 */
const budget = 320_000;

it("the build is one HTML file, and nothing beside it but what public has", () => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const open = readdirSync(fileURLToPath(new URL("../../public/", import.meta.url)), {
    recursive: true,
    encoding: "utf8",
  });
  expect(files.toSorted()).toEqual(["index.html", ...open].toSorted());
});

it(`the page is within ${budget} bytes of gzip`, () => {
  const size = gzipSync(readFileSync(`${dist}index.html`), { level: 9 }).length;
  console.log(`dist/index.html: ${size} bytes of ${budget} after gzip`);
  expect(size).toBeLessThanOrEqual(budget);
});
