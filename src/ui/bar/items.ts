import { exportContext, setTheme } from "../../state/actions.ts";
import { theme } from "../../state/cells.ts";
import type { MenuItem } from "../parts/Menu.tsx";
import { THEME_NAMES } from "../parts/names.ts";

const save = (what: Parameters<typeof exportContext>[0]) => () => void exportContext(what);

export const exportItems: readonly MenuItem[] = [
  { text: "Projected context", note: "JSON: the messages Pi's session hands on", run: save("projected") },
  { text: "Sent context", note: "JSON: after Pi's conversion, prompt and tools first", run: save("sent") },
  { text: "Branch to the point", note: "JSONL: a session that Pi opens", run: save("branch") },
];

export function themeItems(): readonly MenuItem[] {
  return (["system", "light", "dark"] as const).map((value) => ({
    text: `Theme: ${THEME_NAMES[value]}`,
    checked: theme.value === value,
    run: () => setTheme(value),
  }));
}
