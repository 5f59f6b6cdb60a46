import type { Nodes, Root } from "mdast";
import { type CompileContext, type Extension, fromMarkdown, type Token } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import { gfm } from "micromark-extension-gfm";
import type { Extension as Syntax } from "micromark-util-types";
import { mathText } from "./math-text.ts";

declare module "mdast" {
  /** Maths within a text, as it was written. */
  interface Source {
    type: "source";
    value: string;
    position?: Text["position"];
  }
  interface RootContentMap {
    source: Source;
  }
  interface PhrasingContentMap {
    source: Source;
  }
}

/** No HTML: what looks like it is text, and Markdown within it is read. */
const noHtml: Syntax = { disable: { null: ["htmlFlow", "htmlText"] } };

const syntax: Syntax[] = [
  gfm({ singleTilde: false }),
  gfmStrikethroughCjkFriendly({ singleTilde: false }),
  cjkFriendlyExtension(),
  mathText,
  noHtml,
];

/** What the extension does to the finished tree is left out: it looks for addresses with a pattern that is quadratic. */
const trees: Extension[] = [
  ...gfmFromMarkdown().map(({ transforms: _left, ...handlers }) => handlers),
  {
    enter: { inlineSource: enterSource },
    exit: { inlineSource: exitSource },
  },
];

function enterSource(this: CompileContext, token: Token): void {
  this.enter({ type: "source", value: "" } satisfies Nodes, token);
  // What is within makes no nodes.
  this.buffer();
}

function exitSource(this: CompileContext, token: Token): void {
  this.resume();
  const node = this.stack.at(-1);
  if (node?.type === "source") node.value = this.sliceSerialize(token);
  this.exit(token);
}

/** The syntax tree of a text in GFM. Throws what its makers throw, on input that nobody thought of. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: syntax, mdastExtensions: trees });
}
