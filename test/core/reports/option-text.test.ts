import fc from "fast-check";
import { expect, it } from "vitest";
import { optionText } from "../../../src/core/reports/option-text.ts";
import { reportOf } from "../../../src/core/reports/report.ts";
import { REPORTS } from "../../../src/core/view/report.ts";
import { visiblePieces } from "../../../src/ui/blocks/visible-text.ts";
import { openDrawing } from "../present/open-drawing.ts";

it.each([
  ["plain text", "plain text"],
  ["src/\u202ets.exe", "src/U+202Ets.exe"],
  ["a\u2066b\u2069c", "aU+2066bU+2069c"],
  ["no\u200bwidth\u00ad", "noU+200BwidthU+00AD"],
  ["two\nlines\tand a tab", "two lines and a tab"],
  ["nul\0 and bell\u0007", "nulU+0000 and bellU+0007"],
  ["\u{e0041}tag", "U+E0041tag"],
  ["half \ud800 pair", "half U+D800 pair"],
  // What belongs to the script or the picture stays.
  ["👩\u200d💻 ❤\ufe0f", "👩\u200d💻 ❤\ufe0f"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["latin\u200djoined", "latinU+200Djoined"],
])("%j is shown as %j", (text, shown) => {
  expect(optionText(text)).toBe(shown);
});

it("is cut where it is long", () => {
  expect(optionText("x".repeat(500))).toBe(`${"x".repeat(399)}…`);
});

it("names what tables mark, but for joiners that belong there", () => {
  const text = fc.array(fc.oneof(fc.nat(0x2fff), fc.nat(0x10_ffff)), { maxLength: 40 });
  fc.assert(
    fc.property(text, (codes) => {
      const joined = codes.filter((code) => code !== 0x200c && code !== 0x200d && code !== 9 && code !== 10);
      const line = String.fromCodePoint(...joined);
      const marked = visiblePieces(line).map((piece) => (typeof piece === "string" ? piece : piece.name));
      expect(optionText(line)).toBe(marked.join(""));
    }),
    { numRuns: 2000 },
  );
});

it("is how every control's options are shown", async () => {
  const session = await openDrawing(`
    s system "Be brief." sections={"a\\u202eb":"text"}
    u1 user "look \\u202eno"
    a1 assistant "\\u202eme" c1:read{"path":"src/\\u202ets.exe"}
    r1 result c1 "x"
      u2 user "other \\u202ebranch"
    s2 < r1 system "Be \\u202ekind." tools=["\\u202eread"]
    k compaction "So \\u202efar." keep=u1
    u3 user "and \\u202enow"
  `);
  let marked = 0;
  for (const name of REPORTS) {
    const query = { name, point: session.index.leaf, selection: session.rowOf("u1"), choices: {} };
    const { controls } = await reportOf(session, query, new AbortController().signal);
    for (const { text } of controls.flatMap(({ options }) => options)) {
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      if (text.includes("U+202E")) marked += 1;
    }
  }
  // The file, the branch, the entry being read, and the request answered with it.
  expect(marked).toBeGreaterThanOrEqual(3);
});
