import type { JSX } from "preact";
import { selectionRow } from "../../state/cells.ts";

// To be replaced by the panes themselves.
export function TreePane(): JSX.Element {
  return <section aria-label="Tree" />;
}
export function ContextPane(): JSX.Element {
  return <section aria-label="Context" />;
}
export function EntryPane(): JSX.Element {
  return <section aria-label="Entry">{selectionRow.value?.text}</section>;
}
