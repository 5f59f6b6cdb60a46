/** What lies outside the page's own tree and follows the state: the root element and the title of the window. */
import { effect } from "@preact/signals";
import { phase, subject, theme } from "../../state/cells.ts";
import { cleanName } from "../../state/names.ts";

const product = "Pi Session Viewer";

/** Starts following. Returns the end of that. */
export function startFollowing(): () => void {
  const root = document.documentElement;
  const ends = [
    effect(() => {
      root.dataset["state"] = phase.value;
    }),
    effect(() => {
      if (theme.value === "system") delete root.dataset["theme"];
      else root.dataset["theme"] = theme.value;
    }),
    effect(() => {
      const name = cleanName(subject.value?.name ?? "");
      document.title = name === "" ? product : `${name} – ${product}`;
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
