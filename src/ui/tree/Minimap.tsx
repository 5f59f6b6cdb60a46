import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { SessionInfo } from "../../core/view/info.ts";
import { formatAmount } from "../../lib/figures.ts";
import { info, minimap, minimapSlices, point } from "../../state/cells.ts";
import { pressOn, useMap } from "../parts/use-map.ts";

/** Entries from one position in the file to another, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

interface MinimapProps {
  /** The entries in view. */
  readonly seen: Signal<Span | null>;
  /** Goes to an entry, or to the nearest one that is shown. */
  readonly onGo: (row: number) => void;
}

/** The whole file at a glance, in file order: what became of each part of it, and what happens where. */
export function Minimap({ seen, onGo }: MinimapProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useMap(
    box,
    () => minimap.value,
    (slices) => (minimapSlices.value = slices),
  );
  const go = (part: number): void => {
    const entries = info.peek()?.entries ?? 0;
    if (entries > 0) onGo(Math.min(entries - 1, Math.floor(part * entries)));
  };
  return (
    <div
      class="tree-map"
      role="img"
      aria-label={info.value === null ? "Map of the file" : mapWords(info.value)}
      title="The whole file in file order: press to go there. The ? above says what its colours mean"
      ref={box}
      {...pressOn(box, go)}
    >
      <canvas />
      <Seen seen={seen} />
      <Point />
    </div>
  );
}

/** What is in view: an element of its own, since it moves while the drawing stays. */
function Seen({ seen }: { readonly seen: Signal<Span | null> }): JSX.Element | null {
  const entries = info.value?.entries ?? 0;
  const span = seen.value;
  if (span === null || entries === 0) return null;
  const top = `${(100 * span.first) / entries}%`;
  return <i class="tree-map-seen" style={{ top, height: `${(100 * (span.last + 1 - span.first)) / entries}%` }} />;
}

function Point(): JSX.Element | null {
  const entries = info.value?.entries ?? 0;
  if (point.value === null || entries === 0) return null;
  return <i class="tree-map-point" style={{ top: `${(100 * (point.value + 0.5)) / entries}%` }} />;
}

/** What the map shows, in words. */
function mapWords({ entries, forks, compactions, problems }: SessionInfo): string {
  const found = problems.error + problems.warning + problems.info;
  const parts = [formatAmount(entries, "entry", "entries"), formatAmount(forks, "fork")];
  parts.push(formatAmount(compactions, "compaction"), formatAmount(found, "problem"));
  return `Map of the file: ${parts.join(", ")}.`;
}
