// What reading Markdown costs, looked at before it is read: the parser is quadratic in the lines of a text, in the signs of a
// paragraph and in the depth of lists and quotes.

/** Signs that mean something anywhere, and those that do at the start of a line. */
const marked =
  /[*_`~|\\$&[\]]|https?:\/\/|www\.|\S@\S|<\S|^ {0,3}(?:#{1,6}[ \t]|>|[-+][ \t]|\d{1,9}[.)][ \t]|-{3}|={2,}[ \t]*$)|^(?: {4}|\t)/m;

/** True where reading a text as Markdown could change how it is shown. */
export function looksMarked(text: string): boolean {
  return marked.test(text);
}

/** True where a text may define what links or footnotes elsewhere in it refer to. */
export function hasDefinitions(text: string): boolean {
  return /^[ \t>]{0,20}\[[^\n\]]{1,200}\]:/m.test(text);
}

/** UTF-16 units from which on a part ends at the next place where it may. */
const PART = 1_500;
/** Most UTF-16 units of displayed maths. */
const MOST_MATHS = 4_000;
/** So many parts are cut out for maths: each part costs a tenth of a millisecond, however short. */
const MOST_PARTS = 200;

/** A part of a text: Markdown, or displayed maths, which is none. */
export interface Part {
  readonly text: string;
  readonly maths: boolean;
}

/**
 * A text in parts that mean the same one by one: it is parted before headings and before paragraphs that stand at the margin after an
 * empty line, outside of fences, for nothing goes on over those. Maths between lines of `$$`, or of `\[` and `\]`, is a part of its
 * own.
 */
export function splitMarkdown(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let fence = "";
  let empty = false;
  const part = (to: number, maths: boolean): void => {
    if (to > from) parts.push({ text: text.slice(from, to), maths });
    from = to;
  };
  for (let at = 0; at < text.length;) {
    let end = endOfLine(text, at);
    const line = text.slice(at, Math.min(end, at + 200));
    const maths = fence === "" && parts.length < MOST_PARTS ? endOfMaths(text, at, line) : 0;
    if (maths > 0) {
      part(at, false);
      part((end = maths), true);
    } else if (fence !== "") {
      const sign = fenceOf(line);
      if (sign.startsWith(fence) && line.trim() === sign) fence = "";
    } else {
      const apart = line.startsWith("#") || empty;
      if (at - from >= PART && apart && atMargin.test(line)) part(at, false);
      fence = fenceOf(line);
    }
    empty = fence === "" && line.trim() === "";
    at = end;
  }
  part(text.length, false);
  return parts;
}

/** A heading, or the beginning of a paragraph: nothing of a list, quote, table or fence. */
const atMargin = /^(?:#{1,6}[ \t]|(?![-+*>|=~`$]|\d{1,9}[.)])[^\s])/;

function fenceOf(line: string): string {
  return /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1] ?? "";
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed === -1 ? text.length : feed + 1;
}

/** Where displayed maths that begins with this line ends; 0 where none does. */
function endOfMaths(text: string, at: number, line: string): number {
  const open = line.trimEnd();
  if (open !== "$$" && open !== "\\[") return 0;
  const close = open === "$$" ? "\n$$" : "\n\\]";
  const found = text.slice(at, at + MOST_MATHS).indexOf(close, open.length);
  if (found === -1) return 0;
  const end = endOfLine(text, at + found + 1);
  return text.slice(at + found, Math.min(end, at + found + 20)).trim().length === 2 ? end : 0;
}

/** Most signs of one paragraph: each may be held against all the others. */
const MOST_SIGNS = 1_500;
/** Most lines outside of fences, and those times how deep they are. */
const MOST_LINES = 500;
const MOST_NESTED = 4_000;
const MOST_DEEP = 30;

/** False for a part of a text whose reading could take more than some tens of milliseconds. Looks at every character once. */
export function isCheap(text: string): boolean {
  let signs = 0;
  let lines = 0;
  let depth = 0;
  let fenced = false;
  for (let at = 0; at < text.length;) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(at, end);
    if (/^ {0,3}(?:`{3}|~{3})/.test(line)) fenced = !fenced;
    if (line.trim() === "") signs = 0;
    if (!fenced) {
      const deep = nested(line);
      signs += countSigns(line);
      lines += 1;
      depth += deep;
      if (signs > MOST_SIGNS || lines > MOST_LINES || depth > MOST_NESTED || deep > MOST_DEEP) return false;
    }
    at = end + 1;
  }
  return true;
}

function countSigns(line: string): number {
  let count = 0;
  for (let i = 0; i < line.length; i++) {
    switch (line.charCodeAt(i)) {
      case 0x21: // !
      case 0x24: // $
      case 0x26: // &
      case 0x2a: // *
      case 0x3a: // :
      case 0x3c: // <
      case 0x40: // @
      case 0x5b: // [
      case 0x5c: // \
      case 0x5d: // ]
      case 0x5f: // _
      case 0x60: // `
      case 0x7c: // |
      case 0x7e: // ~
        count += 1;
    }
  }
  return count;
}

/** How deep a line may be in quotes and lists. */
function nested(line: string): number {
  const lead = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)]))*[ \t]*/.exec(line.slice(0, 400))?.[0] ?? "";
  const indent = /^[ \t]*/.exec(lead)?.[0].length ?? 0;
  return lead.replace(/[^>\-+*.)]/g, "").length + Math.min(indent, 200) / 5;
}
