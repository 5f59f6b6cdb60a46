import { TreeSelectorComponent } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/components/tree-selector.js";
import { initTheme } from "../../../node_modules/@earendil-works/pi-coding-agent/dist/modes/interactive/theme/theme.js";

/** What Pi's /tree says of entries and tool calls: its own methods, without colours and home folder. */
interface PiTree {
  getEntryDisplayText(node: { entry: unknown }, selected: boolean): string;
  formatToolCall(name: unknown, args: unknown): string;
  hasTextContent(content: unknown): boolean;
}

initTheme("dark");
process.env["HOME"] = "/nowhere/home";

const tree = new TreeSelectorComponent(
  [],
  null,
  40,
  () => {},
  () => {},
  () => {},
).getTreeList() as unknown as PiTree;

/** The row of an entry without a tool call of its own. */
export function piRow(entry: unknown): string {
  // oxlint-disable-next-line no-control-regex -- colours are escape sequences
  return tree.getEntryDisplayText({ entry }, false).replaceAll(/\u001b\[[0-9;]*m/g, "");
}

/** Wording of a tool call, without the brackets around it. */
export function piCall(name: unknown, args: unknown): string {
  return tree.formatToolCall(name, args).slice(1, -1);
}

export function piHasText(content: unknown): boolean {
  return tree.hasTextContent(content);
}
