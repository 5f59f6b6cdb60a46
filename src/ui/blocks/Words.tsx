import { createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { PlainText } from "./PlainText.tsx";
import { VisibleText } from "./VisibleText.tsx";

/** Whether hidden characters of the text around are shown. */
export const Symbols = createContext(false);

/** A stretch of a text, by the text's own way with hidden characters. */
export function Words({ text }: { readonly text: string }): JSX.Element {
  return useContext(Symbols) ? <VisibleText text={text} /> : <PlainText text={text} />;
}
