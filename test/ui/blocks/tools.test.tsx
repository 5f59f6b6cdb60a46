import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Block } from "../../../src/core/view/block.ts";
import type { DiffLine, StyledBlock, ToolCallBlock, ToolResultBlock } from "../../../src/core/view/tool-block.ts";
import * as cells from "../../../src/state/cells.ts";
import { lookOf } from "../../../src/ui/blocks/AnsiText.tsx";
import { Blocks } from "../../../src/ui/blocks/BlockView.tsx";
import { asText } from "../../../src/ui/blocks/DiffBlock.tsx";
import { splitDiff } from "../../../src/ui/blocks/split-diff.ts";
import { startOfLast, styledPieces } from "../../../src/ui/blocks/styled-pieces.ts";
import { mount, openSession, type Page } from "../list/panes.ts";

let page: Page;
let scope = 0;
afterEach(() => page.end());

async function show(blocks: readonly Block[]): Promise<void> {
  scope += 1;
  page = await mount(openSession(9), <Blocks scope={`tools${scope}`} blocks={blocks} look="entry" />);
}

const button = (words: string): HTMLElement => {
  const found = page.all("button").find((one) => one.textContent === words);
  if (found === undefined) throw new Error(`no button ${words}`);
  return found;
};

const call: ToolCallBlock = {
  kind: "toolCall",
  id: "c1",
  name: "read",
  title: "read: a.ts:1-20",
  words: [
    { text: "read", look: "tool" },
    { text: "a.ts", look: "path" },
    { text: ":1-20", look: "range" },
  ],
  body: [],
  args: [],
  result: null,
  status: "open",
  ms: null,
};

describe("a call", () => {
  test("says what was called, how it went, how long it took, and leads to its result", async () => {
    await show([call]);
    expect(page.find(".blocks-call-title").textContent).toBe("read a.ts:1-20");
    expect(page.find(".blocks-status").textContent).toBe("○no result");
    page.end();
    await show([{ ...call, status: "failed", ms: 1500, result: { row: 3, id: "id3", text: "[read: a.ts]" } }]);
    expect(page.find(".blocks-status").textContent).toBe("✕failed1.5 sresult");
    await page.click(page.find(".parts-link"));
    expect(cells.selection.value).toBe(3);
  });

  test("shows its body and what no form shows, until a hand folds them", async () => {
    await show([{ ...call, body: [{ kind: "text", look: "mono", text: "body" }], args: [{ name: "odd", text: "7" }] }]);
    expect(page.root.textContent).toContain("body");
    expect(page.find("dt").textContent).toBe("odd");
    await page.click(page.find(".blocks-toggle"));
    expect(page.root.textContent).not.toContain("body");
  });

  test("stands with those of the same answer", async () => {
    await show([call, { kind: "text", look: "prose", text: "-" }, call, call, call]);
    const group = page.find(".blocks-parallel");
    expect(group.getAttribute("aria-label")).toBe("3 calls in parallel");
    expect(group.querySelectorAll(".blocks-call")).toHaveLength(3);
    expect(page.all(".blocks-call")).toHaveLength(4);
  });
});

test("a result without a call says so, and a command how it ended", async () => {
  const lead: ToolResultBlock = {
    kind: "toolResult",
    tool: "bash",
    words: [{ text: "$", look: "tool" }],
    call: null,
    orphan: true,
    status: "failed",
    ms: 20,
    outcome: "exit 2",
  };
  await show([lead]);
  expect(page.find(".blocks-status").textContent).toBe("✕exit 220 msanswers no call");
});

describe("output", () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i}`).join("\n");
  const output: StyledBlock = {
    kind: "styled",
    source: "terminal",
    text: lines,
    runs: [{ chars: 2, fg: 1 }],
    left: 0,
    lines: 5,
    end: true,
    controls: true,
    raw: { text: `\u001b[31m${lines}` },
  };

  test("is previewed by its end, opened, and read as stored", async () => {
    await show([output]);
    expect(page.find(".blocks-words").textContent).toBe("line 15\nline 16\nline 17\nline 18\nline 19");
    await page.click(button("… 15 earlier lines"));
    expect(page.find(".blocks-words").textContent).toBe(lines);
    expect(page.find(".blocks-run-fg").textContent).toBe("li");
    await page.click(button("As stored"));
    expect(page.find(".blocks-words").textContent).toContain("\u001b[31mline 0");
    await page.click(button("As shown"));
    expect(page.find(".blocks-words").textContent).toBe(lines);
  });

  test("of long lines is wrapped until a hand says otherwise", async () => {
    await show([{ ...output, text: "x".repeat(100), runs: [] }]);
    expect(button("Wrap").getAttribute("aria-pressed")).toBe("true");
    await page.click(button("Wrap"));
    expect(page.find(".blocks-words").getAttribute("tabindex")).toBe("0");
    expect(button("Wrap").getAttribute("aria-pressed")).toBe("false");
  });

  test("beyond what came along is asked for in its looks", async () => {
    const more = { chars: 90_000, place: { row: 1, path: ["a"] } };
    await show([{ ...output, left: 70_000, raw: { text: "x", more } }]);
    await page.click(button("… 15 earlier lines and 70,000 characters"));
    await page.click(button("Show more"));
    expect(page.client.last("styled").params).toEqual({
      place: more.place,
      source: "terminal",
      end: true,
      limit: 200_000,
    });
  });

  test("swaps its colours where they are inverse", () => {
    expect(lookOf({ chars: 1, fg: 1, marks: ["inverse"] })).toEqual({
      names: "blocks-run-inverse blocks-run-bg",
      style: { "--on": "var(--ansi-1)" },
    });
    expect(lookOf({ chars: 1, fg: "#010203", bg: 4 }).style).toEqual({ "--fg": "#010203", "--on": "var(--ansi-4)" });
  });

  test("in pieces is the text, whatever the runs are", () => {
    const runs = fc.array(fc.record({ chars: fc.integer({ min: 1, max: 5 }) }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), runs, fc.nat(30), fc.nat(30), (text, given, a, b) => {
        const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        expect(
          styledPieces(text, given, from, to)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text.slice(from, to));
      }),
    );
  });

  test.each([
    ["a\nb\nc\nd\ne", 2, "d\ne"],
    ["a\nb\nc\nd\ne\n", 2, "d\ne\n"],
    ["a\nb", 5, "a\nb"],
    ["a\nb\nc", 2, "a\nb\nc"],
    ["", 5, ""],
    ["x".repeat(1000), 2, "x".repeat(320)],
  ])("its last lines: %#", (text, most, last) => {
    expect(text.slice(startOfLast(text, most))).toBe(last);
  });
});

describe("a diff", () => {
  const lines: DiffLine[] = [
    { mark: "same", old: 1, new: 1, text: "top" },
    { mark: "removed", old: 2, text: "let a", words: [[0, 3]] },
    { mark: "added", new: 2, text: "const a", words: [[0, 5]] },
    { mark: "added", new: 3, text: "" },
    { mark: "gap", text: "…" },
  ];

  test("marks lines and words, and says how many", async () => {
    await show([{ kind: "diff", added: 2, removed: 1, lines, left: 3 }]);
    expect(page.all("mark").map((mark) => mark.textContent)).toEqual(["let", "const"]);
    expect(page.all(".blocks-diff-number").map((one) => one.textContent)).toEqual(["1", "2", "2", "3", ""]);
    expect(page.find(".blocks-foot").textContent).toContain("+2 −1 lines");
    expect(page.find(".blocks-foot").textContent).toContain("3 further lines not shown here");
    expect(asText(lines)).toBe(" top\n-let a\n+const a\n+\n@@ …");
  });

  test("of many lines is shown in part until a hand asks for the rest", async () => {
    const many = Array.from({ length: 60 }, (_, i): DiffLine => ({ mark: "added", text: `l${i}` }));
    await show([{ kind: "diff", added: 60, removed: 0, lines: many, left: 0 }]);
    expect(page.all(".blocks-diff-line")).toHaveLength(24);
    await page.click(button("… 36 more lines"));
    expect(page.all(".blocks-diff-line")).toHaveLength(60);
  });

  test("in two columns has what was removed beside what was added", () => {
    expect(splitDiff(lines).map(({ before, after }) => [before?.text, after?.text])).toEqual([
      ["top", "top"],
      ["let a", "const a"],
      [undefined, ""],
      ["…", "…"],
    ]);
  });
});

test("a value is a tree of which only what is open is drawn", async () => {
  const deep = JSON.stringify(
    { a: { b: { c: [1, "two"] } }, list: Array.from({ length: 150 }, (_, i) => ({ i })) },
    null,
    2,
  );
  await show([{ kind: "json", title: "Details", text: deep }]);
  expect(page.root.textContent).toContain("b");
  expect(page.root.textContent).not.toContain("two");
  await page.click(page.all(".blocks-json .blocks-toggle").find((one) => one.textContent.startsWith("list")) ?? null);
  expect(page.root.textContent).toContain("50 further members");
  await page.click(button("As text"));
  expect(page.root.textContent).toContain('"two"');
  page.end();
  await show([{ kind: "json", title: "Details", text: '[\n  "a",\n  1\n]' }]);
  expect(page.find(".blocks-json").textContent).toBe('[ "a", 1 ]');
  page.end();
  await show([{ kind: "json", title: "Broken", text: '{"a": 1' }]);
  expect(page.find(".blocks-words").textContent).toBe('{"a": 1');
});

test("nested calls hang below what made them, each with its status and time", async () => {
  const nested = { words: [{ text: "read", look: "tool" }], args: [], argBytes: null, error: "" } as const;
  await show([
    {
      kind: "calls",
      complete: false,
      left: 4,
      calls: [
        { ...nested, status: "ok", ms: 4 },
        { ...nested, status: "error", ms: null, error: "boom", args: [{ name: "path", text: "a" }] },
        { ...nested, status: "unfinished", ms: null, argBytes: 90_000 },
      ],
    },
  ]);
  const words = page.root.textContent;
  expect(words).toContain("7 nested calls · 1 failed · not all recorded");
  expect(page.all(".blocks-nested .blocks-status").map((one) => one.textContent)).toEqual([
    "✓went well4 ms",
    "✕failed",
    "○unfinished",
  ]);
  for (const said of ["boom", "90.0 kB of arguments, not recorded", "4 further calls not shown here"]) {
    expect(words).toContain(said);
  }
});

test("a list of things to do says what is done", async () => {
  await show([
    {
      kind: "list",
      left: 1,
      items: [
        { state: "done", text: "a", note: "" },
        { state: "active", text: "b", note: "priority high" },
      ],
    },
  ]);
  expect(page.find(".blocks-todo-head").textContent).toBe("1 of 3 done");
  expect(page.all("li").map((item) => item.textContent)).toEqual(["done: a", "in progress: bpriority high"]);
});
