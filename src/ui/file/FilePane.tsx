import type { HTMLAttributes, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FileLine } from "../../core/view/context.ts";
import { formatBytes, formatCount } from "../../lib/figures.ts";
import { generation, info, point, selection } from "../../state/cells.ts";
import { ask } from "../../state/client.ts";
import { LineText } from "../blocks/VisibleText.tsx";
import { openLine, rawLine } from "../entry/raw-line.ts";
import { isPlainKey, listMove, useKeptFocus } from "../list/kept-focus.ts";
import { usePerView } from "../list/per-view.ts";
import { useRowHeight } from "../list/row-height.ts";
import { hasSelectedText } from "../list/selected-text.ts";
import type { Place } from "../list/shape.ts";
import { VirtualList, type ListHandle } from "../list/VirtualList.tsx";
import { Windows, type Ask } from "../list/windows.ts";
import { FateMark } from "../parts/FateMark.tsx";
import { findLine } from "./find-line.ts";
import "./file.css";

const WINDOW = 64;

/** Where the list stood when the tree took its place. */
const kept: { place: Place; generation: number } = { place: { index: 0, offset: 0 }, generation: -1 };

interface Cache {
  readonly opening: number;
  readonly lines: Windows<FileLine>;
}

/** Every line of the file, in file order: entries, the header, and what is neither. */
export function FilePane(): JSX.Element {
  const count = info.value?.lines ?? 0;
  const list = useRef<ListHandle | null>(null);
  const height = useRowHeight();
  const [active, setActive] = useState(0);
  const lines = useLines(count);
  useFollow(list, setActive);
  const attributes = useFileEvents({ count, lines, active, setActive, list, height });
  if (count === 0) return <p class="parts-nothing">The file has no lines.</p>;
  const digits = `${formatCount(count).length}ch`;
  return (
    <VirtualList
      class="file"
      count={count}
      heights={height}
      pinned={active}
      handle={list}
      place={kept.place}
      onSeen={(_, drawn) => lines.need(drawn.first, drawn.end)}
      attributes={attributes}
      render={(index, away) => {
        const line = lines.get(index);
        return (
          <div
            class={`file-line${away ? " list-away" : ""}`}
            role="option"
            data-row={index}
            data-line={line?.line}
            data-away={away || undefined}
            aria-posinset={index + 1}
            aria-setsize={count}
            aria-selected={line !== undefined && isChosen(line)}
            tabIndex={index === active ? 0 : -1}
          >
            {line === undefined ? <Waiting failed={lines.failed(index)} /> : <Line line={line} digits={digits} />}
          </div>
        );
      }}
    />
  );
}

/** The lines as they arrive; reading it draws anew when they do. */
function useLines(count: number): Windows<FileLine> {
  const opening = generation.value;
  const at = point.value;
  if (kept.generation !== opening) Object.assign(kept, { generation: opening, place: { index: 0, offset: 0 } });
  const read: Ask<FileLine> = (from, to, signal) => ask("lines", { from, to, point: at }, signal);
  const { lines } = usePerView<Cache>(
    (before) => ({
      opening,
      lines: new Windows(count, WINDOW, read, before?.opening === opening ? before.lines : null),
    }),
    (cache) => cache.lines.dispose(),
    [opening, count, at],
  );
  void lines.version.value;
  return lines;
}

interface FileEvents {
  readonly count: number;
  readonly lines: Windows<FileLine>;
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly list: { readonly current: ListHandle | null };
  readonly height: number;
}

function useFileEvents({ count, lines, active, setActive, list, height }: FileEvents): HTMLAttributes<HTMLDivElement> {
  const focusRow = useKeptFocus(list);
  const open = (index: number): void => {
    const line = lines.get(index);
    setActive(index);
    if (line !== undefined) openLine(line.row, line.line);
  };
  return {
    role: "listbox",
    "aria-label": `Lines of the file, ${formatCount(count)}`,
    onKeyDown: (event) => {
      if (!isPlainKey(event)) return;
      const page = Math.floor((list.current?.element.clientHeight ?? 0) / height);
      const next = listMove(event.key, active, count, page);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation();
      focusRow();
      list.current?.scrollTo(next, "nearest");
      open(next);
    },
    onClick: (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
      if (row !== null && !hasSelectedText(event.currentTarget)) open(Number(row.dataset["row"]));
    },
  };
}

function isChosen({ row, line }: FileLine): boolean {
  return row === null ? rawLine.value?.line === line && selection.value === null : row === selection.value;
}

function Line({ line, digits }: { readonly line: FileLine; readonly digits: string }): JSX.Element {
  const worst = line.problems.find(({ severity }) => severity === "error") ?? line.problems[0];
  const more = line.problems.length - 1;
  return (
    <>
      <span class="file-number" style={{ minWidth: digits }}>
        {line.line}
      </span>
      {line.fate === null ? <span class="file-no-fate" /> : <FateMark fate={line.fate} named />}
      {worst !== undefined && (
        <span class={`file-problem file-${worst.severity}`} title={line.problems.map((p) => p.message).join("\n")}>
          <bdi>{worst.message}</bdi>
          {more > 0 && ` (+${more})`}
        </span>
      )}
      <code class={line.row === null ? "file-text file-none" : "file-text"}>
        <LineText text={line.text} />
      </code>
      <span class="file-size">{formatBytes(line.bytes)}</span>
    </>
  );
}

function Waiting({ failed }: { readonly failed: boolean }): JSX.Element {
  if (failed) return <span class="file-text">This line could not be read</span>;
  return <span class="file-waiting" />;
}

/** Brings the line of the entry being read into view, whoever chose it. */
function useFollow(list: { readonly current: ListHandle | null }, setActive: (index: number) => void): void {
  const chosen = selection.value;
  const session = info.value;
  useEffect(() => {
    if (chosen === null || session === null) return undefined;
    const abort = new AbortController();
    findLine(chosen, session.entries, session.lines, abort.signal).then(
      (index) => {
        if (abort.signal.aborted) return;
        setActive(index);
        list.current?.scrollTo(index, "nearest");
      },
      () => {
        // The list stays where it is.
      },
    );
    return () => abort.abort();
  }, [chosen, session, list, setActive]);
}
