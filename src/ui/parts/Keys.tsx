import type { JSX } from "preact";
import "./parts.css";

/** A key or a chord as its caps: `Ctrl+K`, `g g`. */
export function Keys({ of }: { readonly of: string }): JSX.Element {
  return (
    <span class="parts-keys">
      {of.split(/[ +](?=.)/).map((key, index) => (
        <kbd key={index}>{key}</kbd>
      ))}
    </span>
  );
}
