import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { openFile } from "../../state/opening.ts";
import { FILE_INPUT } from "../keys/focus.ts";
import { startDrop, startPaste } from "./arrivals.ts";

/** The one file input of the page. It takes any name: sessions are told by what is in them. */
function FileInput(): JSX.Element {
  return (
    <input
      id={FILE_INPUT}
      type="file"
      hidden
      aria-label="Session file"
      onChange={(event) => {
        const input = event.currentTarget;
        const file = input.files?.[0];
        if (file !== undefined) void openFile(file);
        // So that choosing the same file again is a change again.
        input.value = "";
      }}
    />
  );
}

/** Takes files and text from anywhere, and shows where they would land while they hang over the page. */
export function Intake(): JSX.Element {
  const [over, setOver] = useState(false);
  const overlay = useRef<HTMLDivElement>(null);
  useEffect(() => startDrop(setOver), []);
  useEffect(startPaste, []);
  useEffect(() => {
    // In the top layer: above an open dialog too. Where there is none, it lies above the page.
    if (over && typeof overlay.current?.showPopover === "function") overlay.current.showPopover();
  }, [over]);
  return (
    <>
      <FileInput />
      {over && (
        <div class="app-drop" popover="manual" ref={overlay}>
          <p>Drop to open</p>
        </div>
      )}
    </>
  );
}
