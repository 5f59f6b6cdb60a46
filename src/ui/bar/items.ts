import { exportContext, setTheme } from "../../state/actions.ts";
import { theme } from "../../state/cells.ts";
import type { MenuItem } from "../parts/Menu.tsx";
import { THEME_NAMES } from "../parts/names.ts";

const save = (what: Parameters<typeof exportContext>[0]) => () => void exportContext(what);

export const exportItems: readonly MenuItem[] = [
  { text: "Save projected context", note: "JSON, as the session has it", run: save("projected") },
  { text: "Save sent context", note: "JSON, after conversion", run: save("sent") },
  { text: "Save branch to the point", note: "JSONL, a session that Pi opens", run: save("branch") },
];

export function themeItems(): readonly MenuItem[] {
  return (["system", "light", "dark"] as const).map((value) => ({
    text: `Theme: ${THEME_NAMES[value]}`,
    checked: theme.value === value,
    run: () => setTheme(value),
  }));
}
