import { CASE, FoldedTexts, FoldedWord } from "../../lib/folded-word.ts";
import type { PackedText } from "../../lib/packed-text.ts";
import type { SessionIndex } from "../session/session-index.ts";

/** What is known of a row: whether it holds the words looked for last. The last two only while it is worked out. */
const UNKNOWN = 0;
const LACKS = 1;
const HOLDS = 2;
const OPEN = 3;
const FOUND = 4;

/** What of a name in the file holds a word: as an entry type (in words), as a role, as the tool of a result without a call. */
const TYPE = 1;
const ROLE = 2;
const TOOL = 4;

/**
 * Which rows hold some words. Rows are looked at when asked about, in the bytes of their texts; what is known of them is
 * kept while words are only lengthened, added or shortened: one byte a row, and one a text for what its letters need.
 */
export class Search {
  readonly #index: SessionIndex;
  readonly #previews: Texts;
  readonly #titles: Texts;
  readonly #known: Uint8Array;
  /** Rows that have a label: few. */
  readonly #labelled: readonly number[];
  #words: readonly string[] = [];

  constructor(index: SessionIndex) {
    this.#index = index;
    this.#previews = new Texts(index.columns.previews);
    this.#titles = new Texts(index.columns.callTitles);
    this.#known = new Uint8Array(index.count).fill(HOLDS);
    const labelled: number[] = [];
    for (let row = 0; row < index.count; row++) if (index.label(row) !== undefined) labelled.push(row);
    this.#labelled = labelled;
  }

  /** Takes the mark from rows that lack one of the words (in lower case). */
  narrow(shown: Uint8Array, words: readonly string[]): void {
    this.#open(shown, words);
    // Fewest rows hold the longest.
    for (const word of words.toSorted((a, b) => b.length - a.length)) {
      this.#look(word);
      settle(this.#known);
    }
    const known = this.#known;
    for (let row = 0; row < known.length; row++) {
      if (known[row] === OPEN) known[row] = HOLDS;
      else if (known[row] === LACKS) shown[row] = 0;
    }
  }

  /** Forgets what new words may change, and opens the shown rows of which nothing is known then. */
  #open(shown: Uint8Array, words: readonly string[]): void {
    const before = this.#words;
    this.#words = words;
    const within = (some: readonly string[], others: readonly string[]): boolean =>
      some.every((word) => others.some((other) => other.includes(word)));
    const lacking = within(before, words) ? LACKS : UNKNOWN;
    const holding = within(words, before) ? HOLDS : UNKNOWN;
    const known = this.#known;
    for (let row = 0; row < known.length; row++) {
      const was = known[row];
      const now = was === LACKS ? lacking : was === HOLDS ? holding : UNKNOWN;
      known[row] = now === UNKNOWN && shown[row] === 1 ? OPEN : now;
    }
  }

  /** Finds a word in open rows: label, type and role, the row's own words (the call a result answers), a result's output. */
  #look(word: string): void {
    const known = this.#known;
    const { callOfResult } = this.#index.pairing;
    this.#lookInNames(word);
    for (const row of this.#labelled) {
      if (known[row] === OPEN && this.#index.label(row)?.toLowerCase().includes(word) === true) known[row] = FOUND;
    }
    const needle = new FoldedWord(word, this.#previews.folded.counts);
    const calls = new Uint8Array(this.#index.columns.callRow.length);
    for (let row = 0; row < known.length; row++) {
      if (known[row] === OPEN && callOfResult[row] !== -1) calls[callOfResult[row]!] = OPEN;
    }
    this.#titles.look(word, needle, calls, true);
    for (let row = 0; row < known.length; row++) {
      if (known[row] === OPEN && callOfResult[row] !== -1 && calls[callOfResult[row]!] === FOUND) known[row] = FOUND;
    }
    this.#previews.look(word, needle, known, false);
  }

  #lookInNames(word: string): void {
    const { columns, pairing } = this.#index;
    const names = this.#namesWith(word);
    // Few words are part of a name.
    if (!names.some((held) => held !== 0)) return;
    const message = columns.names.find("message");
    const result = columns.names.find("toolResult");
    const type = columns.type.array;
    const role = columns.role.array;
    const known = this.#known;
    for (let row = 0; row < known.length; row++) {
      if (known[row] !== OPEN) continue;
      const isMessage = type[row] === message;
      const held = names[isMessage ? role[row]! : type[row]!]! & (isMessage ? ROLE : TYPE);
      const isLoose = role[row] === result && result !== -1 && pairing.callOfResult[row] === -1;
      if (held !== 0 || (isLoose && (names[columns.tool.at(row)]! & TOOL) !== 0)) known[row] = FOUND;
    }
  }

  #namesWith(word: string): Uint8Array {
    const { names } = this.#index.columns;
    return Uint8Array.from({ length: names.size }, (_, number) => {
      const name = names.text(number).toLowerCase();
      const asType = name.replaceAll("_", " ").includes(word) ? TYPE : 0;
      const asTool = `[${name || "tool"}]`.includes(word) ? TOOL : 0;
      return asType | asTool | (name.includes(word) ? ROLE : 0);
    });
  }
}

/** After a word: open rows lack it, and those it was found in are open for the next. */
function settle(known: Uint8Array): void {
  for (let row = 0; row < known.length; row++) {
    if (known[row] === OPEN) known[row] = LACKS;
    else if (known[row] === FOUND) known[row] = OPEN;
  }
}

/** Packed texts, each searched as bytes or as the string it must become for it. */
class Texts {
  readonly folded: FoldedTexts;
  readonly #texts: PackedText;

  constructor(texts: PackedText) {
    this.#texts = texts;
    this.folded = new FoldedTexts(texts.view());
  }

  /** Marks open texts that hold a word; `bracketed`: with a bracket before and after the text. */
  look(word: string, needle: FoldedWord, marks: Uint8Array, bracketed: boolean): void {
    // No bytes can stand for a lone surrogate.
    const odd = /\p{Surrogate}/u.test(word) ? CASE.none : /[^\0-\x7f]/.test(word) ? CASE.letters : CASE.ascii;
    const { cases, highest } = this.folded;
    this.folded.mark(needle, marks, OPEN, FOUND, odd);
    const edges = bracketed && (word.startsWith("[") || word.endsWith("]"));
    if (highest < odd && !edges) return;
    for (let at = 0; at < marks.length; at++) {
      if (marks[at] !== OPEN) continue;
      const isOdd = cases[at]! >= odd;
      if (isOdd ? this.#lower(at, bracketed).includes(word) : edges && this.#meetsBracket(at, word, needle))
        marks[at] = FOUND;
    }
  }

  #meetsBracket(at: number, word: string, needle: FoldedWord): boolean {
    const { start, end } = this.folded.span(at);
    const { length } = needle.bytes;
    const fits = (place: number, from: number, to: number): boolean =>
      needle.isAt(this.folded.bytes, place, start, end, from, to);
    const opens = word.startsWith("[");
    const closes = word.endsWith("]");
    if ((opens && fits(start, 1, length)) || (closes && fits(end - length + 1, 0, length - 1))) return true;
    return opens && closes && length === end - start + 2 && fits(start, 1, length - 1);
  }

  #lower(at: number, bracketed: boolean): string {
    const text = this.#texts.text(at).toLowerCase();
    return bracketed ? `[${text}]` : text;
  }
}
