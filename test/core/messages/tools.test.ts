import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argLook, callTitle } from "../../../src/core/messages/tools/tools.ts";
import { answer, nested, odd } from "./odd.ts";
import { piCall } from "./pi-tree.ts";

const long = "x".repeat(60);

describe("wording as Pi's", () => {
  it.each<[string, unknown]>([
    ["read", { path: "src/a.ts" }],
    ["read", { path: "src/a.ts", offset: 1, limit: 20 }],
    ["read", { path: "a", offset: "3", limit: null }],
    ["read", { path: "a", limit: "7" }],
    ["read", { path: "a", offset: "x", limit: 2 }],
    ["read", { path: "a", offset: 1, limit: "x" }],
    ["read", { path: "a", offset: 1, limit: 0 }],
    ["read", { path: "a", offset: -3 }],
    ["read", { file_path: "old.ts" }],
    ["read", {}],
    ["write", { path: "b.ts", content: "x" }],
    ["edit", { path: "b.ts", edits: [] }],
    ["bash", { command: "ls -la\n\tpwd" }],
    ["bash", { command: `  ${long}` }],
    ["bash", { command: `a${" ".repeat(60)}` }],
    ["bash", {}],
    ["grep", { pattern: "a.b", path: "src" }],
    ["grep", { pattern: null }],
    ["find", { pattern: "*.ts" }],
    ["ls", { path: 5 }],
    ["ls", {}],
    ["mcp.search", { q: "short" }],
    ["mcp.search", { q: long }],
    ["mcp.search", null],
    ["mcp.search", ["a", 1]],
    ["mcp.search", "text"],
    ["constructor", {}],
  ])("%s %j", (name, args) => {
    expect(callTitle(name, args)).toBe(piCall(name, args));
  });

  it("for any line range and any unknown tool", () => {
    const bound = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(undefined, null, "", " 4 ", "1e3", "x", true));
    fc.assert(
      fc.property(bound, bound, (offset, limit) => {
        expect(callTitle("read", { path: "p", offset, limit })).toBe(piCall("read", { path: "p", offset, limit }));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (args) => {
        expect(callTitle("other", args)).toBe(piCall("other", args).replaceAll(/[\n\t]/g, " "));
      }),
    );
  });
});

describe("where Pi's wording fails", () => {
  it.each<[unknown, unknown, string]>([
    ["bash", null, "bash: null"],
    ["bash", undefined, "bash"],
    ["read", '{"path":"x"}', "read: x"],
    ["read", '{"path":"x', String.raw`read: "{\"path\":\"x"`],
    ["edit", ["a"], 'edit: ["a"]'],
    ["write", { path: { a: 1 } }, 'write: {"a":1}'],
    [undefined, {}, "tool: {}"],
    [null, undefined, "tool"],
    [5, {}, "tool: {}"],
    ["bash", { command: ["a", "b"] }, 'bash: ["a","b"]'],
  ])("%j %j reads %s", (name, args, words) => {
    expect(callTitle(name, args)).toBe(words);
  });

  it("is one short line for anything", () => {
    const names = fc.oneof(fc.constantFrom("read", "write", "edit", "bash", "grep", "find", "ls", "other"), odd);
    fc.assert(
      fc.property(names, odd, (name, args) => {
        const title = callTitle(name, args);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(title).not.toMatch(/[\n\t]/);
        const keys = { path: args, file_path: args, command: args, pattern: args, offset: args, limit: args };
        expect(callTitle(name, keys).length).toBeLessThanOrEqual(200);
      }),
    );
    expect(callTitle("other", nested(20_000))).toBe(`other: ${'{"k":['.repeat(7).slice(0, 40)}...`);
    expect(answer(() => piCall("bash", null))).toBeUndefined();
  });
});

it("tells code from prose", () => {
  expect(argLook("bash", "command")).toBe("mono");
  expect(argLook("subagent", "prompt")).toBe("prose");
  expect(argLook("subagent", "path")).toBe("mono");
});
