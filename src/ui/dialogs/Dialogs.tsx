import type { JSX } from "preact";
import { dialog } from "../../state/cells.ts";
import { Help } from "./Help.tsx";
import { Palette } from "./Palette.tsx";
import { Paste } from "./Paste.tsx";

const dialogs = { help: Help, palette: Palette, paste: Paste } as const;

/** The open dialog, if one is. */
export function Dialogs(): JSX.Element | null {
  if (dialog.value === null) return null;
  const Open = dialogs[dialog.value];
  return <Open key={dialog.value} />;
}
