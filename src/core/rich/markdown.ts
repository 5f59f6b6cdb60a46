import type { Code as CodeNode, Definition, FootnoteDefinition, List, ListItem, Nodes, Root, Table } from "mdast";
import { cut } from "../../lib/text.ts";
import type { Rich, RichBlock, RichCode, RichItem } from "../view/rich.ts";
import { codeHead } from "./code-head.ts";
import { InlineMaker } from "./inline.ts";
import { languageOfWord } from "./languages.ts";
import { hasDefinitions, isCheap, looksMarked, splitMarkdown } from "./markdown-cost.ts";
import { parseMarkdown } from "./parse-markdown.ts";

/** Most UTF-16 units of one text that are read as Markdown: a tenth of a second or two, in pieces. */
export const MOST_MARKDOWN = 60_000;
/** Most of one with definitions or footnotes, which is read in one go: they are for all of it. */
const MOST_WHOLE = 8_000;
/** Lists and quotes within each other; what is deeper is shown as written. */
const MOST_DEPTH = 12;
/** Most blocks and stretches of one text: each becomes an element. */
const MOST_NODES = 6_000;

/**
 * A text as GFM. HTML is text, images are links, maths is its source, single line feeds break the line. Null where the text is better
 * shown plain: nothing in it is marked, it is too long, or would come to too many elements. A part of it that would take too long to
 * read is shown as written.
 */
export function richText(text: string): Rich | null {
  const reading = readRich(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done === true) return step.value;
}

/** The same in steps of some milliseconds, between which others may have a turn. */
export function* readRich(text: string): Generator<undefined, Rich | null> {
  if (text.length > MOST_MARKDOWN || !looksMarked(text)) return null;
  const whole = text.length <= MOST_WHOLE && hasDefinitions(text);
  const parts = whole ? [{ text, maths: false }] : splitMarkdown(text);
  const blocks: RichBlock[] = [];
  let nodes = 0;
  for (const { text: part, maths } of parts) {
    if (maths || !isCheap(part)) blocks.push({ kind: "source", text: part.replace(/\s+$/, "") });
    else {
      try {
        const maker = new Maker(part, MOST_NODES - nodes);
        for (const block of maker.make(parseMarkdown(part))) blocks.push(block);
        nodes += maker.nodes;
      } catch {
        // Text that the parser cannot read, or that came to too much.
        return null;
      }
    }
    yield;
  }
  return blocks;
}

class Maker {
  readonly #text: string;
  readonly #inline: InlineMaker;
  readonly #notes: FootnoteDefinition[] = [];
  readonly #most: number;
  /** Blocks and stretches made so far. */
  nodes = 0;

  /** @throws RangeError, from `make`, where more than `most` nodes would be made. */
  constructor(text: string, most: number) {
    this.#text = text;
    this.#most = most;
    this.#inline = new InlineMaker(() => this.#count());
  }

  make(root: Root): Rich {
    this.#gather(root);
    const blocks = this.#blocks(root.children, 0);
    if (this.#notes.length === 0) return blocks;
    const notes = this.#notes.map((note) => ({
      label: note.label ?? note.identifier,
      blocks: this.#blocks(note.children, 1),
    }));
    return [...blocks, { kind: "notes", notes }];
  }

  #count(): void {
    if (++this.nodes > this.#most) throw new RangeError("too many nodes");
  }

  /** Finds definitions and footnotes wherever they are. */
  #gather(root: Root): void {
    const stack: Nodes[] = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node.type === "definition") this.#inline.define(node);
      else if (node.type === "linkReference" || node.type === "imageReference") this.#inline.refer(node.identifier);
      else if (node.type === "footnoteDefinition") this.#notes.unshift(node);
      if ("children" in node) for (const child of node.children) stack.push(child);
    }
  }

  #blocks(nodes: readonly Nodes[], depth: number): Rich {
    return nodes.flatMap((node) => {
      this.#count();
      return depth > MOST_DEPTH ? [this.#source(node)] : this.#block(node, depth);
    });
  }

  #block(node: Nodes, depth: number): RichBlock[] {
    switch (node.type) {
      case "paragraph":
        return [{ kind: "paragraph", inline: this.#inline.make(node.children) }];
      case "heading":
        return [{ kind: "heading", level: node.depth, inline: this.#inline.make(node.children) }];
      case "thematicBreak":
        return [{ kind: "rule" }];
      case "blockquote":
        return [{ kind: "quote", blocks: this.#blocks(node.children, depth + 1) }];
      case "list":
        return [this.#list(node, depth)];
      case "code":
        return [codeOf(node)];
      case "table":
        return [this.#table(node)];
      case "footnoteDefinition":
        return [];
      case "definition":
        return this.#unused(node);
      default:
        return [this.#source(node)];
    }
  }

  #list(node: List, depth: number): RichBlock {
    const items = node.children.map((item: ListItem): RichItem => {
      this.#count();
      return { checked: item.checked ?? null, blocks: this.#blocks(item.children, depth + 1) };
    });
    return { kind: "list", start: node.ordered === true ? (node.start ?? 1) : null, items };
  }

  #table(node: Table): RichBlock {
    const rows = node.children.map((row) =>
      row.children.map((cell) => {
        this.#count();
        return this.#inline.make(cell.children);
      }),
    );
    return { kind: "table", align: node.align ?? [], rows };
  }

  /** A definition that nothing refers to would be lost: it may be no definition at all. */
  #unused(node: Definition): RichBlock[] {
    return this.#inline.isUsed(node.identifier) ? [] : [this.#source(node)];
  }

  #source(node: Nodes): RichBlock {
    const { start, end } = node.position ?? {};
    return { kind: "source", text: this.#text.slice(start?.offset ?? 0, end?.offset ?? 0) };
  }
}

function codeOf(node: CodeNode): RichCode {
  const info = cut(node.lang ?? "", 40);
  const language = languageOfWord(info);
  return { kind: "code", info, ...codeHead(node.value, language) };
}
