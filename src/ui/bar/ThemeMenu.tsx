import type { JSX } from "preact";
import { theme } from "../../state/cells.ts";
import { Menu } from "../parts/Menu.tsx";
import { themeItems } from "./items.ts";

export function ThemeMenu(): JSX.Element {
  return <Menu icon={theme.value} label="Theme" look="quiet" items={themeItems()} />;
}
