import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { FILTERS, type Filter, type TreeView } from "../../core/view/row.ts";
import { formatAmount, formatCount } from "../../lib/figures.ts";
import { setFilter, setQuery, showLeft, showRight, toggleFate, toggleFold } from "../../state/actions.ts";
import {
  fates,
  filter,
  folded,
  info,
  leftPane,
  previewRows,
  query,
  selection,
  tree,
  type LeftPane,
} from "../../state/cells.ts";
import { FateMark } from "../parts/FateMark.tsx";
import { FilePane } from "../file/FilePane.tsx";
import { Button } from "../parts/Button.tsx";
import { Segmented, type Choice } from "../parts/Segmented.tsx";
import { Legend } from "./Legend.tsx";
import { Preview } from "./Preview.tsx";
import { TreeList } from "./TreeList.tsx";
import "./tree.css";

const names: Readonly<Record<Filter, readonly [text: string, title: string]>> = {
  default: ["Default", "Without settings, labels and other entries that are no conversation"],
  "no-tools": ["No-tools", "As Default, without tool results"],
  "user-only": ["User", "What the user wrote"],
  "labeled-only": ["Labeled", "Entries with a label"],
  all: ["All", "Every entry, nothing hidden"],
};
const filters: readonly Choice<Filter>[] = FILTERS.map((value) => {
  const [text, title] = names[value];
  return { value, text, title };
});
const orders: readonly Choice<LeftPane>[] = [
  { value: "tree", text: "Tree", title: "By branch, the active one first" },
  { value: "file", text: "File", title: "Every line of the file, in file order" },
];

/** The left of the page: the session as a tree, or its file line by line. */
export function TreePane(): JSX.Element {
  const isTree = leftPane.value === "tree";
  const [legend, setLegend] = useState(false);
  return (
    <section class="tree" aria-label={isTree ? "Tree" : "File order"}>
      <div class="tree-top">
        <header class="tree-head">
          {isTree ? (
            <>
              <Segmented label="Filter" choices={filters} value={filter.value} onChange={setFilter} />
              <Amount />
            </>
          ) : (
            <FileHead />
          )}
        </header>
        <div class="tree-tools">
          {isTree ? <FilterBox /> : <ProblemsLink />}
          <Segmented label="Order" choices={orders} value={leftPane.value} onChange={showLeft} />
          <Button
            icon="help"
            look="quiet"
            label="What the marks and the map mean"
            expanded={legend}
            onClick={() => setLegend(!legend)}
          />
        </div>
      </div>
      {isTree && <FatesShown />}
      {legend && <Legend map={isTree} />}
      {isTree ? <Tree /> : <FilePane />}
    </section>
  );
}

/** That only some fates are shown, and the way back to all. */
function FatesShown(): JSX.Element | null {
  const [fate] = fates.value;
  if (fate === undefined) return null;
  return (
    <p class="tree-fates">
      <FateMark fate={fate} />
      Only <b>{fate}</b>
      <button type="button" class="parts-link" onClick={() => toggleFate(fate)}>
        Show all
      </button>
    </p>
  );
}

function Amount(): JSX.Element | null {
  const view = tree.value;
  if (view === null) return null;
  return (
    <span class="tree-amount">
      {formatCount(view.rows.length)} / {formatCount(view.total)}
      <span class="tree-amount-word"> entries</span>
    </span>
  );
}

function FilterBox(): JSX.Element {
  const box = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && query.peek() !== "") {
      event.preventDefault();
      event.stopPropagation();
      setQuery("");
    } else if (event.key === "ArrowDown" || (event.key === "Enter" && !event.isComposing)) {
      event.preventDefault();
      event.stopPropagation();
      const pane = box.current?.closest(".tree");
      pane?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
    }
  };
  return (
    <span class="tree-search">
      <input
        ref={box}
        type="search"
        class="parts-field"
        aria-label="Filter entries by words"
        placeholder="Filter rows"
        autocomplete="off"
        spellcheck={false}
        value={query.value}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {/* Where the head has no room for it. */}
      <span class="tree-amount-in" aria-hidden="true">
        {tree.value !== null && amountIn(tree.value)}
      </span>
    </span>
  );
}

/** Most characters of an amount inside the box: what is typed and the cross that clears it need the rest. */
const AMOUNT_CHARS = 13;

function amountIn({ rows, total }: TreeView): string {
  const shown = formatCount(rows.length);
  const all = `${shown} / ${formatCount(total)}`;
  return all.length > AMOUNT_CHARS ? shown : all;
}

function Tree(): JSX.Element {
  const view = tree.value;
  if (view === null) return <Preview rows={previewRows.value} />;
  if (view.rows.length === 0) return <Nothing view={view} />;
  return (
    <>
      <TreeList view={view} />
      <HiddenSelection view={view} />
    </>
  );
}

function Nothing({ view }: { readonly view: TreeView }): JSX.Element {
  const words = query.value.trim();
  const [name] = names[filter.value];
  if (view.total === 0) {
    return (
      <div class="tree-nothing parts-nothing">
        <p>No entries</p>
        <p>The file holds no entry that could be read.</p>
      </div>
    );
  }
  const clear = (): void => {
    setQuery("");
    setFilter("default");
    for (const fate of fates.peek()) toggleFate(fate);
  };
  return (
    <div class="tree-nothing parts-nothing">
      <p>Nothing matches</p>
      <p>
        {words === "" ? (
          "No entry"
        ) : (
          <>
            No entry with “<bdi>{words.slice(0, 80)}</bdi>”
          </>
        )}{" "}
        under {name}.{words !== "" && " Rows only: the full text is not searched yet."}
      </p>
      <Button onClick={clear}>Clear filter</Button>
      {words !== "" && filter.value !== "all" && <Button onClick={() => setFilter("all")}>Look in all entries</Button>}
    </div>
  );
}

/** The entry being read may be filtered out or folded away: said, with the way to it. */
function HiddenSelection({ view }: { readonly view: TreeView }): JSX.Element | null {
  const row = selection.value;
  if (row === null || view.rows.includes(row)) return null;
  const show = (): void => {
    for (const fold of folded.peek()) toggleFold(fold);
    setQuery("");
    setFilter("all");
    for (const fate of fates.peek()) toggleFate(fate);
  };
  return (
    <p class="tree-hidden">
      The entry being read is not among these rows.
      <button type="button" class="parts-link" onClick={show}>
        Show it
      </button>
    </p>
  );
}

function FileHead(): JSX.Element {
  const lines = info.value?.lines;
  return (
    <>
      <h2>Every line, in file order</h2>
      {lines !== undefined && <span class="tree-amount">{formatAmount(lines, "line")}</span>}
    </>
  );
}

function ProblemsLink(): JSX.Element {
  const { error = 0, warning = 0, info: notes = 0 } = info.value?.problems ?? {};
  const count = error + warning + notes;
  if (count === 0) return <span class="tree-quiet">No problems found</span>;
  return (
    <span class="tree-quiet">
      <button type="button" class="parts-link" onClick={() => showRight("problems")}>
        {formatAmount(count, "problem")}
      </button>
    </span>
  );
}
