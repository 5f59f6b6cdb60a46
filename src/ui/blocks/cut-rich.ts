import type { Inline, Rich, RichBlock } from "../../core/view/rich.ts";
import { cutLines } from "./cut-lines.ts";

/** Characters that count as one line. */
const LINE = 110;
/** Lines of code that are shown at first. */
const CODE = 11;
/** So few lines are not cut off. */
const FEW = 4;

/** The first blocks of a text, about `most` lines; `lines`: about how many that leaves out, 0 where nothing is. */
export function cutRich(rich: Rich, most: number): { readonly blocks: Rich; readonly lines: number } {
  const total = linesOf(rich);
  if (total <= most + FEW) return { blocks: rich, lines: 0 };
  const blocks: RichBlock[] = [];
  let left = most;
  for (const block of rich) {
    const lines = linesOf([block]);
    if (lines > left) {
      const begun = beginning(block, Math.max(left, blocks.length === 0 ? 1 : 0));
      if (begun !== undefined) blocks.push(begun);
      break;
    }
    blocks.push(block);
    left -= lines;
  }
  const shown = linesOf(blocks);
  return shown >= total ? { blocks: rich, lines: 0 } : { blocks, lines: total - shown };
}

/** As much of a block as so many lines hold; undefined for nothing worth it. */
function beginning(block: RichBlock, most: number): RichBlock | undefined {
  if (most < 1) return undefined;
  switch (block.kind) {
    case "list": {
      const items = within(block.items, most, (item) => Math.max(1, linesOf(item.blocks)));
      return { ...block, items };
    }
    case "table":
      return most < 3 ? undefined : { ...block, rows: block.rows.slice(0, most) };
    case "quote":
      return { ...block, blocks: within(block.blocks, most, (one) => linesOf([one])) };
    case "source":
      return { ...block, text: cutLines(block.text, most).text };
    case "paragraph":
      return { ...block, inline: cutInline(block.inline, most) };
    default:
      return block;
  }
}

/** The first of a list that so many lines hold, one at least. */
function within<T>(list: readonly T[], most: number, linesOfOne: (one: T) => number): T[] {
  let left = most;
  const fits = list.findIndex((one) => (left -= linesOfOne(one)) < 0);
  return list.slice(0, fits === -1 ? undefined : Math.max(1, fits));
}

function cutInline(inline: readonly Inline[], most: number): Inline[] {
  const shown: Inline[] = [];
  for (const one of inline) {
    const left = most - linesOfInline(shown) + 1;
    if (left < 1) break;
    if (typeof one === "string") shown.push(cutLines(one, left).text);
    else if (one.kind === "run") shown.push({ ...one, text: cutLines(one.text, left).text });
    else shown.push(one);
  }
  return shown;
}

/** About how many lines blocks fill. */
function linesOf(rich: Rich): number {
  let lines = 0;
  const stack = [...rich];
  for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
    if (block.kind === "paragraph") lines += linesOfInline(block.inline);
    else if (block.kind === "heading") lines += 2;
    else if (block.kind === "code") lines += Math.min(CODE, linesOfText(block.text)) + 1;
    else if (block.kind === "source") lines += linesOfText(block.text);
    else if (block.kind === "table") lines += block.rows.length;
    else if (block.kind === "quote") stack.push(...block.blocks);
    else if (block.kind === "list") for (const item of block.items) stack.push(...item.blocks);
    else if (block.kind === "notes") for (const note of block.notes) stack.push(...note.blocks);
    else lines += 1;
  }
  return lines;
}

function linesOfInline(inline: readonly Inline[]): number {
  return linesOfText(inline.map(textOf).join(""));
}

function textOf(one: Inline): string {
  if (typeof one === "string") return one;
  if (one.kind === "run") return one.text;
  return one.kind === "link" ? one.inline.map(textOf).join("") : `[${one.label}]`;
}

function linesOfText(text: string): number {
  let lines = 0;
  for (let at = 0; at <= text.length;) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    lines += Math.max(1, Math.ceil((end - at) / LINE));
    at = end + 1;
  }
  return lines;
}
