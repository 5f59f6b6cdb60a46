import type { JSX } from "preact";
import { formatCount } from "../../lib/figures.ts";
import { showRight } from "../../state/actions.ts";
import { generation, info, rightPane, selection, selectionRow, type RightPane } from "../../state/cells.ts";
import { panelId, tabId, Tabs, type Tab } from "../parts/Tabs.tsx";
import { ProblemsPane } from "../problems/ProblemsPane.tsx";
import { EntryTab } from "./EntryTab.tsx";
import { rawLine } from "./raw-line.ts";
import { RawTab } from "./RawTab.tsx";
import "./entry.css";

/** What is being read: the entry, its line as stored, and the problems of the file. */
export function EntryPane(): JSX.Element {
  const shows = rightPane.value;
  return (
    <section class="entry" aria-label="Entry">
      <header class="entry-head">
        <EntryTabs />
        <Where />
      </header>
      <div class="entry-panel" role="tabpanel" id={panelId("entry")} aria-labelledby={tabId("entry", shows)}>
        {shows === "entry" && <EntryTab />}
        {shows === "raw" && <RawTab />}
        {shows === "problems" && <ProblemsPane />}
      </div>
    </section>
  );
}

function EntryTabs(): JSX.Element {
  const { error = 0, warning = 0, info: notes = 0 } = info.value?.problems ?? {};
  const count = error + warning + notes;
  const tabs: readonly Tab<RightPane>[] = [
    { value: "entry", text: "Entry" },
    { value: "raw", text: "Raw" },
    {
      value: "problems",
      text: "Problems",
      fact: count > 0 && (
        <span class={error > 0 ? "entry-count entry-count-error" : "entry-count"}> {formatCount(count)}</span>
      ),
    },
  ];
  return <Tabs label="About the selection" id="entry" tabs={tabs} value={rightPane.value} onChange={showRight} />;
}

/** The id of what is selected, or the line that is being read. */
function Where(): JSX.Element | null {
  const line = rawLine.value;
  if (selection.value === null) {
    if (line === null || line.generation !== generation.value) return null;
    return <span class="entry-where">line {formatCount(line.line)}</span>;
  }
  const row = selectionRow.value;
  return row === null ? null : <code class="entry-where">{row.id}</code>;
}
