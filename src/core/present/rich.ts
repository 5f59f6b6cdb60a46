import { codeHead } from "../rich/code-head.ts";
import { highlight } from "../rich/highlight.ts";
import { readRich, richText } from "../rich/markdown.ts";
import { looksMarked } from "../rich/markdown-cost.ts";
import type { Block, TextBlock } from "../view/block.ts";
import type { CodeRun, Language, Rich } from "../view/rich.ts";
import { nextTask } from "../../lib/next-task.ts";

/**
 * UTF-16 units of Markdown that one answer reads for its blocks: some 10 ms. Most windows of a context have no more; the page asks for
 * the rest when it is looked at.
 */
const MOST_READ = 2_500;
/** Stretches of code in one answer that are looked at for their tokens: half a millisecond each. */
const MOST_HEADS = 16;

/** What was read before, the latest last: moving the point shows the same texts again. */
const known = new Map<string, Rich | null>();
/** Most units of the texts that are kept. */
const MOST_KEPT = 1_000_000;
let kept = 0;

/** Gives the texts of lists of blocks their rich form and their tokens, the last first, as far as there is time; `most` in UTF-16 units. */
export function enriched(lists: readonly (readonly Block[])[], most = MOST_READ): Block[][] {
  const left = { units: most, heads: MOST_HEADS };
  const made: Block[][] = [];
  for (const blocks of lists.toReversed()) made.unshift(blocks.map((block) => enrich(block, left)));
  return made;
}

function enrich(block: Block, left: { units: number; heads: number }): Block {
  if (block.kind === "toolCall" && block.body.length > 0) {
    return { ...block, body: block.body.map((part) => (part.kind === "text" ? richBlock(part, left) : part)) };
  }
  return block.kind === "text" ? richBlock(block, left) : block;
}

function richBlock(block: TextBlock, left: { units: number; heads: number }): TextBlock {
  if (block.look === "mono") {
    if (block.language === undefined || left.heads-- <= 0) return block;
    const { tokens } = codeHead(block.text, block.language);
    return tokens === undefined ? block : { ...block, tokens };
  }
  const { text } = block;
  const before = known.get(text);
  if (before !== undefined) return { ...block, rich: remember(text, before) };
  if (!looksMarked(text)) return { ...block, rich: null };
  if (text.length > left.units) return block;
  left.units -= text.length;
  return { ...block, rich: remember(text, richText(text)) };
}

function remember(text: string, rich: Rich | null): Rich | null {
  if (!known.delete(text)) kept += text.length;
  known.set(text, rich);
  for (const oldest of known.keys()) {
    if (kept <= MOST_KEPT) break;
    known.delete(oldest);
    kept -= oldest.length;
  }
  return rich;
}

/** A text as Markdown, whatever its length, with rests in which others are served; null where it is better shown plain. */
export async function readMarkdown(text: string, signal?: AbortSignal): Promise<Rich | null> {
  const before = known.get(text);
  if (before !== undefined) return remember(text, before);
  const reading = readRich(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return remember(text, step.value);
    await nextTask();
    signal?.throwIfAborted();
  }
}

/** The tokens of code in a language; null where nothing can be said of it. */
export function codeTokens(text: string, language: Language): readonly CodeRun[] | null {
  return highlight(text, language) ?? null;
}
