import { useComputed, useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { generation, growth, growthCosts, growthShown, point, trouble } from "../../state/cells.ts";
import { toggleGrowth, toggleGrowthCosts } from "../../state/growth.ts";
import { width } from "../app/width.ts";
import { GrowthTable } from "./GrowthTable.tsx";
import { Plot } from "./Plot.tsx";
import { Readout } from "./Readout.tsx";
import { seriesOf, type Shown } from "./series.ts";
import { Tool } from "./Tool.tsx";
import "./growth.css";

/** Fewer requests have not grown. */
const LEAST = 2;

/** The context of each request of the branch at a glance, across the top of the page. */
export function GrowthStrip(): JSX.Element | null {
  const shown = useShown();
  const cursor = useSignal<number | null>(null);
  const [listed, setListed] = useState(false);
  const id = useId();
  const isReady = shown.value !== null;
  // The reading is that of the point again when it has moved, whoever moved it.
  const at = point.value;
  useEffect(() => {
    cursor.value = null;
  }, [shown.value, at, cursor]);
  if (!hasPlace(shown.value)) return null;
  const open = growthShown.value;
  const costs = growthCosts.value && width.value !== "narrow";
  return (
    <section class="growth" aria-label="Growth of the context" data-open={open} data-costs={open && costs}>
      <div class="growth-head">
        <h2 class="growth-title">Context per request</h2>
        {shown.value !== null && <Readout shown={shown.value} cursor={cursor} />}
        <div class="growth-tools">
          {open && width.value !== "narrow" && (
            <Tool
              icon="costs"
              label="Cost and cache reads"
              pressed={growthCosts.value}
              disabled={!isReady}
              onPress={toggleGrowthCosts}
            />
          )}
          {open && (
            <Tool
              icon="table"
              label="Requests as a table"
              expanded={listed}
              controls={id}
              disabled={!isReady}
              onPress={() => setListed(!listed)}
            />
          )}
          <Tool
            icon={open ? "fold" : "unfold"}
            label={open ? "Fold the growth chart" : "Show the growth chart"}
            expanded={open}
            onPress={toggleGrowth}
          />
        </div>
      </div>
      {open && <Below shown={shown} cursor={cursor} costs={costs} listed={listed} id={id} />}
    </section>
  );
}

interface BelowProps {
  readonly shown: ReadonlySignal<Shown | null>;
  readonly cursor: Signal<number | null>;
  readonly costs: boolean;
  readonly listed: boolean;
  readonly id: string;
}

function Below({ shown, cursor, costs, listed, id }: BelowProps): JSX.Element {
  const now = shown.value;
  if (now === null) return <div class="growth-plot" />;
  return (
    <>
      {now.series.count >= LEAST ? (
        <Plot shown={now} cursor={cursor} costs={costs} />
      ) : (
        <p class="growth-plot growth-few">{now.series.count === 0 ? "No" : "One"} model request on this branch</p>
      )}
      {listed && (
        <div class="growth-listed" id={id}>
          <GrowthTable shown={now} cursor={cursor} />
        </div>
      )}
    </>
  );
}

/** Another object only when there are other requests: a move of the point makes none. */
function useShown(): ReadonlySignal<Shown | null> {
  const rows = useComputed(() => growth.value?.rows ?? null);
  return useComputed(() => {
    void rows.value;
    const now = growth.peek();
    return now === null ? null : { growth: now, series: seriesOf(now) };
  });
}

/** The opening in which there was something to show: from then on the strip stays, whatever branch is looked at. */
let grown = -1;

/** The place is kept from the start, so that nothing moves when the requests are there. */
function hasPlace(shown: Shown | null): boolean {
  // Of a session that can no longer be read nothing more comes.
  if (shown === null) return trouble.value === null;
  if (shown.series.count >= LEAST) grown = generation.value;
  return grown === generation.value;
}
