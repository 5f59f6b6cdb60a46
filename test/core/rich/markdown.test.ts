import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { safeTarget } from "../../../src/core/rich/inline.ts";
import { MOST_MARKDOWN, richText } from "../../../src/core/rich/markdown.ts";
import { splitMarkdown } from "../../../src/core/rich/markdown-cost.ts";
import { parseMarkdown } from "../../../src/core/rich/parse-markdown.ts";
import type { Inline, Rich } from "../../../src/core/view/rich.ts";
import { expectLawfulRich, textOfRich } from "./rich-laws.ts";

const run = (text: string, ...marks: string[]) => ({ kind: "run", text, marks });
const paragraph = (...inline: unknown[]) => ({ kind: "paragraph", inline });
const link = (href: string, ...inline: unknown[]) => ({ kind: "link", href, image: false, inline });
const target = (text: string) => run(` (${text})`, "target");

/** The stretches of a text of one paragraph. */
function inlineOf(text: string): readonly Inline[] {
  const [first] = richText(text) ?? [];
  return first?.kind === "paragraph" ? first.inline : [];
}

describe("a construct", () => {
  const cases: readonly (readonly [name: string, text: string, rich: unknown])[] = [
    ["heading", "## A *b*", [{ kind: "heading", level: 2, inline: ["A ", run("b", "emphasis")] }]],
    ["underlined heading", "A\n===", [{ kind: "heading", level: 1, inline: ["A"] }]],
    ["rule", "a\n\n---", [paragraph("a"), { kind: "rule" }]],
    ["quote", "> a\n> b", [{ kind: "quote", blocks: [paragraph("a\nb")] }]],
    [
      "list",
      "- a\n  - b\n- c",
      [
        {
          kind: "list",
          start: null,
          items: [
            {
              checked: null,
              blocks: [
                paragraph("a"),
                { kind: "list", start: null, items: [{ checked: null, blocks: [paragraph("b")] }] },
              ],
            },
            { checked: null, blocks: [paragraph("c")] },
          ],
        },
      ],
    ],
    ["numbered list", "3. a", [{ kind: "list", start: 3, items: [{ checked: null, blocks: [paragraph("a")] }] }]],
    [
      "list of tasks",
      "- [x] a\n- [ ] b",
      [
        {
          kind: "list",
          start: null,
          items: [
            { checked: true, blocks: [paragraph("a")] },
            { checked: false, blocks: [paragraph("b")] },
          ],
        },
      ],
    ],
    [
      "table",
      "| a | b |\n|:-:|--:|\n| `1\\|2` | 3 |",
      [
        {
          kind: "table",
          align: ["center", "right"],
          rows: [
            [["a"], ["b"]],
            [[run("1|2", "code")], ["3"]],
          ],
        },
      ],
    ],
    ["fence of no known language", "```what is\n<b>*a*\n```", [{ kind: "code", info: "what", text: "<b>*a*" }]],
    [
      "fence",
      "```ts\nlet a\n```",
      [{ kind: "code", info: "ts", language: "typescript", text: "let a", tokens: [["keyword", "let"], " a"] }],
    ],
    ["displayed maths", "$$\na_1 * b * c\n$$", [{ kind: "source", text: "$$\na_1 * b * c\n$$" }]],
    [
      "maths in brackets",
      "a\n\\[\nb *c*\n\n- d\n\\]\n*e*",
      [paragraph("a"), { kind: "source", text: "\\[\nb *c*\n\n- d\n\\]" }, paragraph(run("e", "emphasis"))],
    ],
    ["maths that never ends", "$$\n*a*", [paragraph("$$\n", run("a", "emphasis"))]],
    [
      "footnote",
      "a[^x]\n\n[^x]: The *note*.",
      [
        paragraph("a", { kind: "note", label: "x" }),
        { kind: "notes", notes: [{ label: "x", blocks: [paragraph("The ", run("note", "emphasis"), ".")] }] },
      ],
    ],
    [
      "footnote of a text with maths",
      "a[^x]\n\n$$\nb *c* d\n$$\n\n[^x]: n",
      [
        paragraph("a", { kind: "note", label: "x" }),
        paragraph(run("$$\nb *c* d\n$$", "math")),
        { kind: "notes", notes: [{ label: "x", blocks: [paragraph("n")] }] },
      ],
    ],
    [
      "definition that nothing uses",
      "*a*\n\n[b]: c",
      [paragraph(run("a", "emphasis")), { kind: "source", text: "[b]: c" }],
    ],
    ["HTML", "<div>\n**a** <b>c</b>\n</div>", [paragraph("<div>\n", run("a", "strong"), " <b>c</b>\n</div>")]],
    ["HTML comment", "<!-- a -->\n*b*", [paragraph("<!-- a -->\n", run("b", "emphasis"))]],
  ];
  test.each(cases)("%s", (_name, text, rich) => {
    expect(richText(text)).toEqual(rich);
  });
});

describe("within a paragraph", () => {
  const cases: readonly (readonly [text: string, inline: readonly unknown[]])[] = [
    ["a\nb `c`", ["a\nb ", run("c", "code")]],
    ["a  \nb\\\nc", ["a\nb\nc"]],
    ["**a _b_**", [run("a ", "strong"), run("b", "strong", "emphasis")]],
    ["~~a~~ and ~b~", [run("a", "delete"), " and ~b~"]],
    ["snake_case_name *a*", ["snake_case_name ", run("a", "emphasis")]],
    ["これは**重要。**です", ["これは", run("重要。", "strong"), "です"]],
    ["**「強調」**する", [run("「強調」", "strong"), "する"]],
    ["한국어**(강조)**는", ["한국어", run("(강조)", "strong"), "는"]],
    ["中文~~「删」~~字", ["中文", run("「删」", "delete"), "字"]],
    ["&lt;a&gt; \\*b\\*", ["<a> *b*"]],
    ["$a_1 * b * c$ is", [run("$a_1 * b * c$", "math"), " is"]],
    ["\\(a_1\\) and \\[*b*\\]", [run("\\(a_1\\)", "math"), " and ", run("\\[*b*\\]", "math")]],
    ["costs $5 or $10 *now*", ["costs $5 or $10 ", run("now", "emphasis")]],
    ["$$x\n*y*$$", [run("$$x\n*y*$$", "math")]],
    ["[a **b**](https://x.org/ä)", [link("https://x.org/%C3%A4", "a ", run("b", "strong"))]],
    ["see https://x.org/a_b_c.", ["see ", link("https://x.org/a_b_c", "https://x.org/a_b_c"), "."]],
    ["www.x.org", [link("http://www.x.org", "www.x.org")]],
    ["me@x.org", [link("mailto:me@x.org", "me@x.org")]],
    ["[a](src/a.ts)", ["a", target("src/a.ts")]],
    ["[src/a.ts](src/a.ts)", ["src/a.ts"]],
    ["[a](javascript:alert(1))", ["a", target("javascript:alert(1)")]],
    ["[a](JaVaScRiPt&colon;alert(1))", ["a", target("JaVaScRiPt:alert(1)")]],
    ["[a](data:text/html,x)", ["a", target("data:text/html,x")]],
    ["<javascript:alert(1)>", ["javascript:alert(1)"]],
    ["![a](https://x.org/a.png)", [{ kind: "link", href: "https://x.org/a.png", image: true, inline: ["a"] }]],
    ["![](file:///a.png)", ["image", target("file:///a.png")]],
    ["[![a](https://x.org/a.png)](https://y.org)", [link("https://y.org", "a", target("https://x.org/a.png"))]],
  ];
  test.each(cases)("%j", (text, inline) => {
    expect(inlineOf(text)).toEqual(inline);
  });

  it("resolves references, the first definition counting", () => {
    expect(richText("[a][x] and ![b][x]\n\n[x]: https://x.org\n[X]: https://z.org")).toEqual([
      paragraph(link("https://x.org", "a"), " and ", {
        kind: "link",
        href: "https://x.org",
        image: true,
        inline: ["b"],
      }),
    ]);
  });

  test.each([
    "javascript:alert(1)",
    " https://x.org",
    "\u0001javascript:a",
    "//x.org",
    "https:x",
    "https://",
    "vbscript:x",
    "blob:https://x.org",
    "https://\ud800",
    `https://${"a".repeat(5000)}`,
  ])("%j is no target", (url) => {
    expect(safeTarget(url)).toBeUndefined();
  });
  it("hides nothing in a target", () => {
    expect(safeTarget("https://x.org/\u202egpj.exe \u200b")).toBe("https://x.org/%E2%80%AEgpj.exe%20%E2%80%8B");
  });
});

describe("plain text", () => {
  test.each(["", "one line", "two\nlines, and\n\na paragraph.", "a - b, 3 > 2 and 1.5"])(
    "%j is left as it is",
    (text) => {
      expect(richText(text)).toBeNull();
    },
  );
  it("keeps every word and line feed", () => {
    const word = fc.constantFrom("word", "two words", "12", "ünïcode", "漢字", "a, b.", "it's (so)");
    const text = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(text, (paragraphs) => {
        const plain = paragraphs.map((lines) => lines.join("\n"));
        // The code at the end makes it Markdown at all.
        const rich = richText([...plain, "`x`"].join("\n\n"));
        expect(textOfRich(rich ?? [])).toBe([...plain, "x"].join("\n"));
      }),
    );
  });
  it("is what a text becomes that is longer than anyone reads", () => {
    expect(richText("*a* ".repeat(MOST_MARKDOWN / 4 + 1))).toBeNull();
  });
});

describe("in parts", () => {
  const pieces = [
    "# Heading",
    "A paragraph with *marks* and `code` that is long enough to count for something in the sum of a part.".repeat(4),
    "- item\n- item\n\n  with more",
    "1. one\n\n   ```js\n   let a\n\n   let b\n   ```",
    "```ts\nlet a;\n\nlet b;\n# no heading\n```",
    "~~~\n```\n\nx\n~~~",
    "> quote\n\n> another",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "    indented\n\n    code",
    "lazy\nlines",
  ];
  it("a text means the same", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 8, maxLength: 30 }), (chosen) => {
        const text = chosen.join("\n\n");
        const parts = splitMarkdown(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        const bare = (root: unknown) =>
          JSON.stringify(root, (key, value: unknown) => (key === "position" ? undefined : value));
        expect(parts.flatMap((part) => parseMarkdown(part.text).children).map(bare)).toEqual(
          parseMarkdown(text).children.map(bare),
        );
      }),
      { numRuns: 30 },
    );
    expect(splitMarkdown(pieces.slice(0, 2).join("\n\n").repeat(20)).length).toBeGreaterThan(4);
  });
});

const N = 16_000;
const fill = (text: string): string => text.repeat(Math.ceil(N / text.length)).slice(0, N);
const hostile: Readonly<Record<string, string>> = {
  stars: fill("*"),
  "stars and letters": fill("*a "),
  "pairs of stars": fill("a**b"),
  underscores: fill("_a "),
  brackets: fill("["),
  "nested brackets": "[".repeat(N / 2) + "]".repeat(N / 2),
  "links begun": fill("[a]("),
  references: fill("[a]"),
  images: fill("!["),
  "less than": fill("<"),
  addresses: fill("<http:"),
  backticks: Array.from({ length: 170 }, (_, i) => "`".repeat(i)).join("a"),
  dollars: fill("$a "),
  "open maths": fill("\\(a"),
  quotes: fill("> "),
  "quoted lines": fill("> > > a\n\n"),
  "lazy lines": `> ${fill("a\n")}`,
  lists: fill("- "),
  "list of lists": Array.from({ length: 170 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n"),
  items: fill("- a\n"),
  "numbered paragraphs": fill("1) a\n\n  b\n"),
  pipes: fill("|"),
  "wide table": `|${"a|".repeat(2000)}\n|${"-|".repeat(2000)}\n|${"a|".repeat(2000)}`,
  "long table": `|a|b|\n|-|-|\n${fill("|a|b|\n")}`,
  headings: fill("# a\n"),
  "bare addresses": fill("http://a "),
  "at signs": fill("a@"),
  definitions: Array.from({ length: 1000 }, (_, i) => `[a${i}]: b`).join("\n"),
  footnotes: Array.from({ length: 700 }, (_, i) => `[^a${i}]: [^a${i}]`).join("\n\n"),
  html: fill("<div onclick=alert(1)>\n"),
  entities: fill("&amp;"),
  maths: fill("$$\na\n"),
  fences: fill("```\n"),
  spaces: fill(" \n"),
  bidi: fill("\u202ea\u202c *b* "),
  surrogates: fill("\ud800*a*"),
  nul: fill("\0*a*\r"),
  escapes: fill("\\*"),
};

describe("hostile text", () => {
  test.each(Object.keys(hostile))("%s: bounded in time and size", (name) => {
    const text = hostile[name] ?? "";
    const start = performance.now();
    const rich = richText(text);
    // Some ten times what it takes: the parser alone takes seconds over several of these.
    expect(performance.now() - start).toBeLessThan(1500);
    if (rich === null) return;
    expectLawfulRich(rich);
    expect(JSON.stringify(rich).length).toBeLessThan(text.length * 40 + 1000);
  });

  it("never comes to a kind that is not known, nor to an error", () => {
    const bits = [
      ["*", "**", "_", "`", "```", "~~", "[", "]", "(", ")", "<", ">", "!", "|", "-", "#", "$", "$$", "\\", "&"],
      [
        "\n",
        "\n\n",
        " ",
        "    ",
        "\t",
        "\r",
        "a",
        "中",
        "。",
        "[^a]",
        ": ",
        "1. ",
        "- [x] ",
        "https://x.org",
        "\u202e",
      ],
      ["javascript:", "|-|\n", "\0", "\ud83d", "\n$$\n", "\n\\[\n", "\n\\]\n"],
    ].flat();
    const bit = fc.constantFrom(...bits);
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 120 }), (chosen) => {
        const rich = richText(chosen.join(""));
        if (rich !== null) expectLawfulRich(rich);
        structuredClone(rich);
      }),
      { numRuns: 300 },
    );
  });

  it("deeper than a dozen is shown as it was written", () => {
    const deep = richText(`${"> ".repeat(20)}a *b*`);
    let inner: Rich = deep ?? [];
    for (let block = inner[0]; block?.kind === "quote"; block = inner[0]) inner = block.blocks;
    expect(inner.map(({ kind }) => kind)).toEqual(["source"]);
    expect(textOfRich(inner)).toMatch(/^> [> ]*a \*b\*$/);
  });
});
