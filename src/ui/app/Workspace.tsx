import type { JSX } from "preact";
import { showNarrow } from "../../state/actions.ts";
import { contextWaiting, narrowPane, phase, treeWaiting, type NarrowPane } from "../../state/cells.ts";
import { watchStep } from "../../state/history.ts";
import { entryWidth, treeWidth } from "../../state/preferences.ts";

import { EntryPane } from "../entry/EntryPane.tsx";
import { GrowthStrip } from "../growth/GrowthStrip.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Segmented } from "../parts/Segmented.tsx";
import { Loading } from "../start/Loading.tsx";
import { TreePane } from "../tree/TreePane.tsx";
import { Middle } from "./Middle.tsx";
import { Splitter } from "./Splitter.tsx";
import { width } from "./width.ts";

/**
 * Growth, and below it tree, context and entry. All three stay mounted at every width, so that none forgets where it was; what does not show is
 * inert.
 */
export function Workspace(): JSX.Element {
  const room = width.value;
  const shows = narrowPane.value;
  const drawer = room === "narrow" && shows === "tree";
  const entryShows = room === "wide" || shows === "entry";
  const contextShows = room === "wide" || !entryShows;
  return (
    <>
      <GrowthStrip />
      <main class="app-work" style={columns()}>
        <div
          class="app-tree"
          id="tree"
          role="presentation"
          data-waiting={treeWaiting.value}
          inert={room === "narrow" && !drawer}
          onClick={drawer ? leaveDrawer : undefined}
        >
          <TreePane />
        </div>
        {room !== "narrow" && (
          <Splitter label="Width of the tree" value={treeWidth} least={240} side="before" controls="tree" />
        )}
        {drawer && <div class="app-scrim" role="presentation" onClick={() => showNarrow("context")} />}
        {room === "middle" && <PaneSwitch />}
        <div
          class="app-context"
          role="presentation"
          hidden={!contextShows}
          inert={drawer}
          data-waiting={contextWaiting.value}
          {...leading}
        >
          {phase.value === "ready" ? <Middle /> : <Loading />}
        </div>
        {room === "wide" && (
          <Splitter label="Width of the entry" value={entryWidth} least={280} side="after" controls="entry" />
        )}
        <div class="app-entry" id="entry" role="presentation" hidden={!entryShows} inert={drawer} {...leading}>
          {phase.value === "ready" && <EntryPane />}
        </div>
        {room === "narrow" && <NarrowSwitch />}
      </main>
    </>
  );
}

/** What is pressed in the context and in the entry are links: where they lead is a step in the history. */
const leading = {
  onClickCapture: watchStep,
  onKeyDownCapture: (event: KeyboardEvent): void => {
    if (event.key === "Enter" || event.key === " ") watchStep();
  },
};

/** Widths that the reader chose; the style sheet has the others. */
function columns(): Record<string, string> {
  return {
    ...(treeWidth.value > 0 && { "--tree-width": `${treeWidth.value}px` }),
    ...(entryWidth.value > 0 && { "--entry-width": `${entryWidth.value}px` }),
  };
}

/** A tap on an entry in the drawer is a wish to read it. */
function leaveDrawer(event: MouseEvent): void {
  const target = event.target;
  // A press of Enter on a row is a click without a place: keys keep the drawer open.
  if (event.detail > 0 && target instanceof Element && target.closest("[role=treeitem], [data-line]") !== null) {
    showNarrow("entry");
  }
}

function PaneSwitch(): JSX.Element {
  const value = narrowPane.value === "entry" ? "entry" : "context";
  return (
    <div class="app-switch">
      <Segmented
        label="Pane"
        choices={[
          { value: "context", text: "At the point" },
          { value: "entry", text: "Entry" },
        ]}
        value={value}
        onChange={showNarrow}
      />
    </div>
  );
}

const panes: readonly (readonly [NarrowPane, string])[] = [
  ["tree", "Tree"],
  ["context", "Context"],
  ["entry", "Entry"],
];

function NarrowSwitch(): JSX.Element {
  return (
    <nav class="app-nav" aria-label="Panes">
      {panes.map(([pane, text]) => (
        <button
          key={pane}
          type="button"
          aria-current={narrowPane.value === pane ? "page" : undefined}
          onClick={() => showNarrow(pane)}
        >
          <Icon name={pane} />
          {text}
        </button>
      ))}
    </nav>
  );
}
