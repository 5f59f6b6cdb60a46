/** What is remembered between visits. Storage is a favour: every call may fail, and the page works without. */
import { effect, signal, type Signal } from "@preact/signals";
import { growthCosts, growthShown, showHidden, showSource, showThinking, showToolOutput, theme } from "./cells.ts";

const key = "pi-session-viewer:preferences";

/** Widths in pixels that the reader gave the outer columns; 0 leaves them to the page. */
export const treeWidth = signal(0);
export const entryWidth = signal(0);

/**
 * Keep recent sessions in the browser. Off by default for a page opened from a file: there every local page shares one
 * storage.
 */
export const keepRecents = signal(false);

const flags: Readonly<Record<string, Signal<boolean>>> = {
  showThinking,
  showSource,
  showToolOutput,
  showHidden,
  keepRecents,
  growthShown,
  growthCosts,
};
const widths: Readonly<Record<string, Signal<number>>> = { treeWidth, entryWidth };

function readStored(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function store(values: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Not remembered.
  }
}

/** Takes over what is stored, then stores every change. Returns the end of that. */
export function startPreferences(fromFile: boolean): () => void {
  keepRecents.value = !fromFile;
  const stored = readStored();
  const wanted = stored["theme"];
  if (wanted === "light" || wanted === "dark" || wanted === "system") theme.value = wanted;
  for (const [name, cell] of Object.entries(flags)) {
    const value = stored[name];
    if (typeof value === "boolean") cell.value = value;
  }
  for (const [name, cell] of Object.entries(widths)) {
    const value = stored[name];
    if (typeof value === "number" && value >= 0 && value < 10_000) cell.value = value;
  }
  let first = true;
  return effect(() => {
    const cells = { theme, ...flags, ...widths };
    const values = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.value]));
    if (!first) store(values);
    first = false;
  });
}
