import { expect } from "vitest";
import { TOKEN_KINDS, type CodeRun, type Inline, type Rich } from "../../../src/core/view/rich.ts";

const MARKS = ["strong", "emphasis", "delete", "code", "math", "target"];

/** What holds for the rich form of anything: known kinds only, bounded depth, targets that may be opened, tokens that are the code's beginning. */
export function expectLawfulRich(rich: Rich, depth = 0): void {
  expect(depth).toBeLessThan(16);
  for (const block of rich) {
    switch (block.kind) {
      case "paragraph":
      case "heading":
        expectInline(block.inline);
        if (block.kind === "heading") expect([1, 2, 3, 4, 5, 6]).toContain(block.level);
        break;
      case "list":
        for (const item of block.items) expectLawfulRich(item.blocks, depth + 1);
        break;
      case "quote":
        expectLawfulRich(block.blocks, depth + 1);
        break;
      case "notes":
        for (const note of block.notes) expectLawfulRich(note.blocks, depth + 1);
        break;
      case "code":
        expectTokens(block.text, block.tokens ?? []);
        break;
      case "table":
        for (const cell of block.rows.flat()) expectInline(cell);
        break;
      case "source":
        expect(typeof block.text).toBe("string");
        break;
      case "rule":
        break;
      default:
        expect(block satisfies never).toBeUndefined();
    }
  }
}

function expectInline(inline: readonly Inline[]): void {
  for (const one of inline) {
    if (typeof one === "string") expect(one).not.toBe("");
    else if (one.kind === "run") {
      for (const mark of one.marks) expect(MARKS).toContain(mark);
      expect(new Set(one.marks).size).toBe(one.marks.length);
    } else if (one.kind === "link") {
      expect(one.href).toMatch(/^(https?:\/\/|mailto:)[\u0021-\u007e]+$/i);
      expectInline(one.inline);
      for (const within of one.inline) expect(typeof within === "string" ? "run" : within.kind).toBe("run");
    } else expect(one.kind).toBe("note");
  }
}

/** Tokens are the beginning of the text, each of a kind that has a colour. */
export function expectTokens(text: string, tokens: readonly CodeRun[]): void {
  const joined = tokens.map((run) => (typeof run === "string" ? run : run[1])).join("");
  expect(text.startsWith(joined)).toBe(true);
  for (const run of tokens) if (typeof run !== "string") expect(TOKEN_KINDS).toContain(run[0]);
}

/** All text of a tree, blocks apart by a line feed. */
export function textOfRich(rich: Rich): string {
  return rich
    .map((block) => {
      if (block.kind === "paragraph" || block.kind === "heading") return textOfInline(block.inline);
      if (block.kind === "list") return block.items.map((item) => textOfRich(item.blocks)).join("\n");
      if (block.kind === "quote") return textOfRich(block.blocks);
      if (block.kind === "notes") return block.notes.map((note) => textOfRich(note.blocks)).join("\n");
      if (block.kind === "table") return block.rows.map((row) => row.map(textOfInline).join("\t")).join("\n");
      return block.kind === "rule" ? "" : block.text;
    })
    .join("\n");
}

function textOfInline(inline: readonly Inline[]): string {
  return inline
    .map((one) => {
      if (typeof one === "string") return one;
      if (one.kind === "run") return one.text;
      return one.kind === "link" ? textOfInline(one.inline) : `[${one.label}]`;
    })
    .join("");
}
