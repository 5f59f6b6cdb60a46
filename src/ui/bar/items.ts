import { exportContext, setTheme } from "../../state/actions.ts";
import { context, theme } from "../../state/cells.ts";
import type { MenuItem } from "../parts/Menu.tsx";
import { THEME_NAMES } from "../parts/names.ts";

const save = (what: Parameters<typeof exportContext>[0]) => () => void exportContext(what);

export function exportItems(): readonly MenuItem[] {
  // A branch that Pi fails on is saved with what it fails on.
  const warned = context.value?.summary.notices.some(({ tone }) => tone === "warning") ?? true;
  return [
    { text: "Save projected context", note: "JSON, as the session has it", run: save("projected") },
    { text: "Save sent context", note: "JSON, after conversion", run: save("sent") },
    {
      text: "Save branch to the point",
      note: warned ? "JSONL, with what its warnings name" : "JSONL, a session that Pi opens",
      run: save("branch"),
    },
  ];
}

export function themeItems(): readonly MenuItem[] {
  return (["system", "light", "dark"] as const).map((value) => ({
    text: `Theme: ${THEME_NAMES[value]}`,
    checked: theme.value === value,
    run: () => setTheme(value),
  }));
}
