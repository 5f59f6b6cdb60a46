import { describe, expect, it } from "vitest";
import { sniffImage } from "../../../src/core/messages/blocks/image.ts";
import { roleOf } from "../../../src/core/messages/roles.ts";
import type { Block } from "../../../src/core/view/block.ts";
import { at, contextAt, expectLawful } from "./block-laws.ts";
import { nested } from "./odd.ts";

/** The blocks of a message with this content. */
function draw(content: unknown, role = "assistant", more: object = {}): Block[] {
  const message = { role, content, ...more };
  const blocks = roleOf(message).blocks(message, contextAt("message"));
  expectLawful(blocks, { message });
  return blocks;
}

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk";

describe("content of any shape", () => {
  it.each<[string, unknown, unknown[]]>([
    ["text", "hello", [{ kind: "text", look: "prose", text: "hello" }]],
    ["nothing", null, []],
    ["absent", undefined, []],
    ["an empty text", [{ type: "text", text: "" }], []],
    ["one block without a list", { type: "text", text: "x" }, [{ kind: "text", look: "prose", text: "x" }]],
    ["a number", 42, [{ kind: "json", title: "content", text: "42" }]],
    [
      "a text without text",
      [{ type: "text" }],
      [{ kind: "json", title: "unreadable block: text", text: '{\n  "type": "text"\n}' }],
    ],
    ["a bare text", ["bare"], [{ kind: "json", title: "not a content block: text", text: '"bare"' }]],
    ["null in a list", [null], [{ kind: "json", title: "not a content block: null", text: "null" }]],
    ["no type", [{}], [{ kind: "json", title: "not a content block: object without a type", text: "{}" }]],
    [
      "an unknown type",
      [{ type: "constructor" }],
      [{ kind: "json", title: "unreadable block: constructor", text: '{\n  "type": "constructor"\n}' }],
    ],
  ])("%s", (_title, content, blocks) => {
    expect(draw(content)).toEqual(blocks);
  });

  it("keeps columns in tool results", () => {
    expect(draw("a  b", "toolResult").slice(1)).toEqual([{ kind: "text", look: "mono", text: "a  b" }]);
  });

  it("is bounded in texts and in number", () => {
    const [cut] = draw([{ type: "text", text: "x".repeat(20_000) }]);
    const place = { row: 3, path: ["message", "content", 0, "text"] };
    expect(cut).toMatchObject({ kind: "text", more: { chars: 20_000, place } });
    const many = draw(Array.from({ length: 600 }, () => ({ type: "text", text: "x" })));
    expect(many).toHaveLength(501);
    expect(many.at(-1)).toEqual({ kind: "notice", tone: "info", text: "100 more blocks, not shown here" });
  });

  it("says what is nested too deep", () => {
    const [block] = draw([{ type: "sparkle", x: nested(20_000) }]);
    expect(block).toMatchObject({ kind: "notice", tone: "warning" });
    expect(block).toHaveProperty("text", expect.stringContaining("nested too deep to print"));
  });
});

describe("thinking", () => {
  it.each<[string, object, object]>([
    ["plain", { thinking: "hm" }, { redacted: false, signature: 0, text: "hm" }],
    [
      "hidden by the provider",
      { thinking: "", redacted: true, thinkingSignature: "S".repeat(5000) },
      { redacted: true, signature: 5000, text: "" },
    ],
    ["of another writer", { type: "redacted_thinking", data: "abc" }, { redacted: true, signature: 3, text: "" }],
    ["missing", {}, { redacted: false, signature: 0, text: "" }],
  ])("%s", (_title, fields, block) => {
    expect(draw([{ type: "thinking", ...fields }])).toEqual([{ kind: "thinking", ...block }]);
  });

  it("that is no text is raw", () => {
    expect(draw([{ type: "thinking", thinking: 5 }])).toMatchObject([
      { kind: "json", title: "unreadable block: thinking" },
    ]);
  });
});

describe("tool calls", () => {
  it.each<[string, object, object]>([
    [
      "of Pi",
      { type: "toolCall", id: "c1", name: "bash", arguments: { command: "ls", timeout: 5 } },
      {
        id: "c1",
        name: "bash",
        title: "bash: ls",
        words: [
          { text: "$", look: "tool" },
          { text: "ls", look: "command" },
          { text: "timeout 5 s", look: "range" },
        ],
        args: [],
      },
    ],
    [
      "with toolCallId, toolName and input",
      { toolCallId: "c2", toolName: "read", input: { path: "a" } },
      {
        id: "c2",
        name: "read",
        title: "read: a",
        words: [
          { text: "read", look: "tool" },
          { text: "a", look: "path" },
        ],
        args: [],
      },
    ],
    [
      "of type tool_use, a prompt as prose",
      { type: "tool_use", id: "c3", name: "agent", input: { prompt: "go" } },
      {
        id: "c3",
        name: "agent",
        title: 'agent: {"prompt":"go"}',
        words: [{ text: "agent", look: "tool" }],
        body: [{ kind: "text", look: "prose", text: "go" }],
        args: [],
      },
    ],
    [
      "with arguments as text",
      { type: "toolCall", id: "c4", name: "ls", arguments: '{"path":"src"}' },
      {
        id: "c4",
        name: "ls",
        title: "ls: src",
        words: [
          { text: "ls", look: "tool" },
          { text: "src", look: "path" },
        ],
        args: [{ name: "arguments", look: "mono", text: '{"path":"src"}' }],
      },
    ],
    [
      "with a list, no id and what was left behind",
      { type: "toolCall", id: 7, name: "edit", arguments: ["a"], partialJson: "{" },
      {
        id: "",
        name: "edit",
        title: 'edit: ["a"]',
        words: [{ text: "edit", look: "tool" }],
        args: [
          { name: "arguments", look: "json", text: '[\n  "a"\n]' },
          { name: "partialJson", look: "mono", text: "{" },
        ],
      },
    ],
    [
      "with null",
      { type: "toolCall", name: "x", arguments: null },
      {
        id: "",
        name: "x",
        title: "x: null",
        words: [{ text: "x", look: "tool" }],
        args: [{ name: "arguments", look: "mono", text: "null" }],
      },
    ],
    [
      "with nothing",
      { type: "toolCall" },
      { id: "", name: "", title: "tool", words: [{ text: "tool", look: "tool" }], args: [] },
    ],
  ])("%s", (_title, block, drawn) => {
    const result = { row: 100, id: "r0", text: "result" };
    expect(draw([block])).toEqual([{ kind: "toolCall", body: [], ...drawn, result, status: "ok", ms: 5 }]);
  });

  it("ask for their results in order", () => {
    const call = { type: "toolCall", id: "same", name: "x", arguments: {} };
    const drawn = draw([call, { type: "text", text: "-" }, call]);
    expect(drawn.map((block) => (block.kind === "toolCall" ? block.result?.row : 0))).toEqual([100, 0, 101]);
  });

  it("have bounded arguments", () => {
    const args = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, i === 0 ? "x".repeat(20_000) : i]));
    const [call] = draw([{ type: "toolCall", name: "x", arguments: args }]);
    expect(call).toMatchObject({ kind: "toolCall" });
    if (call?.kind !== "toolCall") return;
    expect(call.args).toHaveLength(101);
    expect(call.args.at(-1)).toEqual({ name: "…", text: "50 more" });
    expect(call.args[0]?.more?.place.path).toEqual(["message", "content", 0, "arguments", "k0"]);
    const [deep] = draw([{ type: "toolCall", name: "x", arguments: { a: nested(20_000) } }]);
    expect(deep).toMatchObject({ args: [{ name: "a", text: "nested too deep to print" }] });
  });
});

describe("images", () => {
  it.each<[string, object, string]>([
    ["PNG", { data: png, mimeType: "image/png" }, "image/png"],
    ["PNG without a MIME type", { data: png }, "image/png"],
    ["PNG that claims to be HTML", { data: png, mimeType: "text/html" }, "image/png"],
    ["JPEG", { data: "/9j/4AAQSkZJRgABAQ==" }, "image/jpeg"],
    ["JPEG in url-safe base64", { data: "_9j_4AAQSkZJRgABAQ" }, "image/jpeg"],
    ["GIF", { data: "R0lGODlhAQABAIAAAAUEBA==" }, "image/gif"],
    ["WebP", { data: "UklGRiIAAABXRUJQVlA4IBY=" }, "image/webp"],
    ["PNG of another writer", { source: { type: "base64", media_type: "image/png", data: png } }, "image/png"],
  ])("%s is shown", (_title, fields, mimeType) => {
    const [image] = draw([{ type: "image", ...fields }], "user");
    expect(image).toMatchObject({ kind: "image", shown: true, mimeType });
    if (image?.kind !== "image") return;
    const data = at({ message: { content: [fields] } }, image.place.path) as string;
    expect(sniffImage(data)).toBe(mimeType);
    expect(image.bytes).toBe(Buffer.from(data, "base64").length);
  });

  it.each<[string, object, RegExp]>([
    ["broken base64", { data: "not base64 !!", mimeType: "image/png" }, /not base64/],
    ["a data: prefix", { data: `data:image/png;base64,${png}` }, /data: prefix/],
    ["SVG", { data: btoa("<svg onload=alert(1)></svg>"), mimeType: "image/svg+xml" }, /first bytes/],
    ["HTML", { data: btoa("<script>alert(1)</script>"), mimeType: "text/html" }, /first bytes/],
    ["quotes", { data: 'x" onerror="alert(1)', mimeType: 'image/png" onerror="alert(1)' }, /not base64/],
    ["a reference", { data: "blob:sha256:cdcd" }, /reference.*blob:sha256:cdcd/],
    ["nothing", { data: "" }, /empty/],
    ["no data", {}, /no data/],
    ["a number", { data: 5 }, /no text/],
    [
      "an address",
      { source: { type: "url", url: "https://example.invalid/a.png" } },
      /never loaded: https:\/\/example.invalid/,
    ],
    ["a strange source", { source: 7 }, /no data/],
    ["a truncated PNG", { data: "iVBORw0K" }, /first bytes/],
  ])("%s is a box", (_title, fields, reason) => {
    const [image] = draw([{ type: "image", ...fields }], "user");
    expect(image).toMatchObject({ kind: "image", shown: false });
    expect(image).toHaveProperty("reason", expect.stringMatching(reason));
  });
});

describe("around the content", () => {
  it.each<[string, object, unknown[]]>([
    ["aborted", { stopReason: "aborted" }, [{ kind: "notice", tone: "warning", text: "This answer was aborted." }]],
    [
      "failed",
      { stopReason: "error", errorMessage: "<b>busy</b>" },
      [{ kind: "notice", tone: "error", text: "<b>busy</b>" }],
    ],
    [
      "a strange error",
      { errorMessage: { code: 5 } },
      [{ kind: "json", title: "errorMessage", text: '{\n  "code": 5\n}' }],
    ],
    ["unknown stop", { stopReason: "moonlight" }, []],
    [
      "usage",
      { usage: { input: 3, cost: 0.5 } },
      [{ kind: "usage", input: 3, output: null, cacheRead: null, cacheWrite: null, total: 3, cost: 0.5 }],
    ],
  ])("an answer: %s", (_title, more, blocks) => {
    expect(draw([], "assistant", more)).toEqual(blocks);
  });

  it("a tool result: error, details, nested calls", () => {
    const calls = [
      { id: "n1", name: "read", arguments: { path: "p" }, status: "ok", durationMs: 4 },
      { id: "n2", name: "bash", argumentsBytes: 90_000, status: "error", error: "boom" },
      { name: null },
      null,
    ];
    const blocks = draw([], "toolResult", {
      isError: true,
      details: { lines: 2 },
      nestedCalls: { complete: false, calls },
    });
    const lead = { kind: "toolResult", call: null, orphan: true, status: "failed", ms: null, outcome: "" };
    const none = { ms: null, args: [], argBytes: null, error: "" };
    expect(blocks).toEqual([
      { ...lead, tool: "", words: [{ text: "tool", look: "tool" }] },
      { kind: "json", title: "Details", text: '{\n  "lines": 2\n}' },
      {
        kind: "calls",
        complete: false,
        left: 0,
        calls: [
          {
            ...none,
            words: [
              { text: "read", look: "tool" },
              { text: "p", look: "path" },
            ],
            status: "ok",
            ms: 4,
          },
          { ...none, words: [{ text: "$", look: "tool" }], status: "error", argBytes: 90_000, error: "boom" },
          { ...none, words: [{ text: "tool", look: "tool" }], status: "" },
          {
            ...none,
            words: [{ text: "null", look: "rest" }],
            status: "",
            args: [{ name: "record", look: "mono", text: "null" }],
          },
        ],
      },
    ]);
    const many = Array.from({ length: 150 }, () => ({ name: "x", error: "e".repeat(20_000) }));
    const table = draw([], "toolResult", { nestedCalls: { calls: [nested(20_000), ...many] } })[1];
    expect(table).toMatchObject({ kind: "calls", complete: true, left: 51 });
    expect(table).toHaveProperty("calls.length", 100);
    expect(draw([], "toolResult", { nestedCalls: { calls: "no" } })[1]).toMatchObject({ kind: "json" });
    const [, diff, rest] = draw([], "toolResult", { details: { diff: "-a\n+b", firstChangedLine: 4 } });
    expect(diff).toMatchObject({ kind: "diff", title: "Changes", added: 1, removed: 1 });
    expect(rest).toEqual({
      kind: "fields",
      title: "Details",
      fields: [{ name: "firstChangedLine", look: "mono", text: "4" }],
    });
  });

  it("a shell command", () => {
    const ran = {
      command: "make",
      output: "",
      exitCode: 2,
      truncated: true,
      fullOutputPath: "/tmp/x",
      excludeFromContext: true,
    };
    const blocks = draw(undefined, "bashExecution", ran);
    expect(blocks[1]).toMatchObject({ words: [{ text: "$" }, { text: "make" }], status: "failed", outcome: "exit 2" });
    expect(blocks.map((block) => ("text" in block ? block.text : block.kind))).toEqual([
      "Run by the user and kept out of the context.",
      "toolResult",
      "No output.",
      "The output was truncated. Full output: /tmp/x",
    ]);
  });

  it("a system message", () => {
    const more = {
      sections: { cwd: "/srv", skills: null },
      toolsAdded: [{ name: "read", description: "Reads", parameters: {} }, null, "bare"],
      toolsRemoved: [{ name: "write" }, "old", 5],
    };
    expect(draw("base", "system", more)).toEqual([
      {
        kind: "prompt",
        content: [{ body: { text: "base" }, tokens: 1, setBy: null }],
        sections: [
          { name: "cwd", body: { text: "/srv" }, tokens: 1, setBy: null },
          { name: "skills", body: null, tokens: 0, setBy: null },
        ],
        toolsAdded: [
          { name: "read", description: { text: "Reads" }, parameters: { text: "{}" }, tokens: 14, setBy: null },
          { name: "(no name)", description: { text: "" }, parameters: { text: "null" }, tokens: 1, setBy: null },
          { name: "bare", description: { text: "" }, parameters: { text: "bare" }, tokens: 2, setBy: null },
        ],
        toolsRemoved: ["write", "old", "(no name)"],
      },
    ]);
    const odd = draw(5, "system", { sections: "x", toolsAdded: {} });
    expect(odd.map((block) => (block.kind === "json" ? block.title : block.kind))).toEqual([
      "prompt",
      "unreadable content",
      "unreadable sections",
      "unreadable toolsAdded",
    ]);
  });
});
