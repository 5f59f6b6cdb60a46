import { Fragment, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import { splitRuns } from "./split-runs.ts";
import "./blocks.css";

/** Text as it is, whatever it holds. What is marked and copied is the text itself: a place to break is no character. */
export function PlainText({ text }: { readonly text: string }): JSX.Element {
  const pieces = useMemo(() => splitRuns(text), [text]);
  return (
    <>
      {pieces.map((piece, index) => (
        // Pieces of one text never change places.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </>
  );
}
