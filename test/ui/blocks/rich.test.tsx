import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Block } from "../../../src/core/view/block.ts";
import type { Rich } from "../../../src/core/view/rich.ts";
import * as cells from "../../../src/state/cells.ts";
import { toggleSource } from "../../../src/state/actions.ts";
import { Blocks } from "../../../src/ui/blocks/BlockView.tsx";
import { cutRich } from "../../../src/ui/blocks/cut-rich.ts";
import { mount, openSession, settle, type Page, type PaneClient } from "../list/panes.ts";

let page: Page;
let scope = 0;
beforeEach(() => (cells.showSource.value = false));
afterEach(() => page.end());

async function show(blocks: readonly Block[], client: PaneClient = openSession(1)): Promise<void> {
  scope += 1;
  page = await mount(client, <Blocks scope={`rich${scope}`} blocks={blocks} look="context" />);
}

const prose = (text: string, rich?: Rich | null): Block => ({
  kind: "text",
  look: "prose",
  text,
  ...(rich !== undefined && { rich }),
});
const p = (text: string) => ({ kind: "paragraph", inline: [text] }) as const;
const hostile = '<img src=x onerror="globalThis.hit = 1"><script>globalThis.hit = 1</script>';

const everything: Rich = [
  { kind: "heading", level: 1, inline: [hostile] },
  {
    kind: "paragraph",
    inline: [
      hostile,
      { kind: "run", text: hostile, marks: ["strong", "emphasis", "delete", "code"] },
      { kind: "run", text: hostile, marks: ["math"] },
      { kind: "run", text: hostile, marks: ["target"] },
      {
        kind: "link",
        href: "https://x.org/a",
        image: false,
        inline: [hostile, { kind: "run", text: "b", marks: ["code"] }],
      },
      { kind: "link", href: "https://x.org/b.png", image: true, inline: [hostile] },
      { kind: "note", label: hostile },
    ],
  },
  {
    kind: "list",
    start: 3,
    items: [
      { checked: true, blocks: [p(hostile)] },
      { checked: false, blocks: [p("open")] },
      { checked: null, blocks: [{ kind: "list", start: null, items: [{ checked: null, blocks: [p("inner")] }] }] },
    ],
  },
  { kind: "quote", blocks: [p(hostile)] },
  {
    kind: "code",
    info: hostile,
    language: "typescript",
    text: `let a; ${hostile}`,
    tokens: [["keyword", "let"], " a"],
  },
  {
    kind: "table",
    align: [null, "right"],
    rows: [
      [["a"], [hostile]],
      [["1"], ["2"], ["beyond"]],
    ],
  },
  { kind: "source", text: hostile },
  { kind: "rule" },
  { kind: "notes", notes: [{ label: hostile, blocks: [p(hostile)] }] },
];

test("every kind is drawn as elements of its own, and its text as text", async () => {
  await show([prose("source", everything)]);
  expect(page.all("img, script, [onerror]")).toEqual([]);
  expect(Reflect.get(globalThis, "hit")).toBeUndefined();
  expect(page.root.textContent.split(hostile).length - 1).toBe(16);
  expect(page.all("ol[start='3'] > li").length).toBe(3);
  expect(page.all("[role=img]").map((box) => box.getAttribute("aria-label"))).toEqual(["done", "to do"]);
  expect(page.all("th, td").map((cell) => cell.className)).toEqual(["", "rich-right", "", "rich-right", ""]);
  expect(page.all("strong em del code").length).toBe(1);
  expect(page.all(".rich-token-keyword").map((token) => token.textContent)).toEqual(["let"]);
  expect(page.all(".blocks-code pre")[0]?.textContent).toBe(`let a; ${hostile}`);
  for (const words of page.all(".rich p, .rich td")) expect(words.getAttribute("dir")).toBe("auto");
});

test("links say where they lead and leave nothing behind; pictures elsewhere are links", async () => {
  await show([prose("source", everything)]);
  const links = page.all("a");
  expect(links.map((link) => [link.getAttribute("href"), link.title])).toEqual([
    ["https://x.org/a", "https://x.org/a"],
    ["https://x.org/b.png", "https://x.org/b.png"],
  ]);
  for (const link of links) {
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("noreferrer noopener");
  }
  expect(page.all(".rich-image").length).toBe(1);
});

describe("a text", () => {
  test("that nobody has read is asked for, and plain until then; it stays read", async () => {
    const client = openSession(1);
    client.hold.add("rich");
    await show([prose("**a** b")], client);
    expect(page.root.textContent).toBe("**a** b");
    const asked = client.calls.filter(({ method }) => method === "rich");
    expect(asked.map(({ params }) => params)).toEqual([{ text: "**a** b" }]);
    await settle(() =>
      asked[0]?.answer([{ kind: "paragraph", inline: [{ kind: "run", text: "a", marks: ["strong"] }, " b"] }]),
    );
    expect(page.all("strong").map((one) => one.textContent)).toEqual(["a"]);
    page.end();
    page = await mount(client, <Blocks scope={`rich${scope}`} blocks={[prose("**a** b")]} look="context" />);
    expect(page.root.textContent).toBe("a b");
    expect(client.calls.filter(({ method }) => method === "rich").length).toBe(1);
  });

  test("that is better plain is not asked for", async () => {
    const client = openSession(1);
    await show([prose("a\n* b", null)], client);
    expect(page.root.textContent).toBe("a\n* b");
    expect(client.calls.filter(({ method }) => method === "rich")).toEqual([]);
  });

  test("is shown as it was written on request", async () => {
    await show([prose("# A *b*", [{ kind: "heading", level: 1, inline: ["A b"] }])]);
    expect(page.root.textContent).toBe("A b");
    await settle(() => toggleSource());
    expect(page.root.textContent).toBe("# A *b*");
    await settle(() => toggleSource());
    expect(page.root.textContent).toBe("A b");
  });

  test("that is long shows its first lines, and the rest on request", async () => {
    await show([
      prose(
        "source",
        Array.from({ length: 90 }, (_, i) => p(`line ${i}`)),
      ),
    ]);
    expect(page.all(".rich > p").length).toBe(40);
    const [more] = page.all(".blocks-foot button");
    expect(more?.textContent).toBe("… 50 more lines");
    await page.click(more!);
    expect(page.all(".rich > p").length).toBe(90);
  });

  test("with hidden characters says so and shows them", async () => {
    await show([prose("a\u202eb `c`", [p("a\u202eb c")])]);
    expect(page.all(".blocks-hidden")[0]?.textContent).toMatch(/^1 hidden character /);
    await page.click(page.all(".blocks-hidden button")[0]!);
    expect(page.all(".blocks-symbol").map((mark) => mark.textContent)).toEqual(["U+202E"]);
  });
});

describe("code", () => {
  const text = Array.from({ length: 30 }, (_, i) => `let a${i};`).join("\n");
  const block: Block = {
    kind: "text",
    look: "mono",
    text,
    language: "javascript",
    tokens: [["keyword", "let"], " a0;\n"],
  };

  test("shows ten lines, all of it on request, then with all its tokens", async () => {
    const client = openSession(1);
    client.hold.add("tokens");
    await show([block], client);
    expect(page.all("pre")[0]?.textContent.split("\n").length).toBe(10);
    await page.click(page.all(".blocks-foot button")[0]!);
    expect(page.all("pre")[0]?.textContent).toBe(text);
    const asked = client.calls.findLast(({ method }) => method === "tokens");
    expect(asked?.params).toEqual({ text, language: "javascript" });
    await settle(() => asked?.answer([["comment", text]]));
    expect(page.all("pre .rich-token-comment").map((token) => token.textContent)).toEqual([text]);
  });

  test("wraps or scrolls, as it was left", async () => {
    await show([block]);
    const wrap = () => page.all(".blocks-corner button")[0]!;
    expect([wrap().textContent, wrap().getAttribute("aria-pressed")]).toEqual(["Wrap", "true"]);
    await page.click(wrap());
    expect(wrap().getAttribute("aria-pressed")).toBe("false");
    expect(page.all("pre.blocks-straight").length).toBe(1);
  });

  test("tokens that say more than the text are cut to it", async () => {
    await show([{ ...block, text: "let", tokens: [["keyword", "letter"]] }]);
    expect(page.all("pre")[0]?.textContent).toBe("let");
  });
});

describe("cut to lines", () => {
  test("a rest of a few lines is not cut off", () => {
    const rich = Array.from({ length: 44 }, () => p("a"));
    expect(cutRich(rich, 40)).toEqual({ blocks: rich, lines: 0 });
    expect(cutRich([...rich, p("b")], 40).lines).toBe(5);
  });
  test("what is long in itself is cut within", () => {
    const item = { checked: null, blocks: [p("a")] };
    const list: Rich = [{ kind: "list", start: null, items: Array.from({ length: 100 }, () => item) }];
    expect(cutRich(list, 40)).toEqual({
      blocks: [{ ...list[0], items: Array.from({ length: 40 }, () => item) }],
      lines: 60,
    });
    const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`).join("\n");
    expect(cutRich([p(lines(100))], 40)).toEqual({ blocks: [p(lines(40))], lines: 60 });
    const rows = Array.from({ length: 100 }, (_, i) => [[`${i}`]]);
    expect(cutRich([{ kind: "table", align: [], rows }], 40).blocks).toEqual([
      { kind: "table", align: [], rows: rows.slice(0, 40) },
    ]);
  });
});
