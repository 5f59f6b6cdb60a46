import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { formatCount } from "../../lib/figures.ts";
import { showRight } from "../../state/actions.ts";
import { generation, info, rightPane, selection, selectionRow, type RightPane } from "../../state/cells.ts";
import { ProblemsPane } from "../problems/ProblemsPane.tsx";
import { EntryTab } from "./EntryTab.tsx";
import { rawLine } from "./raw-line.ts";
import { RawTab } from "./RawTab.tsx";
import "./entry.css";

const tabs: readonly (readonly [RightPane, string])[] = [
  ["entry", "Entry"],
  ["raw", "Raw"],
  ["problems", "Problems"],
];

/** What is being read: the entry, its line as stored, and the problems of the file. */
export function EntryPane(): JSX.Element {
  const shows = rightPane.value;
  return (
    <section class="entry" aria-label="Entry">
      <header class="entry-head">
        <Tabs />
        <Where />
      </header>
      <div class="entry-panel" role="tabpanel" id="entry-panel" aria-labelledby={`entry-tab-${shows}`}>
        {shows === "entry" && <EntryTab />}
        {shows === "raw" && <RawTab />}
        {shows === "problems" && <ProblemsPane />}
      </div>
    </section>
  );
}

function Tabs(): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const shows = rightPane.value;
  const { error = 0, warning = 0, info: notes = 0 } = info.value?.problems ?? {};
  const count = error + warning + notes;
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (move === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (tabs.findIndex(([pane]) => pane === shows) + move + tabs.length) % tabs.length;
    showRight(tabs[next]?.[0] ?? "entry");
    const tab = list.current?.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div class="parts-segmented" role="tablist" aria-label="About the selection" ref={list} onKeyDown={onKeyDown}>
      {tabs.map(([pane, text]) => (
        <button
          key={pane}
          type="button"
          role="tab"
          class="parts-segment"
          id={`entry-tab-${pane}`}
          aria-selected={pane === shows}
          aria-controls="entry-panel"
          tabIndex={pane === shows ? 0 : -1}
          onClick={() => showRight(pane)}
        >
          {text}
          {pane === "problems" && count > 0 && (
            <span class={error > 0 ? "entry-count entry-count-error" : "entry-count"}> {formatCount(count)}</span>
          )}
        </button>
      ))}
    </div>
  );
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
