import { describe, expect, it } from "vitest";
import { carriedUnits, fileCall, places } from "../../../src/core/reports/file-calls.ts";

const call = (name: unknown, args: unknown) => fileCall({ type: "toolCall", id: "c", name, arguments: args });

describe("a call on a file", () => {
  it.each([
    ["read", { path: "a" }, "read"],
    ["Read", { file_path: "a" }, "read"],
    ["read_file", { filePath: "a" }, "read"],
    ["mcp__fs__read_text_file", { path: "a" }, "read"],
    ["fs.write_file", { path: "a", content: "" }, "write"],
    ["MultiEdit", { file_path: "a", edits: [] }, "edit"],
    ["str_replace_based_edit_tool", { command: "view", path: "a" }, "read"],
    ["str_replace_editor", { command: "create", path: "a" }, "write"],
    ["str_replace_editor", { command: "str_replace", path: "a" }, "edit"],
    ["grep", { pattern: "x", path: "a" }, "look"],
    ["edit", '{"path":"a"}', "edit"],
  ])("%s %o is a %s", (name, args, kind) => {
    expect(call(name, args)).toMatchObject({ kind, path: "a" });
  });

  it("is one of other writers' blocks too", () => {
    expect(fileCall({ toolCallId: "c", toolName: "write", input: { path: "a" } })).toMatchObject({
      kind: "write",
      path: "a",
    });
    expect(call("ls", {})).toMatchObject({ kind: "look", path: "." });
  });

  it.each([
    ["bash", { command: "cat a", path: "a" }],
    ["read", { url: "a" }],
    ["read", { path: 7 }],
    ["read", { path: "" }],
    ["read", "not json"],
    ["read", [1]],
    ["read", null],
    ["str_replace_editor", { path: "a" }],
    [7, { path: "a" }],
    ["deploy", { path: "a" }],
    ["constructor", { path: "a" }],
  ])("is not %s %o", (name, args) => {
    expect(call(name, args)).toBe(undefined);
  });
});

describe("the text of a file in a call", () => {
  it.each([
    ["write", { content: "12345" }, 5, 0],
    [
      "edit",
      {
        edits: [
          { oldText: "a", newText: "123" },
          { oldText: "b", newText: "4567" },
        ],
      },
      7,
      2,
    ],
    ["edit", { edits: { oldText: "a", newText: "123" } }, 3, 1],
    ["edit", { edits: '[{"oldText":"a","newText":"123"}]' }, 3, 1],
    ["edit", { oldText: "a", newText: "1234" }, 4, 1],
    ["edit", { old_string: "a", new_string: "12" }, 2, 1],
    ["edit", { edits: [7, null] }, 0, 2],
    ["edit", { edits: "broken" }, 0, 0],
    ["read", { content: "12345" }, 0, 0],
  ])("%s %o", (name, args, units, count) => {
    const found = call(name, { path: "a", ...args })!;
    expect(carriedUnits(found)).toBe(units);
    expect(places(found.args)).toBe(count);
  });
});
