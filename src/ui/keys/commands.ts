/** Everything a reader can do by name or by key: one table for the keyboard, the help and the palette. */
import { FORMS } from "../../core/view/context.ts";
import { REPORTS } from "../../core/view/report.ts";
import { FILTERS } from "../../core/view/row.ts";
import * as act from "../../state/actions.ts";
import * as cells from "../../state/cells.ts";
import * as growth from "../../state/growth.ts";
import * as opening from "../../state/opening.ts";
import { FILTER_NAMES, FORM_NAMES, MIDDLE_NAMES, THEME_NAMES } from "../parts/names.ts";
import { backOut } from "./back-out.ts";
import { askWhere, focusFilter, pickFile } from "./focus.ts";

export interface Command {
  readonly name: string;
  readonly group: "Move" | "Point" | "Show" | "Find" | "Session" | "Page";
  /** As people read them: `Mod+K`, `g g`. `Mod` is Ctrl, and Cmd on a Mac. */
  readonly keys?: readonly string[];
  /** Needs an open session. */
  readonly session: boolean;
  /** Only by key: it makes no sense to look for it by name. */
  readonly keyOnly?: boolean;
  readonly run: () => void;
}

function forget(promise: Promise<unknown>): void {
  promise.catch(() => {
    // Each of these says itself what went wrong.
  });
}

const step = (to: act.StepTo) => () => forget(act.step(to));

const moving: readonly Command[] = [
  { name: "Next entry", group: "Move", keys: ["j"], session: true, keyOnly: true, run: step("next") },
  { name: "Previous entry", group: "Move", keys: ["k"], session: true, keyOnly: true, run: step("previous") },
  { name: "Next prompt", group: "Move", keys: ["J"], session: true, run: step("next-prompt") },
  { name: "Previous prompt", group: "Move", keys: ["K"], session: true, run: step("previous-prompt") },
  { name: "First entry", group: "Move", keys: ["g g"], session: true, run: step("first") },
  { name: "Last entry", group: "Move", keys: ["G"], session: true, run: step("last") },
];

const pointing: readonly Command[] = [
  {
    name: "Show the context at the selected entry",
    group: "Point",
    keys: ["Enter"],
    session: true,
    run: () => act.setPoint(cells.selection.peek()),
  },
  {
    name: "Next model request",
    group: "Point",
    keys: ["]"],
    session: true,
    run: () => forget(act.stepRequest(false)),
  },
  {
    name: "Previous model request",
    group: "Point",
    keys: ["["],
    session: true,
    run: () => forget(act.stepRequest(true)),
  },
  {
    name: "Select the point",
    group: "Point",
    session: true,
    run: () => act.select(cells.point.peek()),
  },
  {
    name: "Show the context at the end of the session",
    group: "Point",
    session: true,
    run: () => {
      const leaf = cells.info.peek()?.leaf ?? null;
      act.setPoint(leaf);
      act.select(leaf);
    },
  },
];

const showing: readonly Command[] = [
  { name: "Fold or open thinking", group: "Show", keys: ["t"], session: true, run: act.toggleThinking },
  { name: "Texts as Markdown or as written", group: "Show", keys: ["p"], session: true, run: act.toggleSource },
  { name: "Fold or open tool output", group: "Show", keys: ["o"], session: true, run: act.toggleToolOutput },
  { name: "Fold or open hidden messages", group: "Show", keys: ["h"], session: true, run: act.toggleHidden },
  { name: "Fold or open the growth chart", group: "Show", keys: ["m"], session: true, run: growth.toggleGrowth },
  { name: "Cost and cache reads in the chart", group: "Show", session: true, run: growth.toggleGrowthCosts },
  ...FORMS.map((form): Command => ({
    name: `Form: ${FORM_NAMES[form]}`,
    group: "Show",
    session: true,
    run: () => act.setForm(form),
  })),
  ...FILTERS.map((filter): Command => ({
    name: `Filter: ${FILTER_NAMES[filter]}`,
    group: "Show",
    session: true,
    run: () => act.setFilter(filter),
  })),
  { name: "Context", group: "Show", keys: ["c"], session: true, run: () => act.showMiddle("context") },
  ...REPORTS.map((report): Command => ({
    name: `${MIDDLE_NAMES[report][0]}: ${MIDDLE_NAMES[report][1]}`,
    group: "Show",
    session: true,
    run: () => act.showMiddle(report),
  })),
  { name: "Tree", group: "Show", session: true, run: () => act.showLeft("tree") },
  { name: "File order", group: "Show", session: true, run: () => act.showLeft("file") },
  { name: "Entry", group: "Show", session: true, run: () => act.showRight("entry") },
  { name: "Raw line", group: "Show", session: true, run: () => act.showRight("raw") },
  { name: "Problems", group: "Show", session: true, run: () => act.showRight("problems") },
];

const finding: readonly Command[] = [
  { name: "Filter rows", group: "Find", keys: ["/", "Mod+F"], session: true, run: focusFilter },
  {
    name: "Where did the selected text go? Else find one in the whole session",
    group: "Find",
    keys: ["w"],
    session: true,
    run: askWhere,
  },
  {
    name: "All commands",
    group: "Find",
    keys: ["Mod+K"],
    session: false,
    keyOnly: true,
    run: () => act.showDialog(cells.dialog.peek() === "palette" ? null : "palette"),
  },
];

const session: readonly Command[] = [
  { name: "Open a file", group: "Session", keys: ["Mod+O"], session: false, run: pickFile },
  { name: "Paste text", group: "Session", session: false, run: () => act.showDialog("paste") },
  { name: "Open the sample session", group: "Session", session: false, run: () => forget(opening.openSample()) },
  { name: "Close the session", group: "Session", session: true, run: opening.close },
  {
    name: "Save the projected context as JSON",
    group: "Session",
    session: true,
    run: () => forget(act.exportContext("projected")),
  },
  {
    name: "Save the sent context as JSON",
    group: "Session",
    session: true,
    run: () => forget(act.exportContext("sent")),
  },
  {
    name: "Save the branch as a session",
    group: "Session",
    session: true,
    run: () => forget(act.exportContext("branch")),
  },
];

const page: readonly Command[] = [
  ...(["system", "light", "dark"] as const).map((theme): Command => ({
    name: `Theme: ${THEME_NAMES[theme]}`,
    group: "Page",
    session: false,
    run: () => act.setTheme(theme),
  })),
  { name: "Help", group: "Page", keys: ["?"], session: false, run: () => act.showDialog("help") },
  { name: "Back out", group: "Page", keys: ["Esc"], session: false, keyOnly: true, run: backOut },
];

export const COMMANDS: readonly Command[] = [...moving, ...pointing, ...showing, ...finding, ...session, ...page];

/** Whether a command can do something now. */
export function isPossible(command: Command): boolean {
  return !command.session || cells.phase.peek() === "ready";
}
