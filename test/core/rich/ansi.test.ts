import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasControls, readAnsi } from "../../../src/core/rich/ansi.ts";
import type { Run } from "../../../src/core/view/tool-block.ts";

const MOST = 1 << 20;
const read = (text: string) => readAnsi(text, MOST);

describe("colours and attributes", () => {
  it.each<[string, string, Run[]]>([
    ["\u001b[31mred\u001b[0m plain", "red plain", [{ chars: 3, fg: 1 }]],
    ["\u001b[1;92mok\u001b[m!", "ok!", [{ chars: 2, fg: 10, marks: ["bold"] }]],
    [
      "\u001b[44;97mx\u001b[49my\u001b[39mz",
      "xyz",
      [
        { chars: 1, fg: 15, bg: 4 },
        { chars: 1, fg: 15 },
      ],
    ],
    [
      "\u001b[38;5;208mo\u001b[48;5;236mg",
      "og",
      [
        { chars: 1, fg: "#ff8700" },
        { chars: 1, fg: "#ff8700", bg: "#303030" },
      ],
    ],
    ["\u001b[38;5;9mx", "x", [{ chars: 1, fg: 9 }]],
    ["\u001b[38;2;1;2;255mx", "x", [{ chars: 1, fg: "#0102ff" }]],
    [
      "\u001b[38:2:1:2:3mx\u001b[38:2::4:5:6my\u001b[38:5:16mz",
      "xyz",
      [
        { chars: 1, fg: "#010203" },
        { chars: 1, fg: "#040506" },
        { chars: 1, fg: "#000000" },
      ],
    ],
    [
      "\u001b[2;3;4;7;9mx\u001b[22;23;24;27;29my",
      "xy",
      [{ chars: 1, marks: ["dim", "inverse", "italic", "strike", "underline"] }],
    ],
    ["\u001b[4:3mx\u001b[4:0my", "xy", [{ chars: 1, marks: ["underline"] }]],
    ["\u001b[31ma\nb", "a\nb", [{ chars: 1, fg: 1 }, { chars: 1 }, { chars: 1, fg: 1 }]],
    ["\u009b31mx", "x", [{ chars: 1, fg: 1 }]],
    // What is no colour changes none.
    ["\u001b[38;5;300mx\u001b[38;2;1;2mx\u001b[38;9mx\u001b[999mx", "xxxx", []],
    ["\u001b[8mhidden", "hidden", []],
  ])("%j", (output, text, runs) => {
    expect(read(output)).toEqual({ text, runs, read: output.length });
  });
});

describe("what a terminal does not print", () => {
  it.each<[string, string]>([
    ["10%\r20%\r100%\n", "100%\n"],
    ["long line\rshort", "shortline"],
    ["long line\r\u001b[Kshort", "short"],
    ["long line\u001b[2K\u001b[1Gshort", "short"],
    ["abc\u001b[3Gx", "abx"],
    ["abc\u001b[6Gx", "abc  x"],
    ["abcd\b\b\u001b[1Kx", "  xd"],
    ["a\r\nb\r\n", "a\nb\n"],
    ["ab\bc\u0008\u0008\u0008\u0008X", "Xc"],
    ["\u001b]0;title\u0007text", "text"],
    ["\u001b]8;;https://example.invalid\u001b\\link\u001b]8;;\u001b\\!", "link!"],
    ["\u001bPq#0\u001b\\after", "after"],
    ["\u001b]never ends", "never ends"],
    ["\u001b]not on\nthis line\u0007", "not on\nthis line"],
    ["\u001b[?25lx\u001b[?25h\u001b[2Jy\u001b(Bz\u001b=\u001b7", "xyz"],
    ["\u001b[>4;1mx\u001b[1 qy", "xy"],
    ["\u001b[31\nx", "\nx"],
    ["\u001b", ""],
    ["a\u001b", "a"],
    ["\u001b[", ""],
    ["\u001b\u001b[1mx", "x"],
    ["a\u0000\u0007\u007f\u0085b", "ab"],
    ["\u{1f600}\bx", "x"],
    ["a\tb", "a\tb"],
  ])("%j reads %j", (output, text) => {
    expect(read(output).text).toBe(text);
  });
});

it("tells plain text from output with controls", () => {
  for (const plain of ["", "a\nb", "a\r\nb", "tab\t", "ü 漢字 \u{1f600}"]) expect(hasControls(plain)).toBe(false);
  for (const other of ["a\rb", "\r", "\u001b[m", "\b", "\u0007", "\u009b", "\u007f"])
    expect(hasControls(other)).toBe(true);
});

/** One character and its look, as the slow interpreter keeps them. */
interface Cell {
  readonly char: string;
  readonly look: string;
}

/** Reads output a token at a time into lines of cells: slow, and plain to see. Colours of one sort only, for its own sake. */
function slowly(output: string): { text: string; looks: string[] } {
  // eslint-disable-next-line no-control-regex
  const token = /\u001b\[([0-9;]*)([mKG])|([\s\S])/gu;
  const lines: Cell[][] = [[]];
  let column = 0;
  let colour = "";
  let bold = false;
  for (const [, parameters = "", kind, char = ""] of output.matchAll(token)) {
    const line = lines[lines.length - 1]!;
    if (kind === "m") {
      for (const code of parameters.split(";").map(Number)) {
        if (code === 0) [colour, bold] = ["", false];
        if (code === 1) bold = true;
        if (code === 22) bold = false;
        if (code >= 30 && code <= 37) colour = String(code - 30);
        if (code === 39) colour = "";
      }
    } else if (kind === "G") column = Math.max(1, Number(parameters || "1")) - 1;
    else if (kind === "K") {
      if (Number(parameters) === 0) line.splice(column);
      if (parameters === "1") for (let i = 0; i <= column && i < line.length; i++) line[i] = { char: " ", look: "/" };
      if (parameters === "2") line.length = 0;
    } else if (char === "\r") column = 0;
    else if (char === "\b") column = Math.max(0, column - 1);
    else if (char === "\n") {
      lines.push([]);
      column = 0;
    } else {
      while (line.length < column) line.push({ char: " ", look: "/" });
      line[column++] = { char, look: `${colour}/${bold ? "bold" : ""}` };
    }
  }
  const cells = lines.flatMap((line, at) => (at === 0 ? line : [{ char: "\n", look: "/" }, ...line]));
  return {
    text: cells.map(({ char }) => char).join(""),
    looks: cells.flatMap(({ char, look }) => Array.from({ length: char.length }, () => look)),
  };
}

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "é", "漢", "\u{1f600}", " ", "\t"), maxLength: 6 }),
  },
  fc.constantFrom("\n", "\r", "\b", "\r\n"),
  fc.constantFrom(
    "\u001b[m",
    "\u001b[0m",
    "\u001b[1m",
    "\u001b[22m",
    "\u001b[31;1m",
    "\u001b[36m",
    "\u001b[39m",
    "\u001b[0;34m",
  ),
  fc.constantFrom(
    "\u001b[K",
    "\u001b[0K",
    "\u001b[1K",
    "\u001b[2K",
    "\u001b[G",
    "\u001b[1G",
    "\u001b[3G",
    "\u001b[12G",
  ),
);

it("reads what a slow interpreter reads", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const output = pieces.join("");
      const { text, runs } = read(output);
      const slow = slowly(output);
      expect(text).toBe(slow.text);
      const looks = runs.flatMap(({ chars, fg, marks = [] }) =>
        Array.from({ length: chars }, () => `${fg ?? ""}/${marks.join("")}`),
      );
      while (looks.length < text.length) looks.push("/");
      expect(looks).toEqual(slow.looks);
    }),
    { numRuns: 400 },
  );
});

it("is bounded and without controls for anything", () => {
  const unit = fc.oneof(
    fc.constantFrom("\u001b", "[", "]", ";", ":", "m", "K", "G", "9", "\u0007", "\\", "\u009d", "\r", "\b"),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 200 }), fc.integer({ min: 1, max: 60 }), (units, most) => {
      const { text, runs, read: units_ } = readAnsi(units.join(""), most);
      expect(text.length).toBeLessThanOrEqual(most);
      // eslint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\0-\u0008\u000b-\u001f\u007f-\u009f]/);
      expect(runs.reduce((sum, { chars }) => sum + chars, 0)).toBeLessThanOrEqual(text.length);
      for (const { chars, fg } of runs) {
        expect(chars).toBeGreaterThan(0);
        if (typeof fg === "string") expect(fg).toMatch(/^#[0-9a-f]{6}$/);
      }
      expect(units_).toBeLessThanOrEqual(units.join("").length);
    }),
  );
});

it.each<[string, string]>([
  ["strings that never end", "\u001b]".repeat(500_000)],
  ["strings that end on the next line", "\u001b]x\n".repeat(250_000)],
  ["parameters without end", `\u001b[${"1;".repeat(500_000)}`],
  ["colours without end", `\u001b[${"38;5;1;".repeat(140_000)}mx`],
  ["going back", "a\r\u001b[K".repeat(200_000)],
  ["clearing a long line", "x".repeat(400_000) + "\u001b[1K".repeat(160_000)],
  ["clearing without going back", "x\u001b[2K".repeat(200_000)],
  ["going far", "\u001b[500Gx\u001b[2K".repeat(100_000)],
  [
    "colours of their own",
    Array.from({ length: 60_000 }, (_, i) => `\u001b[38;2;${i % 256};${(i >> 8) % 256};7mx`).join(""),
  ],
])("takes time in line with its length: %s", (_title, output) => {
  const start = performance.now();
  const { runs, text } = readAnsi(output, MOST);
  expect(performance.now() - start).toBeLessThan(1500);
  expect(runs.length).toBeLessThanOrEqual(2000);
  expect(text.length).toBeLessThanOrEqual(MOST);
});
