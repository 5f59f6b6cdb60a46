/** A stretch of text as it is, or one character that would not be seen, with what it is. */
export type Piece = string | { readonly symbol: string; readonly name: string };

/** Control and format characters, line separators, lone surrogates, what is never drawn; tabs and line feeds are seen. */
const unseen = /(?![\ufe00-\ufe0f\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{DI}]/gu;

/**
 * Characters that are never drawn and can turn or hide what is read: of direction, without width, tags. Joiners inside an
 * emoji, or in a script that needs them, are none of these.
 */
const hidden =
  /(?!(?<=[\p{Extended_Pictographic}\p{EMod}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\p{L}\p{M}])[\u200c\u200d])(?![\ufe00-\ufe0f])[\p{DI}\p{Zl}\p{Zp}]/gu;

/** How many characters of a text hide something. */
export function countHidden(text: string): number {
  // Most texts have none, and most of those are plain.
  return /[^\0-\u00ac\u00ae-\u034e]/.test(text) || text.includes("\u00ad") ? (text.match(hidden)?.length ?? 0) : 0;
}

/** Marks are elements: a text of nothing else gets so many, and after that is shown as it is. */
const MOST = 400;

/** A text in pieces of which every one can be seen. */
export function visiblePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(unseen)) {
    if (pieces.length >= 2 * MOST) break;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push(markOf(match[0].codePointAt(0) ?? 0));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function markOf(code: number): { symbol: string; name: string } {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  // Unicode has pictures of the first controls and of DEL.
  if (code < 0x20) return { symbol: String.fromCharCode(0x2400 + code), name };
  return { symbol: code === 0x7f ? "\u2421" : name, name };
}
