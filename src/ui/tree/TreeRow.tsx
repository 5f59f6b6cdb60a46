import type { Signal } from "@preact/signals";
import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { MARK, type Row } from "../../core/view/row.ts";
import { formatAmount, formatIso } from "../../lib/figures.ts";
import { LineText } from "../blocks/VisibleText.tsx";
import { FateMark } from "../parts/FateMark.tsx";
import { guideLines, PLAIN_STEPS, STEP } from "./guides.ts";
import { rowFigure, rowTime, rowTrouble } from "./row-words.ts";
import "./row.css";

interface TreeRowProps {
  readonly index: number;
  readonly count: number;
  /** Position among the entries: known before the row itself. */
  readonly entry: number;
  readonly row: Row | undefined;
  readonly failed: boolean;
  /** Time of the row above. */
  readonly above: number | null | undefined;
  /** The first that no root reaches: a heading stands above it, in as much room again. */
  /** Entries that no root reaches, said above the first of them; 0 for every other row. */
  readonly apart: number;
  readonly depth: number;
  readonly marks: number;
  readonly guides: number;
  readonly selected: boolean;
  readonly active: boolean;
  readonly isPoint: boolean;
  /** The point, or the leaf, is hidden by the filter, and this is the nearest entry above it. */
  readonly nearPoint: boolean;
  readonly isLeaf: boolean;
  readonly away: boolean;
  readonly hovered: Signal<number>;
}

/** One entry of the tree. Clicks and keys are heard by the tree as a whole. */
export function TreeRow(props: TreeRowProps): JSX.Element {
  const { index, count, entry, row, depth, marks, selected, isPoint, away } = props;
  const foldable = (marks & MARK.foldable) !== 0;
  const classes = ["tree-row"];
  if ((marks & MARK.path) === 0) classes.push("tree-off");
  if (row?.error === true) classes.push("tree-error");
  if (props.apart > 0) classes.push("tree-row-apart");
  if (away) classes.push("list-away");
  return (
    <div
      class={classes.join(" ")}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-selected={selected}
      aria-expanded={foldable ? (marks & MARK.folded) === 0 : undefined}
      aria-current={isPoint ? "location" : undefined}
      tabIndex={props.active ? 0 : -1}
      data-row={entry}
      data-index={index}
      data-entry-id={row?.id}
      data-fate={row?.fate}
      data-away={away || undefined}
    >
      {props.apart > 0 && (
        <span class="tree-apart">{formatAmount(props.apart, "entry", "entries")} no root reaches</span>
      )}
      {foldable && <span class="tree-fold" data-fold aria-hidden="true" />}
      {row === undefined ? <Waiting failed={props.failed} /> : <Filled {...props} row={row} />}
    </div>
  );
}

function Filled(props: TreeRowProps & { readonly row: Row }): JSX.Element {
  const { row, isPoint, depth } = props;
  const trouble = rowTrouble(row);
  const time = rowTime(row.time, props.above);
  return (
    <>
      <FateMark fate={row.fate} named />
      {depth > 0 && <Indent depth={depth} marks={props.marks} guides={props.guides} />}
      <span class="tree-text">
        {row.label !== undefined && (
          <span class="tree-label">
            <LineText text={row.label} />
          </span>
        )}
        {row.lead !== "" && <b class={`tone-${row.tone}`}>{row.lead} </b>}
        {row.lead === "" ? (
          <code class={`tone-${row.tone}`}>
            <LineText text={row.text} />
          </code>
        ) : (
          <LineText text={row.text} />
        )}
      </span>
      {row.problems > 0 && <span class="tree-dot" title={trouble} />}
      {trouble !== "" && <span class="unseen">{trouble}</span>}
      {(props.marks & MARK.loop) !== 0 && (
        <span class="tree-chip tree-chip-loop" title="Its parents lead in a circle: no root reaches it">
          loop
        </span>
      )}
      {isPoint && <span class="tree-chip tree-chip-point">point</span>}
      {props.nearPoint && (
        <span class="tree-chip tree-chip-near" title="The point is hidden here, somewhere below this entry">
          point below
        </span>
      )}
      {props.isLeaf && (
        <span
          class="tree-chip"
          title={
            row.leaf ? "Where Pi would go on: the last entry of the file" : "The leaf is hidden here, below this entry"
          }
        >
          {row.leaf ? "leaf" : "leaf below"}
        </span>
      )}
      <span class={time === "" ? "tree-figure tree-figure-last" : "tree-figure"}>{rowFigure(row)}</span>
      {time !== "" && (
        <span class="tree-time" title={formatIso(row.time)}>
          {time}
        </span>
      )}
      {!isPoint && <RowAction {...props} />}
    </>
  );
}

/** Shown on the row under the pointer, and on the one being read: there a finger finds it too. */
function RowAction({ entry, selected, hovered }: TreeRowProps): JSX.Element | null {
  const shown = useComputed(() => hovered.value === entry);
  if (!shown.value && !selected) return null;
  return (
    <button
      class="tree-act"
      type="button"
      tabIndex={-1}
      data-act="point"
      title="Show the context at this entry (Enter)"
    >
      Context here
    </button>
  );
}

function Indent({ depth, marks, guides }: Pick<TreeRowProps, "depth" | "marks" | "guides">): JSX.Element {
  const width = `${depth * STEP}px`;
  return (
    <span class="tree-indent" style={{ width, background: guideLines(depth, marks, guides) }}>
      {depth > PLAIN_STEPS && <i title={`Fork depth ${depth}`}>{depth}</i>}
    </span>
  );
}

function Waiting({ failed }: { readonly failed: boolean }): JSX.Element {
  if (failed) return <span class="tree-text tree-failed">This entry could not be read</span>;
  return (
    <span class="tree-waiting">
      <span class="unseen">Not read yet</span>
    </span>
  );
}
