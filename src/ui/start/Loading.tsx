import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatAmount, formatBytes } from "../../lib/figures.ts";
import { progress, subject } from "../../state/cells.ts";
import { cleanName } from "../../state/names.ts";
import { sinceOpen } from "../../state/marks.ts";
import { cancel } from "../../state/opening.ts";
import { Button } from "../parts/Button.tsx";
import { Keys } from "../parts/Keys.tsx";
import "./start.css";

/** Reading that ends sooner shows nothing: a bar that flashes by tells nothing. */
const quietMs = 200;

/** How far the reading is, and the way out of it. Its place is there from the start, so that nothing jumps. */
export function Loading(): JSX.Element {
  // It may be drawn in two places in turn; the wait is counted from when the file came.
  const [shown, setShown] = useState(() => sinceOpen() >= quietMs);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), quietMs - sinceOpen());
    return () => clearTimeout(timer);
  }, []);
  return <section class="start-loading">{shown && <Reading />}</section>;
}

function Reading(): JSX.Element {
  const read = progress.value;
  const total = read?.totalBytes ?? subject.value?.size ?? 0;
  const bytes = Math.min(read?.bytes ?? 0, total);
  const percent = total === 0 ? 0 : Math.floor((100 * bytes) / total);
  const isRead = total > 0 && bytes >= total;
  return (
    <>
      <h2 class="start-file" id="loading-name">
        {isRead ? "Putting together" : "Reading"} {cleanName(subject.value?.name ?? "")}
      </h2>
      <div
        class="start-progress"
        role="progressbar"
        aria-labelledby="loading-name"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent} percent`}
      >
        <span style={{ transform: `scaleX(${total === 0 ? 0 : bytes / total})` }} />
      </div>
      <div class="start-loading-foot">
        <p>
          <span>{total === 0 ? "Starting" : `${formatBytes(bytes)} of ${formatBytes(total)}`}</span>
          {read !== null && (
            <>
              {" · "}
              <span>{formatAmount(read.entries, "entry", "entries")}</span>
            </>
          )}
        </p>
        <Button onClick={cancel} title="Cancel (Esc)">
          Cancel <Keys of="Esc" />
        </Button>
      </div>
    </>
  );
}
