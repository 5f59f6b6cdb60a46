import { signal } from "@preact/signals";

/** Room for three columns, for two, or for one. */
export type Width = "wide" | "middle" | "narrow";

export const width = signal<Width>("wide");

/** Follows the window. Returns the end of that. */
export function startWidth(): () => void {
  const middle = matchMedia("(max-width: 1099px)");
  const narrow = matchMedia("(max-width: 699px)");
  const read = (): void => {
    width.value = narrow.matches ? "narrow" : middle.matches ? "middle" : "wide";
  };
  read();
  for (const query of [middle, narrow]) query.addEventListener("change", read);
  return () => {
    for (const query of [middle, narrow]) query.removeEventListener("change", read);
  };
}
