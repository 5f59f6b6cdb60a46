/** The keyboard of the page as a whole. Keys inside a list, menu or dialog are their own, and stop there. */
import * as cells from "../../state/cells.ts";
import { COMMANDS, isPossible, type Command } from "./commands.ts";
import { isInFilter } from "./focus.ts";

/** How long the second key of `g g` may take. */
const chordMs = 900;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** `Mod+K` as the reader's keyboard has it. */
export function spelled(keys: string): string {
  return keys.replace("Mod", isMac ? "⌘" : "Ctrl");
}

const byKey = new Map<string, Command>();
for (const command of COMMANDS) for (const keys of command.keys ?? []) byKey.set(keys, command);

/** Text goes here: letters are letters. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(button|checkbox|radio|range|file|submit|reset)$/.test(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Enter has a meaning of its own here. It has none on the one of several that is chosen already, where a click leaves the focus. */
function isPressable(target: EventTarget | null): boolean {
  const pressed = "button:not([aria-checked=true], [aria-selected=true]), [role=link], [role=separator]";
  return target instanceof Element && target.closest(pressed) !== null;
}

/** The name of a key event in the table, or null where the page has nothing to say to it. */
function keysOf(event: KeyboardEvent): string | null {
  if (event.isComposing || event.keyCode === 229) return null;
  const mod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (mod && !event.altKey && !event.shiftKey) return `Mod+${event.key.toUpperCase()}`;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (event.key === "Escape") return "Esc";
  if (isTyping(event.target)) return null;
  return event.key === "Enter" && isPressable(event.target) ? null : event.key;
}

/** Listens until the returned function is called. */
export function startKeyboard(): () => void {
  let lead = "";
  let leadAt = 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys = event.defaultPrevented ? null : keysOf(event);
    if (keys === null) return;
    const chord = `${lead} ${keys}`;
    const isChord = lead !== "" && event.timeStamp - leadAt < chordMs && byKey.has(chord);
    lead = "";
    const command = byKey.get(isChord ? chord : keys);
    if (command === undefined) {
      if (keys === "g") [lead, leadAt] = [keys, event.timeStamp];
      return;
    }
    // A dialog has the keyboard to itself, but for the keys that lead out of it.
    if (cells.dialog.peek() !== null && keys !== "Esc" && !keys.startsWith("Mod+")) return;
    if (!isPossible(command) || (keys === "Mod+F" && isInFilter())) return;
    event.preventDefault();
    command.run();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
