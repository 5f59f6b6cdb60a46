import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { showDialog } from "../../state/actions.ts";
import { failure, subject, type Failure } from "../../state/cells.ts";
import { cleanName } from "../../state/names.ts";
import { canOpenAgain, openAgain, openPrevious, openSample, previousName } from "../../state/opening.ts";
import { pickFile } from "../keys/focus.ts";
import { Button } from "../parts/Button.tsx";
import { failureWords } from "./words.ts";
import "./start.css";

/** A file of another kind, or an empty one, stays what it is. */
function isWorthAgain(failed: Failure): boolean {
  return failed.code !== "wrong-kind" && failed.code !== "empty-file" && canOpenAgain(failed);
}

/** A file that could not be opened: why, and the ways on. */
export function Failed(): JSX.Element | null {
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = failure.value;
  useEffect(() => heading.current?.focus(), [failed]);
  if (failed === null) return null;
  const words = failureWords(failed, subject.value?.kind === "text");
  const name = cleanName(subject.value?.name ?? "");
  const previous = previousName();
  return (
    <section class="start-failed" aria-labelledby="failed-heading">
      {name !== "" && <p class="start-file">{name}</p>}
      <h2 id="failed-heading" tabIndex={-1} ref={heading}>
        {words.heading}
      </h2>
      {words.body !== "" && <p class="start-failed-body">{words.body}</p>}
      <div class="start-actions">
        {isWorthAgain(failed) ? (
          <>
            <Button look="primary" onClick={() => void openAgain()}>
              Try again
            </Button>
            <Button onClick={pickFile}>Open another file</Button>
          </>
        ) : (
          <Button look="primary" onClick={pickFile}>
            Open another file
          </Button>
        )}
        <Button onClick={() => showDialog("paste")}>Paste text</Button>
        {previous !== null && <Button onClick={() => void openPrevious()}>Back to {cleanName(previous, 40)}</Button>}
        <Button onClick={() => void openSample()}>Open the sample</Button>
      </div>
    </section>
  );
}
