import { afterEach, describe, expect, test, vi } from "vitest";
import type { Block, PromptBlock } from "../../../src/core/view/block.ts";
import * as cells from "../../../src/state/cells.ts";
import { Blocks } from "../../../src/ui/blocks/BlockView.tsx";
import { countHidden } from "../../../src/ui/blocks/visible-text.ts";
import { mount, openSession, settle, type Page, type PaneClient } from "../list/panes.ts";

let page: Page;
let scope = 0;
afterEach(() => page.end());

async function show(blocks: readonly Block[], client: PaneClient = openSession(1)): Promise<void> {
  scope += 1;
  page = await mount(client, <Blocks scope={`test${scope}`} blocks={blocks} look="entry" />);
}

async function again(look: "context" | "entry", blocks: readonly Block[]): Promise<void> {
  page.end();
  page = await mount(page.client, <Blocks scope={`test${scope}`} blocks={blocks} look={look} />);
}

const hostile = '<img src=x onerror="globalThis.hit = 1"><script>globalThis.hit = 1</script><svg onload="hit=1">';
const place = { row: 0, path: ["message", "content", 0, "text"] };

test("text of any block stays text", async () => {
  const ref = { row: 0, id: hostile, text: hostile };
  const prompt: PromptBlock = {
    kind: "prompt",
    content: [{ body: { text: hostile }, tokens: 1, setBy: ref }],
    sections: [
      { name: hostile, body: { text: hostile }, tokens: 1, setBy: ref },
      { name: hostile, body: null, tokens: 0, setBy: ref },
    ],
    toolsAdded: [
      { name: hostile, description: { text: hostile }, parameters: { text: hostile }, tokens: 1, setBy: ref },
    ],
    toolsRemoved: [hostile],
  };
  cells.showThinking.value = true;
  await show([
    { kind: "text", look: "prose", text: hostile },
    { kind: "text", look: "mono", text: hostile },
    { kind: "thinking", text: hostile, redacted: false, signature: 3 },
    {
      kind: "toolCall",
      id: hostile,
      name: hostile,
      title: hostile,
      words: [{ text: hostile, look: "command" }],
      body: [
        { kind: "text", look: "prose", text: hostile },
        { kind: "list", items: [{ state: "open", text: hostile, note: hostile }], left: 0 },
      ],
      args: [
        { name: hostile, text: hostile },
        { name: hostile, look: "json", text: JSON.stringify({ [hostile]: hostile }) },
      ],
      result: ref,
      status: "ok",
      ms: 3,
    },
    {
      kind: "toolResult",
      tool: hostile,
      words: [{ text: hostile, look: "tool" }],
      call: ref,
      orphan: true,
      status: "failed",
      ms: null,
      outcome: hostile,
    },
    {
      kind: "styled",
      source: "terminal",
      text: hostile,
      runs: [{ chars: hostile.length, fg: 1, bg: "#ffffff", marks: ["bold"] }],
      left: 0,
      lines: 5,
      end: true,
      controls: true,
      raw: { text: hostile },
    },
    {
      kind: "diff",
      title: hostile,
      added: 1,
      removed: 0,
      lines: [{ mark: "added", text: hostile, words: [[0, 4]] }],
      left: 0,
    },
    {
      kind: "calls",
      complete: true,
      left: 0,
      calls: [
        {
          words: [{ text: hostile, look: "rest" }],
          status: "error",
          ms: 1,
          args: [{ name: hostile, text: hostile }],
          argBytes: null,
          error: hostile,
        },
      ],
    },
    { kind: "image", mimeType: hostile, bytes: 3, shown: false, reason: hostile, place },
    { kind: "fields", title: hostile, fields: [{ name: hostile, text: hostile }] },
    { kind: "json", title: hostile, text: hostile },
    { kind: "notice", tone: "error", text: hostile },
    prompt,
  ]);
  for (const toggle of page.all('[aria-expanded="false"]')) await page.click(toggle);
  for (const toggle of page.all('[aria-expanded="false"]')) await page.click(toggle);
  expect(page.all("img, script, svg[onload]")).toEqual([]);
  expect(page.root.textContent.split(hostile).length).toBeGreaterThan(30);
  expect(Reflect.get(globalThis, "hit")).toBeUndefined();
  for (const words of page.all(".blocks-words")) expect(words.getAttribute("dir")).toBe("auto");
});

describe("long texts", () => {
  const text = Array.from({ length: 126 }, (_, i) => `line ${i}`).join("\n");

  test("show a bounded number of lines, more on request, and stay as they were left", async () => {
    const blocks: Block[] = [{ kind: "text", look: "mono", text }];
    await show(blocks);
    expect(page.find(".blocks-words").textContent.split("\n")).toHaveLength(12);
    const more = page.find(".blocks-foot button");
    expect(more.textContent).toBe("… 114 more lines");
    await page.click(more);
    expect(page.find(".blocks-words").textContent).toBe(text);
    await again("entry", blocks);
    expect(page.find(".blocks-words").textContent).toBe(text);
    await page.click(page.all(".blocks-foot button").at(-1) ?? null);
    expect(page.find(".blocks-words").textContent.split("\n")).toHaveLength(12);
  });

  test("never put more than 200,000 characters in the document, and say what is left", async () => {
    const client = openSession(1);
    client.texts = "z".repeat(3_000_000);
    const more = { chars: 3_000_000, place };
    await show([{ kind: "text", look: "prose", text: client.texts.slice(0, 16_000), more }], client);
    expect(page.find(".blocks-foot").textContent).toContain("Save all 3,000,000 characters");
    await page.click(page.all(".blocks-foot button")[0]!);
    expect(page.find(".blocks-foot").textContent).toContain("16,000 of 3,000,000 characters shown");
    await page.click(page.all(".blocks-foot button")[0]!);
    expect(client.last("text").params).toEqual({ place, limit: 200_000 });
    expect(page.find(".blocks-words").textContent.length).toBe(200_000);
    expect(page.find(".blocks-foot").textContent).toContain("200,000 of 3,000,000 characters shown");
  });

  test("a text that cannot be read says so", async () => {
    const client = openSession(1);
    client.hold.add("text");
    await show([{ kind: "text", look: "mono", text: "a", more: { chars: 20_000, place } }], client);
    await page.click(page.all(".blocks-foot button")[0]!);
    await page.click(page.all(".blocks-foot button")[0]!);
    await settle(() => client.last("text").refuse({ code: "failed", message: "no" }));
    expect(page.find(".blocks-foot").textContent).toContain("could not be read");
  });
});

describe("thinking", () => {
  const blocks: Block[] = [{ kind: "thinking", text: "hmm", redacted: false, signature: 12 }];

  test("follows the page's setting until a hand opens it, and again when the setting changes", async () => {
    await show(blocks);
    const toggle = (): HTMLElement => page.find(".blocks-toggle");
    expect(toggle().getAttribute("aria-expanded")).toBe("false");
    expect(toggle().textContent).toContain("3 characters, signature of 12 characters");
    await page.click(toggle());
    expect(page.root.textContent).toContain("hmm");
    await settle(() => (cells.showThinking.value = true));
    expect(toggle().getAttribute("aria-expanded")).toBe("true");
    await settle(() => (cells.showThinking.value = false));
    expect(toggle().getAttribute("aria-expanded")).toBe("false");
  });

  test("without text says why", async () => {
    await show([{ kind: "thinking", text: "", redacted: true, signature: 99 }]);
    expect(page.root.textContent).toContain("hidden by the provider, signature of 99 characters");
  });
});

describe("an image", () => {
  const image = { kind: "image", mimeType: "image/png", bytes: 48_000, shown: true, place } as const;

  test("is fetched as a blob when it is seen, and its address is taken back", async () => {
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
    const back = vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
    vi.stubGlobal("IntersectionObserver", undefined);
    await show([image]);
    await settle();
    expect(page.find("img").getAttribute("src")).toBe("blob:x");
    expect(page.root.textContent).toContain("image/png, 48.0 kB");
    page.end();
    expect(back).toHaveBeenCalledWith("blob:x");
    expect(made).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("that is none is named with its reason, and nothing is fetched", async () => {
    await show([{ ...image, shown: false, reason: "it is an SVG" }]);
    expect(page.root.textContent).toContain("Image not shown: it is an SVG");
    expect(page.client.of("blob")).toEqual([]);
  });
});

test("in a context, what the model never saw stands back", async () => {
  const blocks: Block[] = [
    { kind: "json", title: "Details", text: "{}" },
    { kind: "usage", input: 1200, output: 3, cacheRead: null, cacheWrite: 0, total: null, cost: 0.5 },
  ];
  await show(blocks);
  expect(page.find(".blocks-usage").textContent).toBe("↑input 1.2k↓output 3Wwritten to cache 0$0.500");
  expect(page.root.textContent).toContain("{}");
  await again("context", blocks);
  expect(page.all(".blocks-usage")).toEqual([]);
  expect(page.root.textContent).not.toContain("{}");
  await page.click(page.find(".blocks-toggle"));
  expect(page.root.textContent).toContain("{}");
});

test("what is hidden in a text is counted, and shown when a hand asks for it", async () => {
  await show([{ kind: "text", look: "prose", text: "a\u202eb\u200bc" }]);
  expect(page.find(".blocks-hidden").textContent).toContain("2 hidden characters");
  await page.click(page.find(".blocks-hidden button"));
  expect(page.all(".blocks-symbol").map((mark) => mark.textContent)).toEqual(["U+202E", "U+200B"]);
});

test("joiners of emoji and of scripts that need them hide nothing", () => {
  expect(countHidden("\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f \u0645\u06cc\u200c\u062e")).toBe(0);
  expect(countHidden("a\u200db \u{e0041}\u00ad\ufeff")).toBe(4);
});
