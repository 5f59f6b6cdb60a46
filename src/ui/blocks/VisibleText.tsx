import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { PlainText } from "./PlainText.tsx";
import { visiblePieces } from "./visible-text.ts";

/** Text in which nothing is hidden: what would not be seen is drawn as a symbol or said by its number. */
export function VisibleText({ text }: { readonly text: string }): JSX.Element {
  const pieces = useMemo(() => visiblePieces(text), [text]);
  return (
    <>
      {pieces.map((piece, index) =>
        // Pieces of one text never change places.
        typeof piece === "string" ? (
          <PlainText key={index} text={piece} />
        ) : (
          <span key={index} class="blocks-symbol" title={piece.name}>
            {piece.symbol}
          </span>
        ),
      )}
    </>
  );
}

/** Characters that turn the direction of what follows. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;

/** A line of a list or a link: text that turns around, brackets and all, is shown with what turns it. */
export function LineText({ text }: { readonly text: string }): JSX.Element {
  return turning.test(text) ? <VisibleText text={text} /> : <bdi>{text}</bdi>;
}
