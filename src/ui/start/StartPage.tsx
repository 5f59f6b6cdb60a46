import type { JSX } from "preact";
import { showDialog } from "../../state/actions.ts";
import { linked, recents } from "../../state/cells.ts";
import { cleanName } from "../../state/names.ts";
import { openPrevious, openSample, previousName, reopen } from "../../state/opening.ts";
import { pickFile } from "../keys/focus.ts";
import { spelled } from "../keys/keyboard.ts";
import { ThemeMenu } from "../bar/ThemeMenu.tsx";
import { Button } from "../parts/Button.tsx";
import { Keys } from "../parts/Keys.tsx";
import { RecentSessions } from "./Recents.tsx";
import "./start.css";

/** Before anything is open: the ways to open something. */
export function StartPage(): JSX.Element {
  const previous = previousName();
  return (
    <div class="start">
      <div class="start-corner">
        <ThemeMenu />
        <Button look="quiet" icon="help" label="Help (?)" onClick={() => showDialog("help")} />
      </div>
      <div class="start-body">
        <header class="start-head">
          <span class="start-mark" aria-hidden="true">
            π
          </span>
          <h1>Pi Session Viewer</h1>
          <p>What did the model see at this point, and why not the rest?</p>
        </header>
        {linked.value && <Awaited />}
        <section class="start-open" aria-label="Open a session">
          <p class="start-drop">Drop a session file anywhere on this page</p>
          <div class="start-actions">
            <Button look="primary" onClick={pickFile}>
              Open a file
            </Button>
            <Button onClick={() => showDialog("paste")}>Paste text</Button>
            <Button onClick={() => void openSample()}>Open the sample</Button>
            {previous !== null && (
              <Button onClick={() => void openPrevious()}>Back to {cleanName(previous, 40)}</Button>
            )}
          </div>
          <p class="start-hint">
            Pi keeps sessions under <code>~/.pi/agent/sessions</code>.{" "}
            <span class="start-keys">
              <Keys of={spelled("Mod+O")} /> opens, <Keys of={spelled("Mod+V")} /> pastes.
            </span>
          </p>
        </section>
        <RecentSessions />
        <p class="start-privacy">
          What you open stays here: the content security policy of this page allows no connection to any other place.
        </p>
      </div>
    </div>
  );
}

/** A link without its file. Whose it is cannot be known: the session of last time is offered, not opened. */
function Awaited(): JSX.Element {
  const recent = recents.value?.sessions.find(({ kept }) => kept);
  return (
    <section class="start-awaited" aria-label="Link">
      <p>This link points into a session: open its file to go there.</p>
      {recent !== undefined && (
        <Button onClick={() => void reopen(recent.key)}>
          <span>Continue where you were: {cleanName(recent.title, 80) || cleanName(recent.fileName)}</span>
        </Button>
      )}
    </section>
  );
}
