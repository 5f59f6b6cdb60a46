import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleOf } from "../../../src/core/messages/roles.ts";
import type { BlockContext, CallResult } from "../../../src/core/messages/role.ts";
import { shellOutcome } from "../../../src/core/messages/tools/bash.ts";
import { mcpName } from "../../../src/core/messages/tools/mcp.ts";
import { todosOf } from "../../../src/core/messages/tools/todo.ts";
import { isArray, isObject } from "../../../src/lib/json.ts";
import type { Block } from "../../../src/core/view/block.ts";
import type { ToolCallBlock } from "../../../src/core/view/tool-block.ts";
import { contextAt, expectLawful } from "./block-laws.ts";
import { odd } from "./odd.ts";

/** The block of a call with these arguments, its result having these details. */
function call(name: string, args: unknown, details?: unknown): ToolCallBlock {
  const message = { role: "assistant", content: [{ type: "toolCall", id: "c", name, arguments: args }] };
  const context: BlockContext = {
    ...contextAt("message"),
    resultOf: (): CallResult => ({ ref: { row: 9, id: "r", text: "r" }, status: "ok", ms: 1, details }),
  };
  const blocks = roleOf(message).blocks(message, context);
  expectLawful(blocks, { message });
  const [block] = blocks;
  if (block?.kind !== "toolCall") throw new Error("no call");
  return block;
}

/** The blocks of a result of a call, without what leads it. */
function result(name: string, args: unknown, text: string, more: object = {}): Block[] {
  const message = { role: "toolResult", toolName: name, content: [{ type: "text", text }], ...more };
  const ref = { row: 2, id: "a", text: "a" };
  const blocks = roleOf(message).blocks(message, { ...contextAt("message"), call: { ref, ms: 7, name, args } });
  expectLawful(blocks, { message });
  return blocks;
}

const said = (block: ToolCallBlock): string => block.words.map(({ text }) => text).join(" ");
const listed = (block: ToolCallBlock): string[] => block.args.map(({ name }) => name);

describe("heads as Pi words them", () => {
  it.each<[string, object, string, string[]]>([
    ["read", { path: "src/a.ts", offset: 5, limit: 10 }, "read src/a.ts :5-14", []],
    ["read", { file_path: "src/a.ts" }, "read src/a.ts", []],
    ["read", { path: "a", offset: "5" }, "read a :5", ["offset"]],
    ["read", { path: 7, offset: {} }, "read 7", ["offset"]],
    ["Read", { path: "a", encoding: "utf8" }, "Read a", ["encoding"]],
    ["bash", { command: "ls -la", timeout: 60 }, "$ ls -la timeout 60 s", []],
    ["bash", { command: "ls", timeout: "60", description: "List" }, "$ ls", ["timeout", "description"]],
    ["bash", { command: ["ls"] }, "$", ["command"]],
    ["powershell", { command: "dir" }, "PS> dir", []],
    [
      "grep",
      { pattern: "a b", path: "src", glob: "*.ts", ignoreCase: true, limit: 5 },
      "grep a b in src *.ts ignoreCase limit 5",
      [],
    ],
    ["grep", { pattern: "", literal: false }, "grep in . literal false", ["pattern"]],
    ["find", { pattern: "*.ts" }, "find *.ts in .", []],
    ["ls", {}, "ls .", []],
    ["write", { path: "a.txt", content: "x" }, "write a.txt", []],
    ["write", { path: "a.txt", content: 5 }, "write a.txt", ["content"]],
    ["write", { path: "a\nb", content: "" }, "write", ["path", "content"]],
    ["mcp__github__create_issue", { title: "T", draft: true }, "create_issue github draft", ["title"]],
    ["web_search", { query: "pi", count: 5 }, "web_search pi", ["count"]],
    ["task", { subagent_type: "scout", description: "Look", prompt: "Find it" }, "task scout Look", []],
    ["constructor", { toString: "x" }, "constructor", ["toString"]],
  ])("%s %j", (name, args, words, others) => {
    const block = call(name, args);
    expect(said(block)).toBe(words);
    expect(listed(block)).toEqual(others);
  });

  it("leaves what does not fit a line to the body", () => {
    const command = "set -e\nmake";
    expect(call("bash", { command })).toMatchObject({
      words: [{ text: "$" }, { text: "set -e …" }],
      body: [{ kind: "text", text: command }],
      args: [],
    });
    expect(call("write", { path: "a.txt", content: "one\ntwo" }).body).toMatchObject([
      { kind: "text", text: "one\ntwo" },
    ]);
  });
});

describe("edits", () => {
  const lines = (block: ToolCallBlock) =>
    block.body.flatMap((part) => (part.kind === "diff" ? part.lines.map(({ mark, text }) => `${mark} ${text}`) : []));

  it.each<[string, object]>([
    ["old and new", { path: "a", oldText: "x\ny", newText: "x\nz" }],
    ["a list", { path: "a", edits: [{ oldText: "x\ny", newText: "x\nz" }] }],
    ["a list as text", { path: "a", edits: '[{"oldText":"x\\ny","newText":"x\\nz"}]' }],
    ["another writer's names", { file_path: "a", old_string: "x\ny", new_string: "x\nz" }],
  ])("of %s are a diff", (_title, args) => {
    const block = call("edit", args);
    expect(lines(block)).toEqual(["same x", "removed y", "added z"]);
    expect(block.args).toEqual([]);
  });

  it("tell several changes apart, and list what a diff does not show", () => {
    const edits = [
      { oldText: "a", newText: "b" },
      { oldText: "c", newText: "d", replaceAll: true },
    ];
    const block = call("edit", { path: "p", edits });
    expect(lines(block)).toEqual([
      "gap change 1 of 2",
      "removed a",
      "added b",
      "gap change 2 of 2",
      "removed c",
      "added d",
    ]);
    expect(listed(block)).toEqual(["edits"]);
    expect(listed(call("edit", { path: "p", edits: [{ oldText: "a" }, 5] }))).toEqual(["edits"]);
    expect(call("edit", { path: "p", edits: [] })).toMatchObject({ body: [], args: [{ name: "edits" }] });
  });

  it("stand as the result tells them, with numbers, where that has all they say", () => {
    const details = { diff: " 1 top\n-2 old word\n+2 new word\n 3 end\n   ..." };
    const block = call("edit", { path: "p", oldText: "old word", newText: "new word" }, details);
    expect(block.body).toMatchObject([
      {
        kind: "diff",
        added: 1,
        removed: 1,
        lines: [
          { mark: "same", old: 1, new: 1 },
          { mark: "removed", old: 2, words: [[0, 3]] },
          { mark: "added", new: 2, words: [[0, 3]] },
          { mark: "same", old: 3, new: 3 },
          { mark: "gap" },
        ],
      },
    ]);
    expect(block.args).toEqual([]);
    expect(listed(call("edit", { path: "p", oldText: "other", newText: "new word" }, details))).toEqual([
      "oldText",
      "newText",
    ]);
  });
});

describe("lists of things to do", () => {
  it.each<[unknown, string[]]>([
    [[{ content: "a", status: "in_progress" }], ["active a"]],
    [
      [
        { id: 1, text: "a", done: true },
        { id: 2, text: "b", done: false },
      ],
      ["done a", "open b"],
    ],
    [[{ title: "a", completed: false, state: "cancelled" }], ["dropped a"]],
  ])("%j", (value, items) => {
    expect(todosOf(value)?.block.items.map(({ state, text }) => `${state} ${text}`)).toEqual(items);
  });

  it.each<[unknown]>([
    [[]],
    [["a"]],
    [[{ content: "a" }]],
    [[{ content: 5, status: "done" }]],
    [{ content: "a", status: "done" }],
  ])("%j is none", (value) => {
    expect(todosOf(value)).toBeUndefined();
  });

  it("hide nothing of the arguments", () => {
    const plain = call("todo_write", { todos: [{ content: "a", status: "done" }] });
    expect(plain).toMatchObject({ body: [{ kind: "list" }], args: [] });
    const more = call("todo_write", { todos: [{ content: "a", status: "done", owner: "me" }] });
    expect(more).toMatchObject({ body: [{ kind: "list" }], args: [{ name: "todos", look: "json" }] });
  });
});

it("reads the names of MCP tools", () => {
  expect(mcpName("mcp__a_b__c__d")).toEqual({ server: "a_b", tool: "c__d" });
  expect(mcpName("mcp__a")).toEqual({ server: "", tool: "mcp__a" });
});

it("work for other agents is a table of who does what", () => {
  const tasks = [
    { agent: "a", task: "one" },
    { agent: "b", task: "two" },
  ];
  const block = call("subagent", { tasks });
  expect(said(block)).toBe("subagent 2 tasks, at the same time");
  expect(block.body).toMatchObject([
    {
      kind: "fields",
      fields: [
        { name: "a", text: "one" },
        { name: "b", text: "two" },
      ],
    },
  ]);
  expect(block.args).toEqual([]);
  expect(listed(call("subagent", { chain: [{ agent: "a", task: "one", cwd: "/" }] }))).toEqual(["chain"]);
});

describe("results", () => {
  it("lead with the call, how it went and how long it took", () => {
    const failed = { isError: true, durationMs: 1500 };
    const [lead, output, cut] = result("bash", { command: "x", timeout: 5 }, "a\n\nCommand exited with code 3", {
      ...failed,
      details: {
        truncation: { truncated: true, truncatedBy: "lines", outputLines: 3, totalLines: 9 },
        fullOutputPath: "/t",
      },
    });
    expect(lead).toMatchObject({
      words: [{ text: "$" }, { text: "x" }],
      status: "failed",
      outcome: "exit 3",
      ms: 1500,
      orphan: false,
      call: { row: 2 },
    });
    expect(output).toMatchObject({ kind: "styled", lines: 5, end: true, controls: false });
    expect(cut).toMatchObject({ kind: "notice", text: "The tool cut its output: 3 of 9 lines. Full output: /t" });
    expect(result("x", {}, "t")[0]).toMatchObject({ status: "ok", ms: 7, outcome: "" });
  });

  it.each<[string, unknown, string]>([
    ["Command exited with code 137", {}, "exit 137"],
    ["x", { exitCode: 2 }, "exit 2"],
    ["x", { exit_code: 0 }, "exit 0"],
    ["Command timed out after 5 seconds", null, "timed out"],
    ["x\n\nCommand aborted", {}, "aborted"],
    ["Command exited with code 1 it said", {}, ""],
    ["fine", { exitCode: "2" }, ""],
  ])("%j with %j ended %s", (text, details, outcome) => {
    expect(shellOutcome(text, details)).toBe(outcome);
  });

  it("of searches set paths apart from text", () => {
    const [, found] = result("grep", { pattern: "x" }, "a.ts:1: x\na.ts-2- y\n--\nb/c.ts:10: x");
    expect(found).toMatchObject({
      kind: "styled",
      source: "matches",
      runs: [
        { chars: 4, marks: ["path"] },
        { chars: 3, marks: ["number"] },
        { chars: 3 },
        { chars: 4, marks: ["path", "dim"] },
        { chars: 3, marks: ["number"] },
        { chars: 3 },
        { chars: 3 },
        { chars: 6, marks: ["path"] },
        { chars: 4, marks: ["number"] },
        { chars: 2 },
      ],
    });
    const [, files] = result("find", {}, "src/a b.ts\nsrc/a.ts\nc.ts");
    expect(files).toHaveProperty("runs", [
      { chars: 4 },
      { chars: 7 },
      { chars: 4, marks: ["dim"] },
      { chars: 5 },
      { chars: 4 },
    ]);
    expect(result("grep", {}, "no such path", { isError: true })[1]).toMatchObject({ kind: "text" });
  });

  it("keep the end of a long output, and say how much comes before", () => {
    const text = Array.from({ length: 5000 }, (_, i) => `line ${i}`).join("\n");
    const [, output] = result("bash", {}, text);
    if (output?.kind !== "styled") throw new Error("no output");
    expect(text.endsWith(output.text)).toBe(true);
    expect(output.text).toMatch(/^line \d+\n/);
    expect(output.left + output.text.length).toBe(text.length);
  });

  it("have colours where a terminal would", () => {
    const [, output] = result("anything", {}, "\u001b[32mok\u001b[0m");
    expect(output).toMatchObject({
      text: "ok",
      runs: [{ chars: 2, fg: 2 }],
      controls: true,
      raw: { text: "\u001b[32mok\u001b[0m" },
    });
  });
});

/** Every text in a value, with keys and numbers as texts. */
function texts(root: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (isArray(value)) open.push(...value);
    else if (isObject(value)) open.push(...Object.values(value));
    else if (value !== undefined) found.push(String(value));
  }
  return found;
}

const names = [
  "read",
  "write",
  "edit",
  "bash",
  "powershell",
  "grep",
  "find",
  "ls",
  "todo",
  "subagent",
  "mcp__s__t",
  "x",
];
const keys = [
  "path",
  "file_path",
  "command",
  "content",
  "edits",
  "oldText",
  "newText",
  "old_string",
  "new_string",
  "pattern",
  "glob",
  "offset",
  "limit",
  "timeout",
  "todos",
  "tasks",
  "agent",
  "task",
  "prompt",
  "query",
  "draft",
  "ignoreCase",
];

it("a card never loses an argument, whatever it is", () => {
  const value = fc.oneof(
    odd,
    fc.string({ maxLength: 30 }),
    fc.constantFrom<unknown>(
      "src/a.ts",
      "a\nb",
      [{ content: "a", status: "done" }],
      [{ oldText: "a\nb", newText: "c" }],
      [{ agent: "a", task: "b" }],
      5,
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 5 }),
      odd,
      (name, args, details) => {
        const block = call(name, args, details);
        const shown = texts([block.words, block.body]).join("\n");
        for (const [key, given] of Object.entries(args)) {
          if (given === undefined || block.args.some((field) => field.name === key)) continue;
          if (typeof given === "boolean") expect(shown).toContain(key);
          else if (typeof given === "number" && (key === "offset" || key === "limit"))
            expect(said(block)).toMatch(/:-?\d|offset|limit/);
          else
            for (const text of texts(parsedEdits(key, given)))
              for (const line of text.split("\n")) expect(shown).toContain(stateless(line));
        }
      },
    ),
    { numRuns: 1500 },
  );
});

/** Edits may be given as JSON text. */
function parsedEdits(key: string, value: unknown): unknown {
  return key === "edits" && typeof value === "string" ? JSON.parse(value) : value;
}

/** Usual words for the state of a thing to do are shown by its mark. */
function stateless(text: string): string {
  return /^(?:done|true|false|open|pending|completed|in_progress|todo)$/.test(text) ? "" : text;
}
