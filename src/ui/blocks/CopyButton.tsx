import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { copyText } from "../entry/clipboard.ts";

/** Copies a text and says so. */
export function CopyButton({ text, what = "" }: { readonly text: string; readonly what?: string }): JSX.Element {
  const [said, say] = useState("");
  const copy = async (): Promise<void> => {
    say((await copyText(text)) ? "Copied" : "Could not be copied");
    setTimeout(() => say(""), 1500);
  };
  return (
    <button type="button" onClick={() => void copy()} aria-label={what === "" ? undefined : `Copy ${what}`}>
      {said === "" ? "Copy" : <span role="status">{said}</span>}
    </button>
  );
}
